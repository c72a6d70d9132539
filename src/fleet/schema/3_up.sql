-- Thousands of workers. A NOTIFY wakes the server's process of every connection that listens to
-- anything. So there must be few of them, and few who listen: only a worker without a lease does, new
-- leases wake no more workers than they need, the coordinator looks by itself for what is handed in,
-- and workers look every few seconds whether somebody watches.

-- The worker has asked for so many leases and there was none; 0: it does not wait.
ALTER TABLE agon.workers ADD COLUMN wants bigint NOT NULL DEFAULT 0;
CREATE INDEX workers_waiting ON agon.workers (id) WHERE wants > 0;

-- So many leases can be taken: wakes as many workers that wait as want them, whichever. A worker that
-- is not woken, because a notice was lost or others were chosen that are not fit for the lease, asks
-- again within three seconds; so one that was not heard of for ten is not there.
CREATE FUNCTION agon.wake(many bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    woken record;
    left_over bigint := many;
BEGIN
    FOR woken IN SELECT w.id, w.wants FROM workers w
        WHERE w.wants > 0 AND w.state = 'here'
            AND w.seen > clock_timestamp() - interval '10 seconds'
        ORDER BY random() FOR UPDATE SKIP LOCKED
    LOOP
        EXIT WHEN left_over <= 0;
        left_over := left_over - woken.wants;
        UPDATE workers SET wants = 0 WHERE id = woken.id;
        PERFORM pg_notify('agon_work_' || woken.id, '');
    END LOOP;
END $$;

-- The following are as before but for this.

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
    PERFORM wake(cardinality(held));
END $$;

CREATE OR REPLACE FUNCTION agon.leave(worker bigint, token text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    w workers := known(worker, token);
    freed bigint;
BEGIN
    UPDATE leases AS l SET worker = NULL, until = '-infinity'
    WHERE l.worker = w.id AND l.until <> 'infinity';
    GET DIAGNOSTICS freed = ROW_COUNT;
    UPDATE workers AS t SET wants = 0,
        state = CASE t.state WHEN 'here' THEN 'gone' ELSE t.state END
    WHERE t.id = w.id;
    PERFORM wake(freed), pg_notify('agon_fleet', '');
END $$;

CREATE OR REPLACE FUNCTION agon.watch(name text, games bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = agon, pg_temp AS $$
DECLARE
    watched contests;
    wanted bigint;
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
        ON CONFLICT (contest, game) DO UPDATE SET until = EXCLUDED.until;
    END LOOP;
END $$;
