DROP FUNCTION agon.show(bigint, text, bigint[], bigint[], bigint[], bigint[], bytea[]);
DROP FUNCTION agon.is_watched(bigint, bigint);
DROP FUNCTION agon.watch(text, bigint[]);
DROP TABLE agon.live, agon.watching;
DROP TRIGGER note_over ON agon.leases;
DROP FUNCTION agon.note_over();
DROP TRIGGER note_games ON agon.workers;
DROP FUNCTION agon.note_games();
DROP TABLE agon.minutes;
