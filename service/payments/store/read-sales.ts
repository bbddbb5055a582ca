import type { Sale } from "../../ledger/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PriceDetail } from "../pricing/index.ts";

/** Reads the sales of payments, by payment id. */
export async function readSales(
  tx: Tx,
  operatorId: string,
  paymentIds: readonly string[],
): Promise<Map<string, Sale>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom("payments")
    .select(["payment_id", "total_minor", "fees_minor", "tax_minor", "price_detail"])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "in", [...paymentIds])
    .execute();
  return new Map(
    rows.map((row) => {
      const detail = row.price_detail as PriceDetail;
      const parts = {
        baseMinor: row.total_minor - row.fees_minor - row.tax_minor,
        feesMinor: row.fees_minor,
        taxMinor: row.tax_minor,
      };
      return [row.payment_id, { parts, taxState: detail.taxJurisdiction ?? null }];
    }),
  );
}
