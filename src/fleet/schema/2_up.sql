-- What people look at: how fast the fleet plays, and games while they are played.

-- How many games of each worker were counted in each minute of the last day.
CREATE UNLOGGED TABLE agon.minutes (
    minute timestamptz NOT NULL,
    worker bigint NOT NULL REFERENCES agon.workers ON DELETE CASCADE,
    games bigint NOT NULL,
    PRIMARY KEY (minute, worker)
);

CREATE FUNCTION agon.note_games() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
BEGIN
    INSERT INTO minutes AS m VALUES
        (date_trunc('minute', clock_timestamp()), NEW.id, NEW.games - OLD.games)
    ON CONFLICT (minute, worker) DO UPDATE SET games = m.games + EXCLUDED.games;
    DELETE FROM minutes WHERE minute < clock_timestamp() - interval '1 day';
    RETURN NULL;
END $$;
CREATE TRIGGER note_games AFTER UPDATE OF games ON agon.workers FOR EACH ROW
WHEN (NEW.games > OLD.games) EXECUTE FUNCTION agon.note_games();

-- When leases are over, their games are stored: whoever shows the contest looks.
CREATE FUNCTION agon.note_over() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
BEGIN
    PERFORM pg_notify('agon_stored', c.name) FROM contests c
    WHERE c.id IN (SELECT o.contest FROM over_now o);
    RETURN NULL;
END $$;
CREATE TRIGGER note_over AFTER DELETE ON agon.leases REFERENCING OLD TABLE AS over_now
FOR EACH STATEMENT EXECUTE FUNCTION agon.note_over();

-- What somebody watches until then: a game of a contest, or (game 0) some of its games, whichever.
CREATE UNLOGGED TABLE agon.watching (
    contest bigint NOT NULL REFERENCES agon.contests ON DELETE CASCADE,
    game bigint NOT NULL,
    until timestamptz NOT NULL,
    PRIMARY KEY (contest, game)
);

-- Pieces of the records of games under way. Only games that are watched have any. What a worker
-- shows is believed by nobody: it goes with the lease, and the record that is stored takes its place.
CREATE UNLOGGED TABLE agon.live (
    contest bigint NOT NULL,
    game bigint NOT NULL,
    start bigint NOT NULL,               -- the first byte of the piece in the record
    lease bigint NOT NULL REFERENCES agon.leases ON DELETE CASCADE,
    attempt bigint NOT NULL,
    piece bytea NOT NULL,
    PRIMARY KEY (contest, game, start)
);
CREATE INDEX live_of_lease ON agon.live (lease);
CREATE INDEX live_games ON agon.live (contest) WHERE start = 0;

-- Somebody watches these games (0: any) of a contest for the next 15 seconds. At most 256 games of a
-- contest are watched at once; who comes later sees them when they are stored.
CREATE FUNCTION agon.watch(name text, games bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    watched contests;
    wanted bigint;
    is_new boolean;
BEGIN
    SELECT * INTO watched FROM contests c WHERE c.name = watch.name AND c.ended IS NULL;
    IF watched.id IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM watching w WHERE w.contest = watched.id AND w.until < clock_timestamp();
    FOREACH wanted IN ARRAY games[1:256] LOOP
        INSERT INTO watching AS w (contest, game, until)
        SELECT watched.id, wanted, clock_timestamp() + interval '15 seconds'
        WHERE (SELECT count(*) FROM watching o WHERE o.contest = watched.id) < 256
            OR EXISTS (SELECT FROM watching o WHERE o.contest = watched.id AND o.game = wanted)
        ON CONFLICT (contest, game) DO UPDATE SET until = EXCLUDED.until
        RETURNING w.xmax = 0 INTO is_new;
        IF is_new THEN
            PERFORM pg_notify('agon_watch', watched.name || ' ' || wanted);
        END IF;
    END LOOP;
END $$;

-- Is the game to be shown? If any will do, at most 16 are.
CREATE FUNCTION agon.is_watched(of_contest bigint, number bigint) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = agon, pg_temp AS $$
    SELECT EXISTS (SELECT FROM watching w WHERE w.contest = of_contest
            AND w.until > clock_timestamp() AND w.game = number)
        OR (EXISTS (SELECT FROM watching w WHERE w.contest = of_contest
                AND w.until > clock_timestamp() AND w.game = 0)
            AND (EXISTS (SELECT FROM live l WHERE l.contest = of_contest AND l.game = number
                    AND l.start = 0)
                OR (SELECT count(*) FROM live l WHERE l.contest = of_contest AND l.start = 0) < 16))
$$;

-- A worker shows games that it plays: of each a piece of its record, which begins at byte `starts`
-- and may be empty. Returns for each, in their order, where the next piece is to begin; -1: nobody
-- watches the game.
CREATE FUNCTION agon.show(worker bigint, token text, held bigint[], attempts bigint[],
    numbers bigint[], starts bigint[], pieces bytea[]) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers := known(worker, token);
    answers bigint[] := '{}';
    here bigint;
    upto bigint;
    told bigint;
    h record;
BEGIN
    IF (SELECT max(octet_length(p)) FROM unnest(pieces) AS p) > 65536 OR cardinality(held) > 1024 THEN
        RAISE EXCEPTION 'too much is shown at once' USING ERRCODE = 'AG003';
    END IF;
    FOR h IN SELECT * FROM unnest(held, attempts, numbers, starts, pieces)
        WITH ORDINALITY AS u (lease, attempt, game, start, piece, place) ORDER BY place
    LOOP
        upto := -1;
        SELECT l.contest INTO here FROM leases l
        WHERE l.id = h.lease AND l.attempt = h.attempt AND l.worker = w.id AND l.copy = 0
            AND h.game BETWEEN l.first AND l.first + l.games - 1;
        IF FOUND AND is_watched(here, h.game) THEN
            DELETE FROM live l WHERE l.contest = here AND l.game = h.game
                AND (l.lease <> h.lease OR l.attempt <> h.attempt);
            SELECT coalesce(max(l.start + octet_length(l.piece)), 0) INTO upto FROM live l
            WHERE l.contest = here AND l.game = h.game;
            IF h.start = upto AND octet_length(h.piece) > 0
                AND upto + octet_length(h.piece) <= 1048576
            THEN
                INSERT INTO live VALUES (here, h.game, h.start, h.lease, h.attempt, h.piece)
                ON CONFLICT DO NOTHING;
                upto := upto + octet_length(h.piece);
                told := here;
            END IF;
        END IF;
        answers := answers || upto;
    END LOOP;
    IF told IS NOT NULL THEN
        PERFORM pg_notify('agon_live', c.name) FROM contests c WHERE c.id = told;
    END IF;
    RETURN answers;
END $$;
