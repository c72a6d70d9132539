// The revision of a stored contest: a value that changes whenever the contest does, and that is
// cheap to get. Whoever has made something of a contest asks so whether to make it again.
#ifndef AGON_STORE_REVISION_H
#define AGON_STORE_REVISION_H

#include "base/error.h"
#include "base/sha256.h"

struct revision {
    bool exists; // there is a contest
    unsigned char hash[SHA256_BYTES];
};

// `location` is that of a contest (store/location.h). Returns false and fills `e` if its database
// cannot be reached.
bool revision_look(struct revision *r, const char *location, struct error *e);
bool revision_equal(const struct revision *a, const struct revision *b);

#endif
