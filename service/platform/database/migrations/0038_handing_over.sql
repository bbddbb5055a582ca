-- The states of an ACH file (service/ach/ach-file-states.ts). written_at is when handing over began: a file
-- without it is not in the outbox yet. Before this migration a file without it may be there after all, when
-- the commit after its rename failed, so a person decides about those.
alter table ach_files
  add column status text not null default 'made',
  -- The attempt that may publish the file; no other process does.
  add column hand_over_token text,
  -- SHA-256 of the file's bytes, hex: what a bank's acknowledgement names.
  add column content_hash text,
  -- Why staff decided as they did.
  add column reason text;
update ach_files set status = case when written_at is null then 'handing_over' else 'handed_over' end,
  written_at = coalesce(written_at, created_at);
alter table ach_files
  add constraint ach_files_status check (
    status in ('made', 'handing_over', 'handed_over', 'acknowledged')),
  add constraint ach_files_begun check ((status = 'made') = (written_at is null));
create index ach_files_handing_over on ach_files (created_at) where status = 'handing_over';
