-- Nothing is left of the fleet; contests stay as they are. The roles stay, since other databases of
-- the same server may use them.
DROP SCHEMA agon CASCADE;
