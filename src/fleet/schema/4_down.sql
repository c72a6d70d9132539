ALTER TABLE agon.workers DROP CONSTRAINT IF EXISTS workers_host,
    DROP CONSTRAINT IF EXISTS workers_cores, DROP CONSTRAINT IF EXISTS workers_memory_bytes,
    DROP CONSTRAINT IF EXISTS workers_speed;

CREATE OR REPLACE FUNCTION agon.join(description jsonb, OUT id bigint, OUT token text)
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
                THEN 'it could not play five games in a row: ' || left(give_back.why, 300)
                ELSE t.why END
        WHERE t.id = w.id;
        PERFORM pg_notify('agon_fleet', '');
    END IF;
    PERFORM wake(cardinality(held));
END $$;

CREATE OR REPLACE FUNCTION agon.known(worker bigint, token text) RETURNS agon.workers
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
    UPDATE leases AS t SET worker = w.id, attempt = t.attempt + 1,
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

DROP TABLE agon.credits;
DROP INDEX agon.leases_of_worker;
ALTER TABLE agon.leases DROP COLUMN taken;
ALTER TABLE agon.workers DROP COLUMN login, DROP COLUMN address;
DROP FUNCTION agon.plain(text, integer);
