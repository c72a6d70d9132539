-- What the machines of a fleet share in one database. The coordinator of a contest writes leases and
-- takes submissions, as a member of agon_owner. A worker may call the functions below and nothing
-- else: it can neither read nor write a table. Times are the database's; no other clock counts.
CREATE SCHEMA agon;

CREATE TABLE agon.version (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    version bigint NOT NULL
);

-- A contest that is shared. A worker makes its players of `text` and of the entries of the log
-- (`kinds` and `words`, in their order) that change them, or that hold openings. When one of these
-- changes, `generation` grows.
CREATE TABLE agon.contests (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    generation bigint NOT NULL,
    text text NOT NULL,
    kinds text[] NOT NULL,
    words text[] NOT NULL,
    lease_ms bigint NOT NULL,
    coordinator text NOT NULL,           -- the process, in words
    since timestamptz NOT NULL,
    ended timestamptz                    -- NULL: it is being played
);

-- What a worker is: description has the keys host, agon, cores, memory_bytes, speed and can (a list
-- of words, such as "sandbox:closed" or "tool:python3"), and may have more.
CREATE TABLE agon.workers (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    token_hash bytea NOT NULL,
    description jsonb NOT NULL,
    host text NOT NULL,
    cores bigint NOT NULL,
    memory_bytes bigint NOT NULL,
    speed double precision NOT NULL,
    can text[] NOT NULL,
    state text NOT NULL DEFAULT 'here' CHECK (state IN ('here', 'gone', 'quarantined', 'out')),
    why text NOT NULL DEFAULT '',        -- it is quarantined or out
    joined timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen timestamptz NOT NULL DEFAULT clock_timestamp(),
    games bigint NOT NULL DEFAULT 0,     -- that were counted
    late bigint NOT NULL DEFAULT 0,      -- that came when their lease was another worker's
    voids bigint NOT NULL DEFAULT 0      -- games in a row that it could not play
);

-- One or both games of a pair: those with the numbers `first` to `first + games - 1`. `copy` is 1 for
-- a lease that is played a second time, to compare; then `not_for` names the worker of the first.
-- It can be taken when `until` is over: that is '-infinity' if it is free, and 'infinity' when all its
-- games are submitted.
CREATE TABLE agon.leases (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest bigint NOT NULL REFERENCES agon.contests ON DELETE CASCADE,
    first bigint NOT NULL,
    games bigint NOT NULL CHECK (games IN (1, 2)),
    copy bigint NOT NULL DEFAULT 0 CHECK (copy IN (0, 1)),
    generation bigint NOT NULL,
    job text NOT NULL,                   -- a line of JSON for each game
    can text[] NOT NULL DEFAULT '{}',    -- what the worker must have of its own `can`
    cores bigint NOT NULL DEFAULT 1,
    memory_bytes bigint NOT NULL DEFAULT 0,
    speed double precision NOT NULL DEFAULT 0,
    not_for bigint,
    worker bigint REFERENCES agon.workers,
    attempt bigint NOT NULL DEFAULT 0,   -- how often it was taken
    until timestamptz NOT NULL DEFAULT '-infinity',
    UNIQUE (contest, first, copy)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- What can be taken is found by this index alone, however many leases are held.
CREATE INDEX leases_to_take ON agon.leases (contest, until, id);

-- The record of a game, packed (zstd). It stays until its lease is over, so that whoever takes the
-- lease next does not play the game again.
CREATE TABLE agon.submissions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    contest bigint NOT NULL REFERENCES agon.contests ON DELETE CASCADE,
    game bigint NOT NULL,                -- its number in the contest
    copy bigint NOT NULL,
    lease bigint NOT NULL,
    worker bigint NOT NULL REFERENCES agon.workers,
    record bytea NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (contest, game, copy)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
ALTER TABLE agon.submissions ALTER COLUMN record SET STORAGE EXTERNAL; -- it is packed already
CREATE INDEX submissions_of_lease ON agon.submissions (lease);

-- Entries of contests, by their SHA-256.
CREATE TABLE agon.blobs (
    hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
    bytes bytea NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE agon.blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The worker with this token. AG001: there is none. AG002: it was put out.
CREATE FUNCTION agon.known(worker bigint, token text) RETURNS agon.workers
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers;
BEGIN
    SELECT * INTO w FROM workers WHERE id = known.worker;
    IF w.id IS NULL OR w.token_hash <> sha256(convert_to(token, 'UTF8')) THEN
        RAISE EXCEPTION 'no worker has this number and token' USING ERRCODE = 'AG001';
    END IF;
    IF w.state = 'out' THEN
        RAISE EXCEPTION 'worker % was put out: %', w.id, w.why USING ERRCODE = 'AG002';
    END IF;
    -- A worker that is heard of is here; to write that down once a second is enough.
    IF w.state = 'gone' OR w.seen < clock_timestamp() - interval '1 second' THEN
        UPDATE workers SET seen = clock_timestamp(),
            state = CASE state WHEN 'gone' THEN 'here' ELSE state END
        WHERE id = w.id RETURNING * INTO w;
    END IF;
    RETURN w;
END $$;

CREATE FUNCTION agon.join(description jsonb, OUT id bigint, OUT token text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
BEGIN
    IF octet_length(description::text) > 65536 THEN
        RAISE EXCEPTION 'the description of a worker has at most 64 KiB' USING ERRCODE = 'AG003';
    END IF;
    token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    INSERT INTO workers AS w (token_hash, description, host, cores, memory_bytes, speed, can)
    VALUES (sha256(convert_to(token, 'UTF8')), description, left(description ->> 'host', 200),
        least(greatest((description ->> 'cores')::bigint, 1), 4096),
        coalesce((description ->> 'memory_bytes')::bigint, 0),
        coalesce((description ->> 'speed')::double precision, 0),
        ARRAY(SELECT jsonb_array_elements_text(coalesce(description -> 'can', '[]'::jsonb))))
    RETURNING w.id INTO id;
    PERFORM pg_notify('agon_fleet', '');
END $$;

-- Is the worker fit for the lease? So simple that it becomes a part of the query.
CREATE FUNCTION agon.is_for(l agon.leases, w agon.workers) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
    SELECT l.can <@ w.can AND l.cores <= w.cores AND l.memory_bytes <= w.memory_bytes
        AND l.speed <= w.speed AND l.not_for IS DISTINCT FROM w.id
$$;

-- Takes up to `many` free leases that the worker is fit for, all of one contest. `wanted` names the
-- contests that it plays; NULL: any. `played` lists the games of the lease that are submitted
-- already and need not be played. The planner does not know that `many` is few: it must not sort.
CREATE FUNCTION agon.take(worker bigint, token text, wanted text[], many bigint)
RETURNS TABLE (lease bigint, attempt bigint, contest text, generation bigint, first bigint,
    games bigint, copy bigint, job text, played bigint[], lease_ms bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp
    SET enable_sort = off SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
DECLARE
    w workers := known(worker, token);
    chosen contests;
    ids bigint[];
    moment timestamptz := clock_timestamp(); -- a variable: an index cannot look for a function
BEGIN
    IF w.state = 'quarantined' THEN
        RETURN;
    END IF;
    FOR chosen IN SELECT c.* FROM contests c
        WHERE c.ended IS NULL AND (wanted IS NULL OR c.name = ANY (wanted)) ORDER BY random()
    LOOP
        ids := ARRAY(SELECT l.id FROM leases l
            WHERE l.contest = chosen.id AND l.until < moment AND is_for(l, w)
            ORDER BY l.until, l.id LIMIT many FOR UPDATE SKIP LOCKED);
        EXIT WHEN cardinality(ids) > 0;
    END LOOP;
    RETURN QUERY
    UPDATE leases AS t SET worker = w.id, attempt = t.attempt + 1,
        until = clock_timestamp() + chosen.lease_ms * interval '1 millisecond'
    WHERE t.id = ANY (ids)
    RETURNING t.id, t.attempt, chosen.name, t.generation, t.first, t.games, t.copy, t.job,
        ARRAY(SELECT s.game FROM submissions s WHERE s.lease = t.id), chosen.lease_ms;
END $$;

-- The worker still plays these leases. Returns its state, why it is not 'here', and those of the
-- leases that are no longer its own.
CREATE FUNCTION agon.beat(worker bigint, token text, held bigint[], attempts bigint[],
    OUT state text, OUT why text, OUT lost bigint[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers := known(worker, token);
    kept bigint[];
BEGIN
    WITH beaten AS (
        UPDATE leases AS l SET until = greatest(l.until,
            clock_timestamp() + c.lease_ms * interval '1 millisecond')
        FROM contests c, unnest(held, attempts) AS h (lease, attempt)
        WHERE l.id = h.lease AND l.attempt = h.attempt AND l.worker = w.id AND c.id = l.contest
        RETURNING l.id)
    SELECT array_agg(b.id) INTO kept FROM beaten b;
    state := w.state;
    why := w.why;
    lost := ARRAY(SELECT h.lease FROM unnest(held) AS h (lease)
        WHERE h.lease <> ALL (coalesce(kept, '{}')));
END $$;

-- Hands in records of games, each with the lease it belongs to. Returns for each, in their order,
-- whether it was taken. It is late, and not taken, if the lease is no longer the worker's. A record
-- that is handed in twice is kept once.
CREATE FUNCTION agon.submit(worker bigint, token text, held bigint[], attempts bigint[],
    numbers bigint[], records bytea[]) RETURNS boolean[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers := known(worker, token);
    taken boolean[];
BEGIN
    IF (SELECT max(octet_length(r)) FROM unnest(records) AS r) > 5242880 THEN
        RAISE EXCEPTION 'a record has at most 5 MiB' USING ERRCODE = 'AG003';
    END IF;
    PERFORM 1 FROM leases l WHERE l.id = ANY (held) ORDER BY l.id FOR UPDATE;
    taken := ARRAY(
        SELECT l.id IS NOT NULL
        FROM unnest(held, attempts, numbers) WITH ORDINALITY AS h (lease, attempt, game, place)
        LEFT JOIN leases l ON l.id = h.lease AND l.attempt = h.attempt AND l.worker = w.id
            AND h.game BETWEEN l.first AND l.first + l.games - 1
        ORDER BY h.place);
    INSERT INTO submissions (contest, game, copy, lease, worker, record)
    SELECT l.contest, h.game, l.copy, l.id, w.id, h.record
    FROM unnest(taken, held, numbers, records) AS h (taken, lease, game, record)
    JOIN leases l ON l.id = h.lease
    WHERE h.taken
    ON CONFLICT DO NOTHING;
    UPDATE leases AS l SET until = 'infinity' WHERE l.id = ANY (held) AND l.worker = w.id
        AND (SELECT count(*) FROM submissions s WHERE s.lease = l.id) = l.games;
    PERFORM pg_notify('agon_done_' || l.contest, '') FROM leases l WHERE l.id = ANY (held);
    UPDATE workers SET voids = 0 WHERE id = w.id AND voids > 0;
    IF false = ANY (taken) THEN
        UPDATE workers SET late = late + cardinality(array_positions(taken, false)) WHERE id = w.id;
    END IF;
    RETURN taken;
END $$;

-- The worker does not go on with these leases. `why` is '' if it only wants to end; else it could not
-- play a game, which is no player's fault. A worker that cannot play five times in a row gets no
-- more leases.
CREATE FUNCTION agon.give_back(worker bigint, token text, held bigint[], attempts bigint[], why text)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers := known(worker, token);
BEGIN
    UPDATE leases AS l SET worker = NULL, until = '-infinity'
    FROM unnest(held, attempts) AS h (lease, attempt)
    WHERE l.id = h.lease AND l.attempt = h.attempt AND l.worker = w.id AND l.until <> 'infinity';
    IF give_back.why <> '' THEN
        UPDATE workers AS t SET voids = t.voids + 1,
            state = CASE WHEN t.voids >= 4 AND t.state = 'here' THEN 'quarantined' ELSE t.state END,
            why = CASE WHEN t.voids >= 4 AND t.state = 'here'
                THEN 'it could not play five games in a row: ' || left(give_back.why, 300)
                ELSE t.why END
        WHERE t.id = w.id;
        PERFORM pg_notify('agon_fleet', '');
    END IF;
    PERFORM pg_notify('agon_work', '');
END $$;

CREATE FUNCTION agon.leave(worker bigint, token text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers := known(worker, token);
BEGIN
    UPDATE leases AS l SET worker = NULL, until = '-infinity'
    WHERE l.worker = w.id AND l.until <> 'infinity';
    UPDATE workers AS t SET state = 'gone' WHERE t.id = w.id AND t.state = 'here';
    PERFORM pg_notify('agon_work', ''), pg_notify('agon_fleet', '');
END $$;

-- May there be a lease for the worker soon? Only if somebody coordinates one of its contests.
CREATE FUNCTION agon.has_work(worker bigint, token text, wanted text[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers := known(worker, token);
BEGIN
    RETURN EXISTS (SELECT FROM contests c WHERE c.ended IS NULL
        AND (wanted IS NULL OR c.name = ANY (wanted))
        AND NOT pg_try_advisory_xact_lock_shared(hashtext('agon fleet'), hashtext(c.name)));
END $$;

-- What a worker needs to know of a contest. No row: it is not shared.
CREATE FUNCTION agon.contest(worker bigint, token text, name text)
RETURNS TABLE (generation bigint, text text, kinds text[], words text[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers := known(worker, token);
BEGIN
    RETURN QUERY SELECT c.generation, c.text, c.kinds, c.words FROM contests c
    WHERE c.name = contest.name;
END $$;

CREATE FUNCTION agon.blob(worker bigint, token text, hash bytea) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers := known(worker, token);
BEGIN
    RETURN (SELECT b.bytes FROM blobs b WHERE b.hash = blob.hash);
END $$;

CREATE FUNCTION agon.schema_version() RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
    SELECT v.version FROM version v
$$;

INSERT INTO agon.version (version) VALUES (1);
