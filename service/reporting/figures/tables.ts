import type { Generated } from "kysely";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    daily_figures: DailyFigureRow;
    figure_days: FigureDayRow;
    figure_changes: FigureChangeRow;
  }
}

/** See day-sums.ts. */
export interface DailyFigureRow {
  operator_id: string;
  day: string;
  dimension: string;
  currency: string;
  value: string;
  payments: number;
  succeeded: number;
  approved: number;
  decided: number;
  first_approved: number;
  first_decided: number;
  volume_minor: number;
  fees_minor: number;
  tax_minor: number;
}

/** A day with complete sums. */
export interface FigureDayRow {
  operator_id: string;
  day: string;
  time_zone: string;
  built_at: Date;
}

/** A later change of a payment or refund that was created at `at`. */
export interface FigureChangeRow {
  operator_id: string;
  at: Date;
  change_id: Generated<number>;
}
