#include "web/site/document_wish.h"

void documents_summary_destroy(struct documents_summary *s)
{
    text_destroy(&s->leaders);
    for (size_t i = 0; i < s->verdict_count; i++)
        verdict_line_destroy(&s->verdicts[i]);
}

void documents_wish_destroy(struct documents_wish *w)
{
    blob_release(w->record);
    w->record = NULL;
}

void documents_result_destroy(struct documents_result *r)
{
    blob_release(r->body);
    documents_summary_destroy(&r->summary);
}
