// Where a contest stands that is shown on the web.
#ifndef AGON_WEB_STATE_H
#define AGON_WEB_STATE_H

enum web_state {
    WEB_SCHEDULED, // it begins at a time that is still to come
    WEB_WAITING,   // for players
    WEB_RUNNING,
    WEB_STOPPED, // it can go on
    WEB_OVER,
    WEB_STATES
};

#endif
