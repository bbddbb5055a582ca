-- A file of which every entry was taken out before it reached the bank (service/rails/ach/late-credits.ts).
alter table ach_files
  drop constraint ach_files_status,
  drop constraint ach_files_begun,
  add constraint ach_files_status
    check (status in ('made', 'handing_over', 'handed_over', 'acknowledged', 'emptied')),
  add constraint ach_files_begun check ((status in ('made', 'emptied')) = (written_at is null));

drop index ach_files_to_write;
create index ach_files_to_write on ach_files (created_at) where status = 'made';
