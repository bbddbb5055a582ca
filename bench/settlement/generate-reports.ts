/** Reports of any length, written piece by piece: all rows are charges of {@link fillCharges}. */
import { settlementCsvColumns } from "#contract/connectors/settlement-csv";

/** The format of a processor's report that the service can read. */
export type ReportFormat = (typeof reportFormats)[number];
export const reportFormats = ["csv", "stripe", "adyen"] as const;

/** The charges `from`, `from + 1`, … */
export interface ChargeRange {
  readonly from: number;
  readonly count: number;
}

/** Rows of one payout. */
const rowsOfPayout = 10_000;
const feeMinor = 30;

/** Charge number → minor units of US dollars. Fill-charges.ts has the same rule. */
const amountOf = (number: number) => 1_000 + (number % 9_000);
const decimal = (minor: number) => (minor / 100).toFixed(2);

/** Yields the report's text one payout at a time; its last row is the payout itself. */
export function* generateReport(format: ReportFormat, range: ChargeRange): Generator<string> {
  const { header, charge, payout } = writers[format];
  yield `${header}\n`;
  const end = range.from + range.count;
  for (let from = range.from; from < end; from += rowsOfPayout) {
    const lines: string[] = [];
    const to = Math.min(end, from + rowsOfPayout);
    let netMinor = 0;
    for (let number = from; number < to; number += 1) {
      lines.push(charge(from, number, number - from + 1));
      netMinor += amountOf(number) - feeMinor;
    }
    lines.push(payout(from, netMinor, to - from + 1), "");
    yield lines.join("\n");
  }
}

interface Writer {
  readonly header: string;
  /** A charge of the payout that begins with the charge `first`. */
  charge(first: number, number: number, rowNo: number): string;
  payout(first: number, netMinor: number, rowNo: number): string;
}

const writers: Readonly<Record<ReportFormat, Writer>> = {
  csv: {
    header: settlementCsvColumns.join(","),
    charge: (first, number, rowNo) => {
      const gross = amountOf(number);
      return `b${first},${rowNo},charge,ch_${number},,,2026-11-20T10:00:00Z,USD,${gross},${feeMinor},commission,${gross - feeMinor},2026-11-24,,`;
    },
    payout: (first, net, rowNo) =>
      `b${first},${rowNo},payout,po_${first},,,2026-11-24T00:00:00Z,USD,${net},0,,${net},2026-11-24,,`,
  },
  stripe: {
    header:
      "automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created_utc,created,available_on,currency,gross,fee,net,reporting_category,source_id,description,customer_email,charge_id,payment_intent_id",
    charge: (first, number) => {
      const gross = amountOf(number);
      return `po_${first},2026-11-24 00:00:00,txn_${number},2026-11-20 10:00:01,2026-11-20 10:00:01,2026-11-24 00:00:00,usd,${decimal(gross)},${decimal(feeMinor)},${decimal(gross - feeMinor)},charge,ch_${number},Order,ada@example.com,ch_${number},pi_${number}`;
    },
    payout: (first, net) =>
      `po_${first},2026-11-24 00:00:00,txn_p${first},2026-11-24 00:00:00,2026-11-24 00:00:00,2026-11-24 00:00:00,usd,${decimal(-net)},0.00,${decimal(-net)},payout,po_${first},STRIPE PAYOUT,,,`,
  },
  adyen: {
    header:
      "Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number,Reserved4",
    charge: (first, number) => {
      const gross = amountOf(number);
      return `Acme,AcmeUS,ch_${number},,visa,2026-11-20 10:00:00,UTC,Settled,m_${number},USD,,${decimal(gross)},1,USD,,${decimal(gross - feeMinor)},,0.05,0.05,0.20,visacredit,,${first},`;
    },
    payout: (first, net) =>
      `Acme,AcmeUS,,,,2026-11-24 00:00:00,UTC,MerchantPayout,TX${first},USD,,,1,USD,${decimal(net)},,,,,,,,${first},`,
  },
};
