import type { Database } from "../../../platform/database/database.ts";
import { dateIn } from "../../../platform/date-in.ts";
import type { Day } from "../days.ts";
import { figureKey } from "../read-figures.ts";

/** Sums by {@link figureKey}, without zeros, in plain code. */
export async function sumsFromRows(
  { kysely }: Database,
  { operatorId, timeZone }: { readonly operatorId: string; readonly timeZone: string },
  from: Day,
  to: Day,
): Promise<Record<string, Record<string, number>>> {
  const sums: Record<string, Record<string, number>> = {};
  const add = (key: string, measures: Record<string, number>) => {
    const found = sums[key] ?? {};
    sums[key] = found;
    for (const [name, value] of Object.entries(measures)) found[name] = (found[name] ?? 0) + value;
  };
  const isIn = (at: Date) => {
    const day = dateIn(timeZone, at.getTime());
    return day >= from && day <= to;
  };
  const intents = await kysely
    .selectFrom("payment_intents")
    .select(["payment_intent_id", "currency", "created_at"])
    .where("operator_id", "=", operatorId)
    .execute();
  const attempts = await kysely
    .selectFrom("payments")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .orderBy("attempt")
    .execute();
  for (const { payment_intent_id: id, currency } of intents.filter(({ created_at }) =>
    isIn(created_at),
  )) {
    add(figureKey(currency, "created"), { payments: 1 });
    const own = attempts.filter((attempt) => attempt.payment_intent_id === id);
    const deciding =
      own.find(({ status }) => status === "success") ??
      own.find(({ was_success }) => was_success) ??
      own.at(-1);
    const steps = new Set<string>();
    for (const attempt of own) {
      const { status, was_success, type, processor } = attempt;
      const approved = Number(status === "success" || was_success);
      const { brand = "" } = (attempt.payment_method ?? {}) as { brand?: string };
      const { country = "" } = attempt.price_detail as { country?: string };
      const decides = Number(attempt === deciding);
      const money = decides * Number(status === "success");
      const first = Number(attempt.attempt === 1);
      const values = { total: "", type, processor, brand, country };
      for (const [dimension, value] of Object.entries(values)) {
        add(figureKey(currency, dimension, value), {
          payments: decides,
          succeeded: money,
          approved: decides * approved,
          decided: decides * Number(status !== "pending"),
          firstApproved: first * approved,
          firstDecided: first * Number(status !== "pending"),
          volumeMinor: money * attempt.total_minor,
          feesMinor: money * attempt.fees_minor,
          taxMinor: money * attempt.tax_minor,
        });
      }
      if (type === "card") for (const step of stepsOf(attempt, approved === 1)) steps.add(step);
    }
    for (const step of steps) add(figureKey(currency, "three_ds", step), { payments: 1 });
    const reasons = own.flatMap(({ status, messages }) =>
      status === "failed" ? ((messages as { code: string }[]).at(-1)?.code ?? []) : [],
    );
    for (const reason of new Set(reasons))
      add(figureKey(currency, "reason", reason), { payments: 1 });
  }
  const refunds = await kysely
    .selectFrom("refunds")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .execute();
  for (const refund of refunds.filter(({ created_at }) => isIn(created_at))) {
    if (refund.step === "failed" || refund.step === "canceled") continue;
    add(figureKey(refund.currency, "refund", refund.reason ?? ""), {
      payments: 1,
      volumeMinor: refund.base_minor + refund.fees_minor + refund.tax_minor,
      feesMinor: refund.fees_minor,
      taxMinor: refund.tax_minor,
    });
  }
  const disputes = await kysely
    .selectFrom("disputes")
    .select(["currency", "stage", "status", "amount_minor", "opened_at"])
    .where("operator_id", "=", operatorId)
    .execute();
  for (const dispute of disputes.filter(({ opened_at }) => isIn(opened_at))) {
    if (dispute.stage === "inquiry") continue;
    const isOpen = dispute.status === "needs-response" || dispute.status === "under-review";
    const outcome = isOpen ? "open" : dispute.status === "won" ? "won" : "lost";
    add(figureKey(dispute.currency, "dispute", outcome), {
      payments: 1,
      volumeMinor: dispute.amount_minor,
    });
  }
  const zero = {
    payments: 0,
    succeeded: 0,
    approved: 0,
    decided: 0,
    firstApproved: 0,
    firstDecided: 0,
    volumeMinor: 0,
    feesMinor: 0,
    taxMinor: 0,
  };
  return Object.fromEntries(
    Object.entries(sums)
      .map(([key, found]): [string, Record<string, number>] => [key, { ...zero, ...found }])
      .filter(([, found]) => Object.values(found).some((value) => value !== 0))
      .sort(),
  );
}

function stepsOf({ three_ds }: { three_ds: unknown }, isApproved: boolean): string[] {
  const three = three_ds as { challenged: boolean; transStatus: string } | null;
  if (!three) return ["card"];
  const steps = ["card", "authenticated"];
  if (!three.challenged) {
    return [...steps, "frictionless", ...(isApproved ? ["frictionless_approved"] : [])];
  }
  const isPassed = isApproved || ["Y", "A"].includes(three.transStatus);
  return [
    ...steps,
    "challenged",
    ...(isPassed ? ["challenge_passed"] : []),
    ...(isApproved ? ["challenge_approved"] : []),
  ];
}
