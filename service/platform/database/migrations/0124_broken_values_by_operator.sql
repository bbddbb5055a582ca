-- compatible-from: 0100
-- How many values of each operator a walk could not decrypt: only their operators keep their retired data keys. A process
-- of an earlier version counts them in `broken` alone; then the walk destroys nothing.
alter table key_walks add column broken_by_operator jsonb not null default '{}'::jsonb;
