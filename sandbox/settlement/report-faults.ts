import type { Batch, ReportRow } from "./batches.ts";

/** Faults of a report that testers select. */
export const reportFaults = {
  missing_row: "A charge is missing; the totals agree",
  doubled_row: "A charge appears twice; the totals agree",
  wrong_fee: "One fee is a dollar too high; the totals agree",
  wrong_total: "The payout is not the sum of its rows",
  unknown_charge: "One row is for an unknown charge",
  changed_reissue: "The same batch again, with another amount",
  late_file: "The file is ready three banking days later",
} as const;
export type ReportFault = keyof typeof reportFaults;

/** Returns the batch with the fault. Faults that need a charge leave a batch without one unchanged. */
export function withFault(batch: Batch, fault: ReportFault | undefined): Batch {
  const isCharge = ({ row_type }: ReportRow) => row_type === "charge";
  const first = batch.rows.find(isCharge);
  const payments = batch.rows.slice(0, -1);
  switch (fault) {
    case undefined:
    case "late_file":
      return batch;
    case "wrong_total":
      return { ...batch, rows: [...payments, payoutOf(batch, batch.netMinor + 100)] };
    case "unknown_charge": {
      const unknown: ReportRow = {
        ...(batch.rows.at(-1) as ReportRow),
        row_type: "charge",
        processor_reference: `unknown_${batch.number}`,
        merchant_reference: `unknown_${batch.number}`,
        gross_minor: 1_234,
        fee_minor: 0,
        net_minor: 1_234,
      };
      return rebuilt(batch, [...payments, unknown]);
    }
    case "missing_row":
      return rebuilt(
        batch,
        payments.filter((row) => row !== first),
      );
    case "doubled_row":
      return rebuilt(
        batch,
        payments.flatMap((row) => (row === first ? [row, row] : [row])),
      );
    case "wrong_fee":
      return changed(batch, first, { fee: 100 });
    case "changed_reissue":
      return changed(batch, first ?? payments[0], { gross: 1 });
  }
}

function changed(
  batch: Batch,
  wanted: ReportRow | undefined,
  { fee = 0, gross = 0 }: { fee?: number; gross?: number },
): Batch {
  return rebuilt(
    batch,
    batch.rows.slice(0, -1).map((row) =>
      row === wanted
        ? {
            ...row,
            gross_minor: row.gross_minor + gross,
            fee_minor: row.fee_minor + fee,
            fees: { ...row.fees, markup: row.fees.markup + fee },
            net_minor: row.net_minor + gross - fee,
          }
        : row,
    ),
  );
}

/** The batch with these rows, numbered and added up again. */
function rebuilt(batch: Batch, rows: readonly ReportRow[]): Batch {
  const netMinor = rows.reduce((sum, { net_minor }) => sum + net_minor, 0);
  const numbered = [...rows, payoutOf(batch, netMinor)].map((row, index) => ({
    ...row,
    row_no: index + 1,
  }));
  return { ...batch, rows: numbered, netMinor };
}

function payoutOf(batch: Batch, netMinor: number): ReportRow {
  const payout = batch.rows.at(-1) as ReportRow;
  return { ...payout, gross_minor: netMinor, net_minor: netMinor };
}
