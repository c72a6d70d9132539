CREATE OR REPLACE FUNCTION agon.watch(name text, games bigint[]) RETURNS void
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
    RETURN QUERY
    UPDATE leases AS t SET worker = w.id, attempt = t.attempt + 1,
        until = clock_timestamp() + chosen.lease_ms * interval '1 millisecond'
    WHERE t.id = ANY (ids)
    RETURNING t.id, t.attempt, chosen.name, t.generation, t.first, t.games, t.copy, t.job,
        ARRAY(SELECT s.game FROM submissions s WHERE s.lease = t.id), chosen.lease_ms;
END $$;

CREATE OR REPLACE FUNCTION agon.submit(worker bigint, token text, held bigint[], attempts bigint[],
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
    PERFORM pg_notify('agon_work', '');
END $$;

CREATE OR REPLACE FUNCTION agon.leave(worker bigint, token text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers := known(worker, token);
BEGIN
    UPDATE leases AS l SET worker = NULL, until = '-infinity'
    WHERE l.worker = w.id AND l.until <> 'infinity';
    UPDATE workers AS t SET state = 'gone' WHERE t.id = w.id AND t.state = 'here';
    PERFORM pg_notify('agon_work', ''), pg_notify('agon_fleet', '');
END $$;

DROP FUNCTION agon.wake(bigint);
DROP INDEX agon.workers_waiting;
ALTER TABLE agon.workers DROP COLUMN wants;
