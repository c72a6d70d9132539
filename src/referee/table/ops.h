// What the referee wants of its table: `user` is the struct table.
#ifndef AGON_REFEREE_TABLE_OPS_H
#define AGON_REFEREE_TABLE_OPS_H

#include "referee/referee.h"

extern const struct referee_ops table_ops;

#endif
