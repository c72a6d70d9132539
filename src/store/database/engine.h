// What store/database.h needs of SQLite and of PostgreSQL: a table of functions for each.
#ifndef AGON_STORE_DATABASE_ENGINE_H
#define AGON_STORE_DATABASE_ENGINE_H

#include "store/database.h"
struct schema; // store/schema.h

// Each engine's own statement begins with this.
struct statement {
    const struct database *db;
};

struct database_engine {
    const struct schema *schema;
    bool is_file; // a contest is a file of its own

    void (*close)(struct database *db);
    bool (*make_durable)(const struct database *db, struct error *e);
    bool (*fail)(const struct database *db, struct error *e);
    bool (*run)(const struct database *db, const char *sql, struct error *e);
    bool (*begin)(const struct database *db, struct error *e);
    bool (*commit)(const struct database *db, struct error *e);

    // The version of the schema; 0 if there are no tables. Fails if they are another program's.
    bool (*read_version)(const struct database *db, int64_t *version, struct error *e);
    bool (*write_version)(const struct database *db, int version, struct error *e);
    // Checks what lies below the tables, as far as the engine can.
    bool (*check_pages)(const struct database *db, bool *sound, struct error *e);
    // Gives the room of deleted rows back to the disk.
    bool (*shrink)(const struct database *db, struct error *e);

    struct statement *(*prepare)(
        const struct database *db, const char *sql, bool walks, struct error *e);
    void (*finalize)(struct statement *s);
    void (*bind_number)(struct statement *s, int parameter, int64_t number);
    void (*bind_text)(struct statement *s, int parameter, const char *text);
    void (*bind_bytes)(struct statement *s, int parameter, const void *bytes, size_t length);
    void (*bind_null)(struct statement *s, int parameter);
    enum statement_step (*step)(struct statement *s);
    bool (*run_statement)(struct statement *s);
    void (*reset)(struct statement *s);
    int64_t (*number)(const struct statement *s, int column);
    const char *(*text)(const struct statement *s, int column, size_t *length);
    const void *(*bytes)(const struct statement *s, int column, size_t *length);
    bool (*is_null)(const struct statement *s, int column);
};

// The end of a long path or address is what tells contests apart.
const char *engine_shown(const char *location);

#endif
