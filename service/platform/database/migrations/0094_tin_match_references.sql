-- The provider's id of a TIN check whose result comes later (service/tax/w9/matching).
alter table w9_forms add column tin_match_reference text;
