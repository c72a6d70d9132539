#include "web/site/document_wish.h"

void documents_wish_destroy(struct documents_wish *w)
{
    blob_release(w->record);
    w->record = NULL;
}

void documents_result_destroy(struct documents_result *r)
{
    blob_release(r->body);
    text_destroy(&r->summary.leaders);
}
