// Copies a whole contest from one store to another, of any kind: contest, games, log and records
// with the same rows, hashes and frames.
#ifndef AGON_STORE_COPY_H
#define AGON_STORE_COPY_H

#include "base/error.h"
#include "store/head.h"

// `to` must not exist. What is copied is `from` at one moment, also while somebody writes there.
// The copy is checked before it gets its name: both chains, and every frame. If anything fails,
// there is nothing at `to`. Fills in the head of both.
bool copy_contest(const char *from, const char *to, struct head *head, struct error *e);

#endif
