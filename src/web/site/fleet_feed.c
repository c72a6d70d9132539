#include "web/site/fleet_feed.h"

#include <string.h>

void fleet_feed_begin(struct fleet_feed *f, fleet_feed_copy *copy, void *user)
{
    f->copy = copy;
    f->user = user;
}

void fleet_feed_destroy(struct fleet_feed *f)
{
    text_destroy(&f->last);
    blob_release(f->frame);
}

bool fleet_feed_document(struct fleet_feed *f, struct text *out)
{
    return f->copy != NULL && f->copy(f->user, out);
}

void fleet_feed_look(struct fleet_feed *f)
{
    struct text document = text_growing(), out = text_growing();
    bool same = !fleet_feed_document(f, &document) ||
        (document.length == f->last.length &&
            memcmp(document.bytes, f->last.bytes, document.length) == 0);
    if (!same) {
        text_string(&out, "{\"fleet\":");
        text_bytes(&out, document.bytes, document.length);
        text_char(&out, '}');
    }
    struct blob *frame = same ? NULL : blob_frame(&out);
    if (frame != NULL) {
        blob_release(f->frame);
        f->frame = frame;
        f->number++;
        text_destroy(&f->last);
        f->last = document;
        document = text_growing();
    }
    text_destroy(&document);
    text_destroy(&out);
}
