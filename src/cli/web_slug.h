// What a contest is called in the addresses of its pages: the name of its file, without its folder
// and its ending.
#ifndef AGON_CLI_WEB_SLUG_H
#define AGON_CLI_WEB_SLUG_H

enum { WEB_SLUG_BYTES = 288 }; // more than the name of a file can have

// "cups/spring.yaml" and "cups/spring.db" become "spring".
void web_slug(char slug[WEB_SLUG_BYTES], const char *file);

#endif
