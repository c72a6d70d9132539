// Requests against any bytes: nothing is read beyond them, a request that is read needs exactly the
// bytes that it says, a longer input changes nothing in it, and its address is taken apart within
// bounds.
#include "fuzz.h"

#include "web/http/request.h"
#include "web/http/route.h"

#include <stdlib.h>
#include <string.h>

static void require(bool what)
{
    if (!what)
        abort();
}

static void check_route(struct request_text target)
{
    struct route r;
    int status = route_read(&r, target);
    require(status == 200 || status == 400 || status == 404);
    require(memchr(r.slug, '\0', sizeof r.slug) && memchr(r.name, '\0', sizeof r.name));
    require(memchr(r.position, '\0', sizeof r.position) && memchr(r.move, '\0', sizeof r.move));
    require(status != 200 || r.kind < ROUTE_KINDS);
    require(r.number >= 0 && r.from >= 0);
    // Whoever is sent on comes to an address of ours, and is not sent on again.
    struct text to = text_growing(), again = text_growing();
    if (route_leads_on(target, &to)) {
        struct request_text there = {to.bytes, to.length};
        require(to.length > 0 && to.bytes[0] == '/' && (to.length == 1 || to.bytes[1] != '/'));
        require(!route_leads_on(there, &again));
        require(route_read(&r, there) != 404);
    }
    text_destroy(&to);
    text_destroy(&again);
}

static void check_request(const char *bytes, size_t size)
{
    struct request r, exact;
    int status = 0;
    enum request_step step = request_read(&r, bytes, size, &status);
    if (step == REQUEST_WRONG) {
        require(status >= 400 && status < 600);
        return;
    }
    if (step == REQUEST_MORE) {
        require(size <= REQUEST_BYTES_MOST + 4);
        return;
    }
    require(r.head_bytes <= size && r.head_bytes <= REQUEST_BYTES_MOST + 4);
    require(r.body_bytes <= REQUEST_BODY_BYTES_MOST);
    require(r.target.at > bytes && r.target.at + r.target.length < bytes + r.head_bytes);
    // With a byte less it is not whole, and what comes behind it does not matter.
    require(request_read(&exact, bytes, r.head_bytes - 1, &status) == REQUEST_MORE);
    require(request_read(&exact, bytes, r.head_bytes, &status) == REQUEST_READ);
    require(exact.head_bytes == r.head_bytes && exact.body_bytes == r.body_bytes);
    check_route(r.target);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    // In memory of its own, so that reading beyond the end is found.
    char *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        return 0;
    if (size > 0)
        memcpy(copy, bytes, size);
    check_request(copy, size);
    check_route((struct request_text){copy, size});
    free(copy);
    return 0;
}
