-- compatible-from: 0100
-- Operators' logos (docs/console/appearance.md), as the service encoded them. Rows never change.
create table logos (
  operator_id text not null references operators,
  -- From the digest of the image.
  logo_id text not null,
  -- WebP, as base64.
  content text not null,
  uploaded_at timestamptz not null,
  primary key (operator_id, logo_id)
);

-- Browsers name only the logo.
create index logos_by_id on logos (logo_id);
