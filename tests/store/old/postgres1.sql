-- A contest of version 1 of the tables, as pg_dump wrote it.
CREATE SCHEMA "agon_old";
CREATE TABLE "agon_old".contest (
    "only" bigint NOT NULL,
    seed bigint NOT NULL,
    text text NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT contest_only_check CHECK (("only" = 1))
);
CREATE TABLE "agon_old".dictionaries (
    id bigint NOT NULL,
    frame bytea NOT NULL
);
ALTER TABLE ONLY "agon_old".dictionaries ALTER COLUMN frame SET STORAGE EXTERNAL;
CREATE TABLE "agon_old".games (
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
CREATE TABLE "agon_old".log (
    id bigint NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    game bigint NOT NULL,
    words text NOT NULL,
    hash bytea NOT NULL
);
CREATE TABLE "agon_old".meta (
    "only" bigint NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT meta_only_check CHECK (("only" = 1))
);
CREATE TABLE "agon_old".records (
    game bigint NOT NULL,
    dictionary bigint,
    frame bytea NOT NULL
);
ALTER TABLE ONLY "agon_old".records ALTER COLUMN frame SET STORAGE EXTERNAL;
INSERT INTO "agon_old".contest VALUES (1, -81985529216486896, 'game: reversi
players: [ann, bob]
', '\xfea107c7e2252d471aa28ecd08ddff390c8f8d8b8fdb5e62ecf8c38cae0f1472');
INSERT INTO "agon_old".games VALUES (1, 0, 0, 1, 0, 1, 'ann', 'bob', '8x8 start', 'DRAW', -1, -1, '', 'ann beats bob 40 to 24, game 0', 'd3 c0 e0', 3, 1000, NULL, '\x3f86256348d2c1335e385b3834f212ee9cf90a17bce68bf33f7e65e95ea2332c', NULL, 0, 0);
INSERT INTO "agon_old".games VALUES (2, 0, 1, 2, 1, 0, 'bob', 'ann', '8x8 start', 'WON', 0, -1, '', 'bob beats ann 40 to 24, game 1', 'd3 c1 e0', 3, 1001, NULL, '\x802c3b8f588f898603715e43834254aa2b3061e35c4c805e6e4f8fbe8dce868c', '\x60107ee6dd1d455e456e23cc71f428847e01050ee735a8d4d24a7ac234e6d2ee', 0, 0);
INSERT INTO "agon_old".games VALUES (3, 1, 0, 3, 0, 1, 'ann', 'bob', '8x8 start', 'WON', 0, -1, '', 'ann beats bob 40 to 24, game 2', 'd3 c2 e0', 3, 1002, NULL, '\x3e174e7104803f17591b49c921004d42467499ba1059f6372ccb2b7e2e079947', NULL, 0, 0);
INSERT INTO "agon_old".games VALUES (4, 1, 1, 4, 1, 0, 'bob', 'ann', '8x8 start', 'WON', 0, -1, '', 'bob beats ann 40 to 24, game 3', 'd3 c3 e0', 3, 1003, NULL, '\x98dacfee7bca5aa4fdf87bcb4d90032d74a7cfea7924ce51cd4d992a634d8597', NULL, 0, 0);
INSERT INTO "agon_old".games VALUES (5, 2, 0, 5, 0, 1, 'ann', 'bob', '8x8 start', 'WON', 0, -1, '', 'ann beats bob 40 to 24, game 4', 'd3 c4 e0', 3, 1004, NULL, '\x26d4033cba4bf5655b2ebb24f5632cdb181f65ec28ceb2ca78889aec985dc548', '\xda97be7bb58c7fbe4aa24b94a3be59e8d49b2dd698ca0a8d8b8e560eefe0b2e7', 0, 0);
INSERT INTO "agon_old".games VALUES (6, 2, 1, 6, 1, 0, 'bob', 'ann', '8x8 start', 'DRAW', -1, -1, '', 'bob beats ann 40 to 24, game 5', 'd3 c5 e0', 3, 1005, NULL, '\xa11e855b4f73825d1b60c6387067d2e11914669840490ede5c2c5ce4e4762005', NULL, 0, 0);
INSERT INTO "agon_old".games VALUES (7, 3, 0, 7, 0, 1, 'ann', 'bob', '8x8 start', 'WON', 0, -1, '', 'ann beats bob 40 to 24, game 6', 'd3 c6 e0', 3, 1006, NULL, '\x5e625885425a6e3ecbefb924409593e1916b6bf6aa53fcfefa0d7ed30e7ce9a7', NULL, 0, 0);
INSERT INTO "agon_old".games VALUES (8, 3, 1, 8, 1, 0, 'bob', 'ann', '8x8 start', 'WON', 0, -1, '', 'bob beats ann 40 to 24, game 7', 'd3 c7 e0', 3, 1007, NULL, '\x71cd5edd5e812226bd7d5078f07f65a44a6d093acc9e4eeb9f63ba669f754701', '\x8308ae04dd63000b9b65cad44f45e470b2179111d7233f7edf529d9f80da4be0', 0, 0);
INSERT INTO "agon_old".games VALUES (9, 4, 0, 9, 0, 1, 'ann', 'bob', '8x8 start', 'WON', 0, -1, '', 'ann beats bob 40 to 24, game 8', 'd3 c0 e1', 3, 1008, NULL, '\x13332816acfd8aa3afd26600d16d45aaf9c019911be81e4e24bf595430fdbe8c', NULL, 0, 0);
INSERT INTO "agon_old".games VALUES (10, 4, 1, 10, 1, 0, 'bob', 'ann', '8x8 start', 'WON', 0, -1, '', 'bob beats ann 40 to 24, game 9', 'd3 c1 e1', 3, 1009, NULL, '\x02bb09c053ba9a1b888b32841bed24c433a3b357ebd68ce7c019e7d40e9048e3', NULL, 0, 0);
INSERT INTO "agon_old".games VALUES (11, 5, 0, 11, 0, 1, 'ann', 'bob', '8x8 start', 'DRAW', -1, -1, '', 'ann beats bob 40 to 24, game 10', 'd3 c2 e1', 3, 1010, NULL, '\x32771cc7642d3f4dc41a3042cecc7a6d37eeccaa5ab901dc0af41f52ded8ae39', '\x404f9ad73e8d17682ae616bb39b7ea32c4efa4823dd3ce49b46b0b98ad43c7e6', 0, 0);
INSERT INTO "agon_old".games VALUES (12, 5, 1, 12, 1, 0, 'bob', 'ann', '8x8 start', 'WON', 0, -1, '', 'bob beats ann 40 to 24, game 11', 'd3 c3 e1', 3, 1011, NULL, '\x879f8126896318ac2afcf59c0bf1dc89e2e4839786e293aa414c731d7e27908e', NULL, 0, 0);
INSERT INTO "agon_old".meta VALUES (1, 1);
INSERT INTO "agon_old".records VALUES (2, NULL, '\x28b52ffd204265010044027b2274797065223a226d6f7665222c2267616d65223a312c22706c79223a307d0a317d0a010021a27a02');
INSERT INTO "agon_old".records VALUES (5, NULL, '\x28b52ffd20a5a5010074027b2274797065223a226d6f7665222c2267616d65223a342c22706c79223a307d0a313233347d0a04000017801fc05988a8c8');
INSERT INTO "agon_old".records VALUES (8, NULL, '\x28b52ffd600800ed0100a4027b2274797065223a226d6f7665222c2267616d65223a372c22706c79223a307d0a313233343536377d0a07000017801fc019c005e0077016222a32');
INSERT INTO "agon_old".records VALUES (11, NULL, '\x28b52ffd607700450200f4027b2274797065223a226d6f7665222c2267616d65223a31302c22706c79223a307d0a31323334353637383931307d0a0a006014301e181918058c0746064601e38191a9348a0c');
ALTER TABLE ONLY "agon_old".contest
    ADD CONSTRAINT contest_pkey PRIMARY KEY ("only");
ALTER TABLE ONLY "agon_old".dictionaries
    ADD CONSTRAINT dictionaries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY "agon_old".games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);
ALTER TABLE ONLY "agon_old".log
    ADD CONSTRAINT log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY "agon_old".meta
    ADD CONSTRAINT meta_pkey PRIMARY KEY ("only");
ALTER TABLE ONLY "agon_old".records
    ADD CONSTRAINT records_pkey PRIMARY KEY (game);
CREATE UNIQUE INDEX games_that_count ON "agon_old".games USING btree (pair, game) WHERE (void_entry IS NULL);
