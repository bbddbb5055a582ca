-- compatible-from: 0100
-- The key of a missing statement names its currency, also in the first currency of its account: which one is first can
-- change before the statement arrives.
update settlement_breaks
set break_key = 'sequence_gap:' || source || ':' || currency || substr(break_key, length('sequence_gap:' || source) + 1)
where class = 'sequence_gap' and right(source, 4) <> ':' || currency;
