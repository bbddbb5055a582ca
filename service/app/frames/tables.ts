declare module "../../platform/database/tables.ts" {
  interface Tables {
    released_files: ReleasedFileRow;
  }
}

export interface ReleasedFileRow {
  path: string;
  content_type: string;
  digest: string;
  content: string;
  last_run_at: Date;
}
