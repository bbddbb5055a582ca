-- What browsers may still ask for of builds that no running service has any more (service/frames/released-files.ts):
-- the SDK of each version, and the parts of pages that were opened before an upgrade.
create table released_files (
  -- As in the address: `0.1.0/tessera.js`, `assets/entry-1a2b3c4d.js`.
  path text primary key,
  content_type text not null,
  -- SHA-256 of the plain bytes, base64url.
  digest text not null,
  -- The bytes, compressed by Brotli, in base64.
  content text not null,
  -- When a service with this build ran last.
  last_run_at timestamptz not null
);
