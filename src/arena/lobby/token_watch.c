#include "arena/lobby/token_watch.h"

#include "arena/lobby/say.h"
#include "base/clock.h"
#include "link/hidden.h"

#include <stdio.h>

enum { TOKEN_LOOK_MS = 1000 };

bool token_watch_begin(struct lobby *l, const char *path, struct error *e)
{
    struct token_watch *w = &l->tokens;
    if (snprintf(w->path, sizeof w->path, "%s", path) >= (int)sizeof w->path)
        return error_set(e, "the name of the file of tokens is too long");
    w->request.data = l;
    w->looked_ns = clock_now_ns();
    w->required = token_file_load(w->path, &w->list, &w->stamp, e) &&
        (hidden_add(w->path) || error_set(e, "out of memory"));
    return w->required;
}

// Whoever came with a token that is not in the list any more has to go.
static void token_watch_find_revoked(struct lobby *l)
{
    for (struct lobby_visitor *v = l->visitors; v; v = v->next) {
        if (v->token.name[0] != '\0')
            v->revoked = !token_list_find(&l->tokens.list, v->token.hash);
    }
}

static void token_watch_read_again(struct lobby *l)
{
    struct token_watch *w = &l->tokens;
    struct token_list list;
    struct token_file_stamp stamp = w->stamp;
    struct error e;
    if (token_file_load(w->path, &list, &stamp, &e)) {
        token_list_destroy(&w->list);
        w->list = list;
        w->stamp = stamp;
        w->broken = false;
        token_watch_find_revoked(l);
        say_of_lobby(l, LOBBY_TOKENS, "the tokens were read again: %zu player%s one", list.count,
            list.count == 1 ? " has" : "s have");
    } else if (!w->broken) {
        w->broken = true;
        say_of_lobby(l, LOBBY_TOKENS, "the tokens stay as they were: %s", e.words);
    }
}

static void token_watch_looked(uv_fs_t *request)
{
    struct lobby *l = request->data;
    struct token_watch *w = &l->tokens;
    const uv_stat_t *about = &request->statbuf;
    const struct token_file_stamp now = {.device = about->st_dev,
        .file = about->st_ino,
        .bytes = about->st_size,
        .changed_s = about->st_mtim.tv_sec,
        .changed_ns = about->st_mtim.tv_nsec};
    bool same = request->result == 0 && token_file_is_same(&now, &w->stamp);
    uv_fs_req_cleanup(request);
    w->looking = false;
    if (!same && !l->closing)
        token_watch_read_again(l);
}

void token_watch_look(struct lobby *l)
{
    struct token_watch *w = &l->tokens;
    int64_t now_ns = clock_now_ns();
    if (!w->required || w->looking || now_ns - w->looked_ns < TOKEN_LOOK_MS * NS_PER_MS)
        return;
    w->looked_ns = now_ns;
    w->looking = uv_fs_stat(&l->runner.loop, &w->request, w->path, token_watch_looked) == 0;
}

bool token_watch_is_busy(const struct lobby *l)
{
    return l->tokens.looking;
}

void token_watch_end(struct lobby *l)
{
    if (l->tokens.required)
        hidden_remove(l->tokens.path);
    token_list_destroy(&l->tokens.list);
}
