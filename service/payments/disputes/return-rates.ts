/**
 * The shares of ACH debits that banks returned: as unauthorized, for wrong account data ("administrative"), and for any
 * reason. Nacha limits each share.
 *
 * A share is the returns of the last 60 days divided by the debits of the same days that were in a file. Banks and
 * processors published these limits in 2026; ask your bank before you rely on them.
 */
import type { ReturnRate, ReturnRates } from "#contract/console/disputes";
import type { Statement } from "../../platform/database/database.ts";
import type { PaymentsDeps } from "../payments-deps.ts";

const days = 60;

/** Staff see a warning once half of a limit is reached. */
const warnAt = 0.5;

const limits = [
  {
    kind: "unauthorized",
    codes: ["R05", "R07", "R10", "R11", "R29", "R51"],
    limitRatio: 0.005,
  },
  { kind: "administrative", codes: ["R02", "R03", "R04"], limitRatio: 0.03 },
  { kind: "overall", codes: null, limitRatio: 0.15 },
] as const;

/** `$1` operator, `$2` start. The conditions are those of the index. */
const countDebits: Statement = {
  name: "returns.count_debits",
  text: `select count(*) as count from ach_entries
  where operator_id = $1 and created_at >= $2 and direction = 'debit' and source = 'payment'
    and not is_reversal and status in ('filed', 'settled', 'returned')`,
};

/** `$1` operator, `$2` start. */
const countReturns: Statement = {
  name: "returns.count_returns",
  text: `select return_code as code, count(*) as count from bank_mandates
  where operator_id = $1 and returned_at >= $2 and return_code is not null group by return_code`,
};

/** The shares of returned ACH debits; null for an operator without debits and returns in these days. */
export async function readReturnRates(
  { database, clock }: Pick<PaymentsDeps, "database" | "clock">,
  operatorId: string,
): Promise<ReturnRates | null> {
  const from = new Date(clock.nowMs() - days * 24 * 60 * 60_000);
  const [counted, returns] = await Promise.all([
    database.run<{ count: number }>(countDebits, [operatorId, from]),
    database.run<{ code: string; count: number }>(countReturns, [operatorId, from]),
  ]);
  const debits = counted.rows[0]?.count ?? 0;
  if (debits === 0 && returns.rows.length === 0) return null;
  const data = limits.map(({ kind, codes, limitRatio }): ReturnRate => {
    const counts = returns.rows.filter(
      ({ code }) => codes === null || (codes as readonly string[]).includes(code),
    );
    const returned = counts.reduce((sum, { count }) => sum + count, 0);
    const ratio = debits === 0 ? null : returned / debits;
    return {
      kind,
      returned,
      ratio,
      limitRatio,
      state: returnStateOf({ returned, debits, limitRatio }),
    };
  });
  return { days, debits, data };
}

/** `warning` from half of the limit up to the limit itself. */
export function returnStateOf(rate: {
  returned: number;
  debits: number;
  limitRatio: number;
}): string {
  const { returned, debits, limitRatio } = rate;
  if (returned === 0) return "fine";
  if (returned > debits * limitRatio) return "over";
  return returned >= debits * limitRatio * warnAt ? "warning" : "fine";
}
