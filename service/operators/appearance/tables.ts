import type { Appearance } from "#contract/appearance/appearance";
import type { JsonColumn } from "../../platform/database/tables.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    appearance_versions: AppearanceVersionRow;
    appearance_drafts: AppearanceDraftRow;
    logos: LogoRow;
  }
}

export interface AppearanceVersionRow {
  operator_id: string;
  version: number;
  /** The look; null for Tessera's own. */
  appearance: JsonColumn<Appearance | null> | null;
  restored_version: number | null;
  /** `staff:<id>`, `command` or `service`. */
  published_by: string;
  published_at: Date;
}

export interface AppearanceDraftRow {
  operator_id: string;
  appearance: JsonColumn<Appearance>;
  saved_by: string;
  saved_at: Date;
}

export interface LogoRow {
  operator_id: string;
  logo_id: string;
  /** The WebP image in base64. */
  content: string;
  uploaded_at: Date;
}
