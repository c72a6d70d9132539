-- The roles of a fleet, for all databases of a server. To be run by somebody who may create roles.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['agon_owner', 'agon_worker', 'agon_reader'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN', name);
        END IF;
    END LOOP;
END $$;
