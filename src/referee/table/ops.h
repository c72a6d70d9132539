// What the referee wants from its table. `user` of these functions is the struct table.
#ifndef AGON_REFEREE_TABLE_OPS_H
#define AGON_REFEREE_TABLE_OPS_H

#include "referee/setup.h"

extern const struct referee_ops table_ops;

#endif
