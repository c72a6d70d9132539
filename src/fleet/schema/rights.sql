-- Who may do what in the schema agon. Run again after every change of the schema.
DO $$
BEGIN
    REVOKE ALL ON ALL FUNCTIONS IN SCHEMA agon FROM PUBLIC;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'agon_owner') THEN
        GRANT USAGE ON SCHEMA agon TO agon_owner;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA agon TO agon_owner;
        GRANT EXECUTE ON FUNCTION agon.schema_version() TO agon_owner;
        IF to_regclass('agon.live') IS NOT NULL THEN
            GRANT EXECUTE ON FUNCTION agon.watch(text, bigint[]) TO agon_owner;
        END IF;
        IF to_regprocedure('agon.wake(bigint)') IS NOT NULL THEN
            GRANT EXECUTE ON FUNCTION agon.wake(bigint) TO agon_owner;
        END IF;
    END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'agon_worker') THEN
        GRANT USAGE ON SCHEMA agon TO agon_worker;
        GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA agon TO agon_worker;
        REVOKE ALL ON FUNCTION agon.known(bigint, text),
            agon.is_for(agon.leases, agon.workers) FROM agon_worker;
        IF to_regclass('agon.live') IS NOT NULL THEN
            REVOKE ALL ON FUNCTION agon.watch(text, bigint[]), agon.is_watched(bigint, bigint)
                FROM agon_worker;
        END IF;
        IF to_regprocedure('agon.wake(bigint)') IS NOT NULL THEN
            REVOKE ALL ON FUNCTION agon.wake(bigint) FROM agon_worker;
        END IF;
    END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'agon_reader') THEN
        GRANT USAGE ON SCHEMA agon TO agon_reader;
        GRANT SELECT ON agon.version, agon.contests, agon.leases, agon.submissions TO agon_reader;
        GRANT SELECT (id, description, host, cores, memory_bytes, speed, can, state, why, joined,
            seen, games, late, voids) ON agon.workers TO agon_reader;
        GRANT EXECUTE ON FUNCTION agon.schema_version() TO agon_reader;
        IF to_regclass('agon.live') IS NOT NULL THEN
            GRANT SELECT ON agon.minutes, agon.live TO agon_reader;
            GRANT EXECUTE ON FUNCTION agon.watch(text, bigint[]) TO agon_reader;
        END IF;
        IF to_regclass('agon.credits') IS NOT NULL THEN
            GRANT SELECT ON agon.credits TO agon_reader;
        END IF;
    END IF;
END $$;
