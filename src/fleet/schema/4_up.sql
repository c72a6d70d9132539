-- A worker that errs or lies harms nobody but itself.

-- The beginning of a text that a worker sent, on one line and without control characters.
CREATE FUNCTION agon.plain(words text, most integer) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT regexp_replace(left(coalesce(words, ''), most), '[\u0001-\u001f\u007f-\u009f]', '?', 'g')
$$;

-- What a worker says of itself is bounded, so that whoever reads it can count and print it. A number
-- that is not one (NaN) is larger than all others.
UPDATE agon.workers SET
    host = agon.plain(host, 64),
    why = agon.plain(why, 1000),
    cores = least(greatest(cores, 1), 4096),
    memory_bytes = least(greatest(memory_bytes, 0), 1::bigint << 50),
    speed = least(greatest(speed, 0), 10000);
ALTER TABLE agon.workers
    ADD CONSTRAINT workers_host CHECK (host = agon.plain(host, 64)),
    ADD CONSTRAINT workers_cores CHECK (cores BETWEEN 1 AND 4096),
    ADD CONSTRAINT workers_memory_bytes CHECK (memory_bytes BETWEEN 0 AND 1::bigint << 50),
    ADD CONSTRAINT workers_speed CHECK (speed BETWEEN 0 AND 10000);

-- Who has joined: the role that has logged in, and where from (NULL: by a socket of the same machine).
ALTER TABLE agon.workers ADD COLUMN login text NOT NULL DEFAULT '', ADD COLUMN address inet;

-- AG003: a worker cannot be like this. AG002: a worker of the same machine, role and address is out.
CREATE OR REPLACE FUNCTION agon.join(description jsonb, OUT id bigint, OUT token text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers;
    before workers;
BEGIN
    IF octet_length(description::text) > 65536 THEN
        RAISE EXCEPTION 'the description of a worker has at most 64 KiB' USING ERRCODE = 'AG003';
    END IF;
    w.host := plain(description ->> 'host', 64);
    w.cores := coalesce((description ->> 'cores')::bigint, 1);
    w.memory_bytes := coalesce((description ->> 'memory_bytes')::bigint, 0);
    w.speed := coalesce((description ->> 'speed')::double precision, 0);
    w.can := ARRAY(SELECT jsonb_array_elements_text(coalesce(description -> 'can', '[]'::jsonb)));
    IF w.cores NOT BETWEEN 1 AND 4096 OR w.memory_bytes NOT BETWEEN 0 AND 1::bigint << 50
        OR w.speed NOT BETWEEN 0 AND 10000
    THEN
        RAISE EXCEPTION
            'a worker has 1 to 4096 cores, at most 1 PiB of memory, and a speed of at most 10000'
            USING ERRCODE = 'AG003';
    END IF;
    IF cardinality(w.can) > 64 OR (SELECT max(octet_length(c)) FROM unnest(w.can) AS c) > 47 THEN
        RAISE EXCEPTION 'a worker can at most 64 things, each named by at most 47 bytes'
            USING ERRCODE = 'AG003';
    END IF;
    SELECT * INTO before FROM workers o WHERE o.state = 'out' AND o.host = w.host
        AND o.login = session_user AND o.address IS NOT DISTINCT FROM inet_client_addr()
    ORDER BY o.id LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'worker % of this machine is out until agon fleet release lets it back: %',
            before.id, before.why USING ERRCODE = 'AG002';
    END IF;
    token := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    INSERT INTO workers AS t (token_hash, description, host, cores, memory_bytes, speed, can,
        login, address)
    VALUES (sha256(convert_to(token, 'UTF8')), description, w.host, w.cores, w.memory_bytes, w.speed,
        w.can, session_user, inet_client_addr())
    RETURNING t.id INTO id;
    PERFORM pg_notify('agon_fleet', '');
END $$;

-- As before, but the reason is plain.
CREATE OR REPLACE FUNCTION agon.give_back(worker bigint, token text, held bigint[], attempts bigint[], why text)
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
                THEN 'it could not play five games in a row: ' || plain(give_back.why, 300)
                ELSE t.why END
        WHERE t.id = w.id;
        PERFORM pg_notify('agon_fleet', '');
    END IF;
    PERFORM wake(cardinality(held));
END $$;

-- As before, but a worker that forgets its transaction loses its connection.
CREATE OR REPLACE FUNCTION agon.known(worker bigint, token text) RETURNS agon.workers
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers;
BEGIN
    -- A transaction that is left open holds locks for which others wait: the server ends it.
    PERFORM set_config('idle_in_transaction_session_timeout', '20s', true);
    SELECT * INTO w FROM workers WHERE id = known.worker;
    IF w.id IS NULL OR w.token_hash <> sha256(convert_to(token, 'UTF8')) THEN
        RAISE EXCEPTION 'no worker has this number and token' USING ERRCODE = 'AG001';
    END IF;
    IF w.state = 'out' THEN
        RAISE EXCEPTION 'worker % is out until agon fleet release lets it back: %', w.id, w.why
            USING ERRCODE = 'AG002';
    END IF;
    -- A worker that is heard of is here; to write that down once a second is enough.
    IF w.state = 'gone' OR w.seen < clock_timestamp() - interval '1 second' THEN
        UPDATE workers SET seen = clock_timestamp(),
            state = CASE state WHEN 'gone' THEN 'here' ELSE state END
        WHERE id = w.id RETURNING * INTO w;
    END IF;
    RETURN w;
END $$;

-- Nobody hoards leases. A worker holds at most 512 for each of its cores that it has not handed in (it
-- takes 256 ahead, and gathers up to 256 records), and none of them longer than 12 hours.
ALTER TABLE agon.leases ADD COLUMN taken timestamptz NOT NULL DEFAULT clock_timestamp();
CREATE INDEX leases_of_worker ON agon.leases (worker) WHERE until < 'infinity';

CREATE OR REPLACE FUNCTION agon.take(worker bigint, token text, wanted text[], many bigint)
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
    many := least(many, 512 * w.cores
        - (SELECT count(*) FROM leases l WHERE l.worker = w.id AND l.until < 'infinity'));
    IF many <= 0 THEN
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
    IF coalesce(cardinality(ids), 0) > 0 THEN
        many := 0;
    END IF;
    IF w.wants <> many THEN
        UPDATE workers SET wants = many WHERE id = w.id;
    END IF;
    RETURN QUERY
    UPDATE leases AS t SET worker = w.id, attempt = t.attempt + 1, taken = clock_timestamp(),
        until = clock_timestamp() + chosen.lease_ms * interval '1 millisecond'
    WHERE t.id = ANY (ids)
    RETURNING t.id, t.attempt, chosen.name, t.generation, t.first, t.games, t.copy, t.job,
        ARRAY(SELECT s.game FROM submissions s WHERE s.lease = t.id), chosen.lease_ms;
END $$;

CREATE OR REPLACE FUNCTION agon.beat(worker bigint, token text, held bigint[], attempts bigint[],
    OUT state text, OUT why text, OUT lost bigint[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers := known(worker, token);
    kept bigint[];
BEGIN
    WITH beaten AS (
        UPDATE leases AS l SET until = greatest(l.until, least(
            l.taken + interval '12 hours',
            clock_timestamp() + c.lease_ms * interval '1 millisecond'))
        FROM contests c, unnest(held, attempts) AS h (lease, attempt)
        WHERE l.id = h.lease AND l.attempt = h.attempt AND l.worker = w.id AND c.id = l.contest
            AND l.taken > clock_timestamp() - interval '12 hours'
        RETURNING l.id)
    SELECT array_agg(b.id) INTO kept FROM beaten b;
    state := w.state;
    why := w.why;
    lost := ARRAY(SELECT h.lease FROM unnest(held) AS h (lease)
        WHERE h.lease <> ALL (coalesce(kept, '{}')));
END $$;

-- Which worker has played a game: the last one whose record was taken for it. A row is written before
-- its game is stored, and may be of a game that is not stored after all.
CREATE TABLE agon.credits (
    contest bigint NOT NULL REFERENCES agon.contests ON DELETE CASCADE,
    game bigint NOT NULL,
    worker bigint NOT NULL,
    PRIMARY KEY (contest, game)
);
CREATE INDEX credits_of_worker ON agon.credits (worker);
