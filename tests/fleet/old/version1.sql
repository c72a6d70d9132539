-- A fleet of version 1 in the middle of a contest, as pg_dump wrote it: six games are stored, the records of
-- two are handed in, four games wait.
SET check_function_bodies = false;
CREATE SCHEMA agon;
CREATE SCHEMA agon_cup;
CREATE FUNCTION agon.beat(worker bigint, token text, held bigint[], attempts bigint[], OUT state text, OUT why text, OUT lost bigint[]) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'agon', 'pg_temp'
    AS $$
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
CREATE FUNCTION agon.blob(worker bigint, token text, hash bytea) RETURNS bytea
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'agon', 'pg_temp'
    AS $$
DECLARE
    w workers := known(worker, token);
BEGIN
    RETURN (SELECT b.bytes FROM blobs b WHERE b.hash = blob.hash);
END $$;
CREATE FUNCTION agon.contest(worker bigint, token text, name text) RETURNS TABLE(generation bigint, text text, kinds text[], words text[])
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'agon', 'pg_temp'
    AS $$
DECLARE
    w workers := known(worker, token);
BEGIN
    RETURN QUERY SELECT c.generation, c.text, c.kinds, c.words FROM contests c
    WHERE c.name = contest.name;
END $$;
CREATE FUNCTION agon.give_back(worker bigint, token text, held bigint[], attempts bigint[], why text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'agon', 'pg_temp'
    AS $$
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
CREATE FUNCTION agon.has_work(worker bigint, token text, wanted text[]) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'agon', 'pg_temp'
    AS $$
DECLARE
    w workers := known(worker, token);
BEGIN
    RETURN EXISTS (SELECT FROM contests c WHERE c.ended IS NULL
        AND (wanted IS NULL OR c.name = ANY (wanted))
        AND NOT pg_try_advisory_xact_lock_shared(hashtext('agon fleet'), hashtext(c.name)));
END $$;
CREATE TABLE agon.leases (
    id bigint NOT NULL,
    contest bigint NOT NULL,
    first bigint NOT NULL,
    games bigint NOT NULL,
    copy bigint DEFAULT 0 NOT NULL,
    generation bigint NOT NULL,
    job text NOT NULL,
    can text[] DEFAULT '{}'::text[] NOT NULL,
    cores bigint DEFAULT 1 NOT NULL,
    memory_bytes bigint DEFAULT 0 NOT NULL,
    speed double precision DEFAULT 0 NOT NULL,
    not_for bigint,
    worker bigint,
    attempt bigint DEFAULT 0 NOT NULL,
    until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT leases_copy_check CHECK ((copy = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
    CONSTRAINT leases_games_check CHECK ((games = ANY (ARRAY[(1)::bigint, (2)::bigint])))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000');
CREATE TABLE agon.workers (
    id bigint NOT NULL,
    token_hash bytea NOT NULL,
    description jsonb NOT NULL,
    host text NOT NULL,
    cores bigint NOT NULL,
    memory_bytes bigint NOT NULL,
    speed double precision NOT NULL,
    can text[] NOT NULL,
    state text DEFAULT 'here'::text NOT NULL,
    why text DEFAULT ''::text NOT NULL,
    joined timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    seen timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    games bigint DEFAULT 0 NOT NULL,
    late bigint DEFAULT 0 NOT NULL,
    voids bigint DEFAULT 0 NOT NULL,
    CONSTRAINT workers_state_check CHECK ((state = ANY (ARRAY['here'::text, 'gone'::text, 'quarantined'::text, 'out'::text])))
);
CREATE FUNCTION agon.is_for(l agon.leases, w agon.workers) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT l.can <@ w.can AND l.cores <= w.cores AND l.memory_bytes <= w.memory_bytes
        AND l.speed <= w.speed AND l.not_for IS DISTINCT FROM w.id
$$;
CREATE FUNCTION agon."join"(description jsonb, OUT id bigint, OUT token text) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'agon', 'pg_temp'
    AS $$
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
CREATE FUNCTION agon.known(worker bigint, token text) RETURNS agon.workers
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'agon', 'pg_temp'
    AS $$
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
CREATE FUNCTION agon.leave(worker bigint, token text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'agon', 'pg_temp'
    AS $$
DECLARE
    w workers := known(worker, token);
BEGIN
    UPDATE leases AS l SET worker = NULL, until = '-infinity'
    WHERE l.worker = w.id AND l.until <> 'infinity';
    UPDATE workers AS t SET state = 'gone' WHERE t.id = w.id AND t.state = 'here';
    PERFORM pg_notify('agon_work', ''), pg_notify('agon_fleet', '');
END $$;
CREATE FUNCTION agon.schema_version() RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'agon', 'pg_temp'
    AS $$
    SELECT v.version FROM version v
$$;
CREATE FUNCTION agon.submit(worker bigint, token text, held bigint[], attempts bigint[], numbers bigint[], records bytea[]) RETURNS boolean[]
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'agon', 'pg_temp'
    AS $$
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
CREATE FUNCTION agon.take(worker bigint, token text, wanted text[], many bigint) RETURNS TABLE(lease bigint, attempt bigint, contest text, generation bigint, first bigint, games bigint, copy bigint, job text, played bigint[], lease_ms bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'agon', 'pg_temp'
    SET enable_sort TO 'off'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET jit TO 'off'
    AS $$
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
CREATE TABLE agon.blobs (
    hash bytea NOT NULL,
    bytes bytea NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT blobs_hash_check CHECK ((octet_length(hash) = 32))
);
ALTER TABLE ONLY agon.blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;
CREATE TABLE agon.contests (
    id bigint NOT NULL,
    name text NOT NULL,
    generation bigint NOT NULL,
    text text NOT NULL,
    kinds text[] NOT NULL,
    words text[] NOT NULL,
    lease_ms bigint NOT NULL,
    coordinator text NOT NULL,
    since timestamp with time zone NOT NULL,
    ended timestamp with time zone
);
ALTER TABLE agon.contests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME agon.contests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
ALTER TABLE agon.leases ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME agon.leases_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE agon.submissions (
    id bigint NOT NULL,
    contest bigint NOT NULL,
    game bigint NOT NULL,
    copy bigint NOT NULL,
    lease bigint NOT NULL,
    worker bigint NOT NULL,
    record bytea NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000');
ALTER TABLE ONLY agon.submissions ALTER COLUMN record SET STORAGE EXTERNAL;
ALTER TABLE agon.submissions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME agon.submissions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE agon.version (
    only_one boolean DEFAULT true NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT version_only_one_check CHECK (only_one)
);
ALTER TABLE agon.workers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME agon.workers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE agon_cup.contest (
    "only" bigint NOT NULL,
    seed bigint NOT NULL,
    text text NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT contest_only_check CHECK (("only" = 1))
);
CREATE TABLE agon_cup.dictionaries (
    id bigint NOT NULL,
    frame bytea NOT NULL
);
ALTER TABLE ONLY agon_cup.dictionaries ALTER COLUMN frame SET STORAGE EXTERNAL;
CREATE TABLE agon_cup.games (
    id bigint NOT NULL,
    pair bigint NOT NULL,
    game bigint NOT NULL,
    play bigint NOT NULL,
    first_id bigint NOT NULL,
    second_id bigint NOT NULL,
    first_name text NOT NULL,
    second_name text NOT NULL,
    start text NOT NULL,
    verdict text NOT NULL,
    winner bigint NOT NULL,
    blame bigint NOT NULL,
    rule text NOT NULL,
    explanation text NOT NULL,
    moves text NOT NULL,
    plies bigint NOT NULL,
    wall_ns bigint NOT NULL,
    void_entry bigint,
    hash bytea NOT NULL,
    record_hash bytea,
    first_pondered_ns bigint NOT NULL,
    second_pondered_ns bigint NOT NULL
);
CREATE TABLE agon_cup.log (
    id bigint NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    game bigint NOT NULL,
    words text NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE agon_cup.meta (
    "only" bigint NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT meta_only_check CHECK (("only" = 1))
);
CREATE TABLE agon_cup.owner (
    "only" bigint NOT NULL,
    host text NOT NULL,
    pid bigint NOT NULL,
    since bigint NOT NULL,
    application text NOT NULL,
    CONSTRAINT owner_only_check CHECK (("only" = 1))
);
CREATE TABLE agon_cup.records (
    game bigint NOT NULL,
    dictionary bigint,
    frame bytea NOT NULL
);
ALTER TABLE ONLY agon_cup.records ALTER COLUMN frame SET STORAGE EXTERNAL;
COPY agon.blobs (hash, bytes, at) FROM stdin;
\.
COPY agon.contests (id, name, generation, text, kinds, words, lease_ms, coordinator, since, ended) FROM stdin;
1	cup	1	game: reversi\nvariant: 4x4\nseed: 8\ngames: 12\nopenings: random:2\nfleet: yes\nresults: postgresql://agon@/agon?host=/tmp/agon-postgres.mquebk&port=53995\nplayers:\n  - {name: ann, player: "@random"}\n  - {name: bob, player: "@first"}\n	{}	{}	60000	process 7070 on vm	2026-11-16 23:07:49.357042+00	\N
\.
COPY agon.leases (id, contest, first, games, copy, generation, job, can, cores, memory_bytes, speed, not_for, worker, attempt, until) FROM stdin;
5	1	9	2	0	1	{"number":9,"players":[1,0],"seed":"3461462215418890151","coin":1,"start":"OX---OX--XO----- X"}\n{"number":10,"players":[0,1],"seed":"16512592695005682443","coin":1,"start":"OX---OX--XO----- X"}\n	{}	1	0	0	\N	\N	0	-infinity
4	1	7	2	0	1	{"number":7,"players":[0,1],"seed":"5961234498240074733","coin":1,"start":"-XO--XO--XO----- X"}\n{"number":8,"players":[1,0],"seed":"5464788774829648461","coin":1,"start":"-XO--XO--XO----- X"}\n	{}	1	0	0	\N	1	1	infinity
6	1	11	2	0	1	{"number":11,"players":[0,1],"seed":"12555227682321074082","coin":1,"start":"OX---OX--XO----- X"}\n{"number":12,"players":[1,0],"seed":"13928428487010763649","coin":1,"start":"OX---OX--XO----- X"}\n	{}	1	0	0	\N	\N	0	-infinity
\.
COPY agon.submissions (id, contest, game, copy, lease, worker, record, at) FROM stdin;
7	1	7	0	4	1	\\x28b52ffd608d048d0f00365f5b25208d560773716aa4aecf67d950087f81db504e2c00245c1208537ac3887c845425404186064f004d0054006a5996a52061812624a5c995b1afb483d0b569188db156631a8ed61a86398ec5de754bd96f8ad7b74afb7e42862253ae87646c4ac7af7e2998627d0f25095fd97e7214a5c8f51db1e4fb9e44cc4b04d7053beaf840e8ba3a62494f0f1daf6badc5f6327accc8535eefdac129d2f17b87477acf9561ca0845201284e9c47b13dc778420ae8f240739067c0f21c3ebda4f6e798985bd8c1dc16f727d427bd7cfb2346b31661a5bae25911b9ef718e2fac67d95d1ece5f4987c5dfaa64811c0c41598c532d636cc81c316c6168759ccf7ae6547e9518cd2e63c9c46452d5aa32c4f64694dd1600a47552608117c3fa5d41000138ec6d85ebea1a4a91a4adf9b22ca4596204a6543694af5787a68b5101c9d6286fc2695be7e61f07dc40f728d0d218280c1c0f7f3815c6ccaf50e36732cd760ed612cc6317656832c18c3ad693dc5193a20f00209a846e929181dd58f1299e44267c7c222192eb1934df062ca810c58f45ccd6c220fd28c4de489692647eab3b1705a2db5dd380fd6189392ed62587204c1a8b0df84b3bc39ae6014ec0920e6c23014cf3fbedfe6c2728b3be1a4109f39bfb281ac740eef6b5f2e6b67566e9a64141627e28fbc549e992be96d2404ab7a	2026-11-16 23:07:52.566384+00
8	1	8	0	4	1	\\x28b52ffd604f04050f00065e5825108d58078603866e61acb30f6352546942d9712303520212d80767b9d86a8a02000002dc054b004b00500004080a34210923d7663f69f7a02b635ad318c7d2b446a3691a8d698cbdeb96b2a3295edf26edfbf9188a2cb91e92b1251dbffaa5608af5fd8310beb2fd6429c2c7f52d31e4fb8e44cc4b04d075b5c4909e1e3a5ed75a8beda5c430234f79bd6bf7a647c7ef1d1e183dd70509bac7f13d663a1145d3db778420ae9f32428f80ef1de8bcebda4f6e790985bd8c1dc151e47a04a5288a126cb986446e78a28821ae67eeab8ebd9c18265f97be2550029878c2c2d8c6dac562c03085318559d6f2bd6bd9113e6a51da1806a69928466b12e57928ad291aa660d4647a90c0f753c286eb7a2d757c5e00130d7b43c1a91c4aa3687a2817193a4a653f38a5ea0825b5efb19293db510e74f8711499f4f58c82ef258e9cd8ef0d101c7c3f1fc8c5965cef5e3fcc69acc6b005632daeb1b6160bb62c6b3163013820100309884639416400402ef8fd474988e42245c6aa4032ab5a23a517c2a5a04f0ea3c576711828e08bc34001df3848339bc4793e1647c003b338021e98510a9eeb2cf8056b0084b8307be2bb46fab75c5866712718296433a7ae6c97958ac3e9689f2e9767502e9964142d4e441b79a83c33aea4af91108ce901	2026-11-16 23:07:52.566444+00
\.
COPY agon.version (only_one, version) FROM stdin;
t	1
\.
COPY agon.workers (id, token_hash, description, host, cores, memory_bytes, speed, can, state, why, joined, seen, games, late, voids) FROM stdin;
1	\\x6f39ad96e0d094024083d3d11ead0a27e2777eeb3987bd8c214b4e78dd90749e	{"can": ["layer:limits", "layer:seccomp", "layer:landlock", "layer:ports", "layer:signals", "layer:pids", "layer:mounts", "layer:ipc", "layer:users", "layer:cgroup", "tool:bash", "tool:cargo", "tool:cc", "tool:clang", "tool:clang++", "tool:cmake", "tool:g++", "tool:gcc", "tool:go", "tool:java", "tool:javac", "tool:make", "tool:node", "tool:perl", "tool:python3", "tool:ruby", "tool:rustc", "tool:sh"], "agon": "0.1.0", "host": "vm", "cores": 1, "speed": 1.12, "machine": "Linux 6.18.44-fc-v445 x86_64, 2 cores", "memory_bytes": 25274793984}	vm	1	25274793984	1.12	{layer:limits,layer:seccomp,layer:landlock,layer:ports,layer:signals,layer:pids,layer:mounts,layer:ipc,layer:users,layer:cgroup,tool:bash,tool:cargo,tool:cc,tool:clang,tool:clang++,tool:cmake,tool:g++,tool:gcc,tool:go,tool:java,tool:javac,tool:make,tool:node,tool:perl,tool:python3,tool:ruby,tool:rustc,tool:sh}	here		2026-11-16 23:07:51.123415+00	2026-11-16 23:07:52.12416+00	6	0	0
\.
COPY agon_cup.contest ("only", seed, text, hash) FROM stdin;
1	8	game: reversi\nvariant: 4x4\nseed: 8\ngames: 12\nopenings: random:2\nfleet: yes\nresults: postgresql://agon@/agon?host=/tmp/agon-postgres.mquebk&port=53995\nplayers:\n  - {name: ann, player: "@random"}\n  - {name: bob, player: "@first"}\n	\\xa59b7e599634dacecd82929980bd99f87264adca95cfebb35132a7caeb44d68b
\.
COPY agon_cup.dictionaries (id, frame) FROM stdin;
1	\\x28b52ffd60cf04bd0f00765f5b24208d38077371b5dd129fb5d951c8768ad5a4aa2b810240de78547f72d4424c043010c48950004e00540091e71396a2284a418212c50852914937173d9b65b1ea2cba8d806d18da341ac6f25b37842d55ef7966c29c1f1d8b1e933c1fc1d7927ee7bc2a56a1e73b0ac29ecb8f6c7ad4e3f99e18e4fc8e44c44b04fc08a986a7ba9efa412e7a6a4f0cd2d543bfa7aaeaf2e1e4888f45f87cebe6aa47bff31d204a829e0c13d51c7bceb1cd0949aa1cbf5f04f17c842f7a089cff508f7b2a3fb2869758e0c3d7114c0a91df1a52146717ddc632aa0bd6acb6863cd600491283787edb39170d3eac1c913d35df126a0298b8c232b8a1bc580e9a55769566d1e5fcd6b01f05ad6525d3381a67b2180c2351a087c2300a6715cd9a542e1a780013eb2ccb876f161597ee4a49aa1eab3d463d2b613b2ac2d58f9a163fd4b36064fd2ce718734c8a4cfa7986c1f913939ed7ce1114209c1fa1a8bd963cdf5c33cf3aab8e36759681d4d116b0cdd1ae5e3e20000309a838399fd66868d98004925c23c9589348e60f1b094521505add16e211174c8fa871c1f2b4ba2d44cfd5ec267aae666b136d041cb23156984df2bc1fcb23e185599e92ef384b9637456ebb07808d8bcd2f9ec3f87f9b0bcc54dc09258570e6f895edb21270388df6697271e6e5924946e1e24cb491cfca27ae24b1bd748a1732b032
\.
COPY agon_cup.games (id, pair, game, play, first_id, second_id, first_name, second_name, start, verdict, winner, blame, rule, explanation, moves, plies, wall_ns, void_entry, hash, record_hash, first_pondered_ns, second_pondered_ns) FROM stdin;
1	0	0	1	1	0	bob	ann	-XO--XO--XO----- X	WON	1	-1	R5	ann beats bob: more stones, board full, 10 to 6	d1 a3 a4 a1 a2 -- d3 d4 c4 d2 -- b4	12	81000	\N	\\x0abc48bd520fbe77ba54a07ffd47a86b73a364361fe7ad8ea0860e96d68b36b8	\\xc4b16e511f84a7d2b893b4d4cc6e4755599f1678f05c351f77be67c7fd00bdc0	-1	-1
2	0	1	2	0	1	ann	bob	-XO--XO--XO----- X	WON	0	-1	R5	ann beats bob: more stones, board full, 10 to 6	d3 a1 -- a3 a2 b4 a4 d2 d1 -- c4 d4	12	10000	\N	\\x733acc70dfcc14b12e380354bff3f984b8c46d8678a8b33f21f936009d278660	\\x83e2c3c376638c52d5f88f66cf9e741a0a861b781fa33539ff479473c2a07782	-1	-1
3	1	0	3	0	1	ann	bob	-X---XX-OOO----- X	WON	1	-1	R5	bob beats ann: more stones, board full, 12 to 4	a4 a1 c4 c1 a2 d3 d2 d1 -- b4 -- d4	12	20000	\N	\\x2e55c775fd7cc9cb6c49e69669e772bbf5ed23aaf32784ca50113430a83c03f4	\\x94390ad80b0e76529bf1037d51ac2eb06d6869c95d7e643eb31eee168391ea67	-1	-1
4	1	1	4	1	0	bob	ann	-X---XX-OOO----- X	WON	0	-1	R5	bob beats ann: more stones, board full, 10 to 6	a4 c1 d1 b4 a2 a1 d3 d2 c4 d4	10	8000	\N	\\x79721acdf15c59cd27687f4c36ee972c84dfc30e1476d3dec60e75a42dec600c	\\xc4d21f60993afe4cda833b1f1f1131d70f1542e7db45d6d462b6d332ea019b12	-1	-1
5	2	0	5	1	0	bob	ann	-XO--XO--XO----- X	WON	0	-1	R5	bob beats ann: more stones, board full, 9 to 7	d1 a1 a2 a3 a4 d2 d3 b4 c4 d4	10	25000	\N	\\x1a6a9dd26c760b7dd4be69adf0f24e850d8627ff97194b03af0162c6c5541b08	\\xd488e4c7cdcad0b988b5bff6d1c214407ab9a07c9bbf681ade1a66618e8ae5d1	-1	-1
6	2	1	6	0	1	ann	bob	-XO--XO--XO----- X	WON	1	-1	R5	bob beats ann: more stones, neither can move, 8 to 7	d4 a1 d2 a3 a2 d3 a4 d1 b4	9	9000	\N	\\x88d86fa6c6aa9872a1a63c5f4b807e46c91fdfe7de1c268516c085693a410540	\\x647060c95fe328702fd3e0fd102994d54760a23122f2a8006d752a342f1dd3bf	-1	-1
\.
COPY agon_cup.log (id, at, kind, game, words, hash) FROM stdin;
1	1794870469	start	0	row 1: no bot was started here; Linux 6.18.44-fc-v445 x86_64, 2 cores, agon 0.1.0\nmachine Linux 6.18.44-fc-v445 x86_64\ncores 2\nagon 0.1.0\nlibraries libuv 1.44.2, jansson 2.14, libyaml 0.2.5, ICU 72.1, SQLite 3.40.1, libpq 15.18, zstd 1.5.4	\\x40e67f0bf2dc9240fc350172a03a79c52a8ee9e9dc3e34aef0d5c3546dae898f
\.
COPY agon_cup.meta ("only", version) FROM stdin;
1	2
\.
COPY agon_cup.owner ("only", host, pid, since, application) FROM stdin;
1	vm	7070	1794870468	agon
\.
COPY agon_cup.records (game, dictionary, frame) FROM stdin;
1	1	\\x28b52ffd60cf047d000000044000b949977f1c21b1e5f5142f
2	1	\\x28b52ffd60c404b50400b40230383839393633303730353039323737393230323535363133373431386430393139303131343031307d0a2c20e0e284647c4c2ac71501e5c6eca01409d00e7f18cb51f0501a05caa8af82e911fa285872240c0c9f30e1c8052c00c13737e86f242c6e2d59619b8db533b45b34272ba1599c44bc014e3b10c655e95026c1c9988e047296849137459874882c4e12b1e182a7c840
3	1	\\x28b52ffd60cd04e5040002040d13b03707781640b7283f09774aef26d38c99b094c041074e6940062ae8b2b467ada65ba2656f4c9d5355f6ebd97e56849f8494372e205073a2a00725d88b8dd9147451b8dca2211827c0a37187390a86052d58aca115669338075958a2ce73f050dc247bc21a16ba320cb0125f603740321c0630143d629d9296457054a58b020942c2742490332450b2ce5a984987d0c6512c3679c3530c20
4	1	\\x28b52ffd6047042d04005403313334333631303633373234373831313832342d2d2d58582d4f4f3434356331303064313036313032306430626f62616e6e307d0a2420607352e0019c9019ee00744b8951b9b5707525905c0e0f365f27c5e4e230b195b932ca2dd887791c8ae4e46413515ec8b129988d44274e3810bb562aebcc859d7486360e62b1d91b9e420301
5	1	\\x28b52ffd6052044d0400f40333353737313739363532363331373438353238353137313732303132313233323234643230333133303463316430626f62616e6e3920746f20373032357d0a2420907352d001185115a384e10e4167951895473339a26fe31e061818ca6d2c4ef96e0e8e63f2dab845dc790e172bef8693ecd68c9abab529d15a987404591c4bc4962e788a0f04
6	1	\\x28b52ffd600104bd040012040f1690b90d19190c191df10d66465c64771149ceab3b0f4ec0c2aca696ad05495188f5212c49c63a52771fa4d0cdfe7e451e31bf061505e5615973f117242000e346027afa4660906dd49dcc5d4091ac09c790675d46d4de126c50dc1a7382be058b23c0e0314b20b979702d9cd34868945b30540a744e38207655e9a242824998ce0472868495d72d4c3a43160789d8c6054f7180
\.
SELECT pg_catalog.setval('agon.contests_id_seq', 1, true);
SELECT pg_catalog.setval('agon.leases_id_seq', 6, true);
SELECT pg_catalog.setval('agon.submissions_id_seq', 8, true);
SELECT pg_catalog.setval('agon.workers_id_seq', 1, true);
ALTER TABLE ONLY agon.blobs
    ADD CONSTRAINT blobs_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY agon.contests
    ADD CONSTRAINT contests_name_key UNIQUE (name);
ALTER TABLE ONLY agon.contests
    ADD CONSTRAINT contests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY agon.leases
    ADD CONSTRAINT leases_contest_first_copy_key UNIQUE (contest, first, copy);
ALTER TABLE ONLY agon.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (id);
ALTER TABLE ONLY agon.submissions
    ADD CONSTRAINT submissions_contest_game_copy_key UNIQUE (contest, game, copy);
ALTER TABLE ONLY agon.submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY agon.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (only_one);
ALTER TABLE ONLY agon.workers
    ADD CONSTRAINT workers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY agon_cup.contest
    ADD CONSTRAINT contest_pkey PRIMARY KEY ("only");
ALTER TABLE ONLY agon_cup.dictionaries
    ADD CONSTRAINT dictionaries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY agon_cup.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY agon_cup.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY agon_cup.meta
    ADD CONSTRAINT meta_pkey PRIMARY KEY ("only");
ALTER TABLE ONLY agon_cup.owner
    ADD CONSTRAINT owner_pkey PRIMARY KEY ("only");
ALTER TABLE ONLY agon_cup.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (game);
CREATE INDEX leases_to_take ON agon.leases USING btree (contest, until, id);
CREATE INDEX submissions_of_lease ON agon.submissions USING btree (lease);
CREATE UNIQUE INDEX games_that_count ON agon_cup.games USING btree (pair, game) WHERE (void_entry IS NULL);
ALTER TABLE ONLY agon.leases
    ADD CONSTRAINT leases_contest_fkey FOREIGN KEY (contest) REFERENCES agon.contests(id) ON DELETE CASCADE;
ALTER TABLE ONLY agon.leases
    ADD CONSTRAINT leases_worker_fkey FOREIGN KEY (worker) REFERENCES agon.workers(id);
ALTER TABLE ONLY agon.submissions
    ADD CONSTRAINT submissions_contest_fkey FOREIGN KEY (contest) REFERENCES agon.contests(id) ON DELETE CASCADE;
ALTER TABLE ONLY agon.submissions
    ADD CONSTRAINT submissions_worker_fkey FOREIGN KEY (worker) REFERENCES agon.workers(id);
