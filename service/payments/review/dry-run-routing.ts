import { intentLifetimeMs } from "#contract/api/payment-intents";
import type { DryRun } from "#contract/console/routing";
import { firstIdAt } from "#contract/ids";
import { toMajor } from "#contract/money";
import type { RoutingNeed, RoutingRule } from "#contract/routing-rules";
import { type CustomerDeps, findCustomers } from "../../customers/profile/index.ts";
import { toIsoTime } from "../../platform/clock.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { asksForCountry, chooseRoute, isIncapable } from "../routing/index.ts";

/** How far back a dry run looks. */
const dryRunMs = 7 * 24 * 60 * 60_000;
/** Limits the memory that a dry run uses. */
const batchSize = 500;
/** A dry run reads the newest payments, at most this many. */
const maxPayments = 50_000;
const maxSamples = 10;

/** Applies rules to the card payments of the last seven days. Changes nothing. */
export async function dryRunRouting(
  deps: CustomerDeps & Pick<PaymentsDeps, "routing">,
  operatorId: string,
  rules: readonly RoutingRule[],
  limits: { readonly max?: number; readonly pageSize?: number } = {},
): Promise<DryRun> {
  const { max = maxPayments, pageSize = batchSize } = limits;
  const toMs = deps.clock.nowMs();
  const fromMs = toMs - dryRunMs;
  const tallies = createTallies(rules);
  const passedOver = createPassedOver();
  const samples: DryRun["samples"] = [];
  let payments = 0;
  let moved = 0;
  let unroutable = 0;
  let isComplete = true;
  for (let before: Cursor | null = null; ; ) {
    const rows: readonly PaidRow[] = await readBatch(deps, operatorId, fromMs, before, pageSize);
    const room = max - payments;
    isComplete = rows.length <= room;
    const counted = rows.slice(0, room);
    const countryOf = await countries(deps, operatorId, rules, counted);
    for (const row of counted) {
      payments += 1;
      const decision = chooseRoute(
        {
          paymentId: row.payment_id,
          amountMinor: row.total_minor,
          currency: row.currency,
          type: "card",
          brand: brandOf(row),
          funding: factOf(row, "funding") ?? "unknown",
          country: countryOf(row),
          needs: needsOf(row),
        },
        rules,
        deps.routing.processors,
        () => true,
      );
      for (const { processor, outcome } of decision?.candidates ?? []) {
        if (isIncapable(outcome)) passedOver.add(processor, outcome);
      }
      const ruleId = decision?.ruleId ?? null;
      const would = decision?.chosen ?? null;
      tallies.add(ruleId, row, would);
      if (would === null) unroutable += 1;
      if (would === row.processor) continue;
      moved += 1;
      if (samples.length < maxSamples) samples.push(sampleOf(row, would, ruleId));
    }
    const last = rows.at(-1);
    if (!isComplete || !last || rows.length < pageSize) break;
    before = last;
  }
  return {
    from: toIsoTime(fromMs),
    to: toIsoTime(toMs),
    payments,
    isComplete,
    moved,
    unroutable,
    samples,
    rules: tallies.shown(),
    passedOver: passedOver.shown(),
  };
}

type Cursor = Pick<PaidRow, "payment_intent_id" | "payment_id">;

interface PaidRow {
  payment_id: string;
  payment_intent_id: string;
  external_customer_id: string;
  currency: string;
  total_minor: number;
  processor: string;
  status: string;
  payment_method: unknown;
  routing: Record<string, unknown> | null;
  created_at: Date;
}

/** The newest card payments since `fromMs` that precede a cursor. */
function readBatch(
  { database }: Pick<PaymentsDeps, "database">,
  operatorId: string,
  fromMs: number,
  before: Cursor | null,
  pageSize: number,
): Promise<PaidRow[]> {
  const found = database.kysely
    .selectFrom("payment_intents as i")
    .innerJoin("payments as p", "p.payment_intent_id", "i.payment_intent_id")
    .select([
      "p.payment_id",
      "p.payment_intent_id",
      "p.total_minor",
      "p.processor",
      "p.status",
      "p.payment_method",
      "p.routing",
      "p.created_at",
      "i.external_customer_id",
      "i.currency",
    ])
    .where("i.operator_id", "=", operatorId)
    // An intent is paid within its window, so older intents can be skipped.
    .where("i.payment_intent_id", ">=", firstIdAt("paymentIntent", fromMs - intentLifetimeMs))
    .where("p.type", "=", "card")
    .where("p.created_at", ">=", new Date(fromMs));
  const rest = before
    ? found.where((row) =>
        row.or([
          row("i.payment_intent_id", "<", before.payment_intent_id),
          row.and([
            row("i.payment_intent_id", "=", before.payment_intent_id),
            row("p.payment_id", "<", before.payment_id),
          ]),
        ]),
      )
    : found;
  return rest
    .orderBy("i.payment_intent_id", "desc")
    .orderBy("p.payment_id", "desc")
    .limit(pageSize)
    .execute();
}

/** The country of the routing decision, or else the customer's current country. */
async function countries(
  deps: CustomerDeps,
  operatorId: string,
  rules: readonly RoutingRule[],
  rows: readonly PaidRow[],
): Promise<(row: PaidRow) => string | null> {
  const unknown = asksForCountry(rules) ? rows.filter((row) => !factOf(row, "country")) : [];
  const ids = unknown.map((row) => row.external_customer_id);
  const customers = await findCustomers(deps, operatorId, ids);
  return (row) =>
    factOf(row, "country") ??
    customers.get(row.external_customer_id)?.data.address?.country ??
    null;
}

function factOf({ routing }: PaidRow, name: "country" | "funding"): string | null {
  const value = routing?.[name];
  return typeof value === "string" ? value : null;
}

/** Older payments have no stored needs; for them, only what every card payment needs is certain. */
function needsOf({ routing }: PaidRow): readonly RoutingNeed[] {
  const needs = routing?.["needs"];
  return Array.isArray(needs) ? needs : ["three_d_secure"];
}

function brandOf({ payment_method: method }: PaidRow): string {
  const { brand } = (method ?? {}) as { brand?: unknown };
  return typeof brand === "string" ? brand : "";
}

function sampleOf(row: PaidRow, would: string | null, ruleId: string | null) {
  return {
    paymentIntentId: row.payment_intent_id,
    paymentId: row.payment_id,
    amount: toMajor(row.total_minor, row.currency),
    currency: row.currency,
    brand: brandOf(row),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    did: row.processor,
    would,
    ruleId,
  };
}

/** Counts processors that were passed over because they cannot take a payment, by processor and reason. */
function createPassedOver() {
  const counts = new Map<string, DryRun["passedOver"][number]>();
  return {
    add(processor: string, reason: string): void {
      const key = `${processor} ${reason}`;
      const found = counts.get(key) ?? { processor, reason, payments: 0 };
      found.payments += 1;
      counts.set(key, found);
    },
    shown: () => [...counts.values()],
  };
}

interface Share {
  payments: number;
  readonly minor: Map<string, number>;
}

/** Memory grows with rules and processors, not with payments. */
function createTallies(rules: readonly RoutingRule[]) {
  const newShare = (): Share => ({ payments: 0, minor: new Map() });
  const newTally = (processors: readonly string[]) => ({
    total: newShare(),
    byProcessor: new Map(processors.map((name) => [name, { would: newShare(), did: newShare() }])),
  });
  const byRule = new Map(
    rules
      .filter(({ enabled }) => enabled)
      .map(({ id, to }) => [id, newTally(to.map(({ processor }) => processor))] as const),
  );
  const byNone = newTally([]);
  const tallyOf = (ruleId: string | null) => (ruleId === null ? byNone : byRule.get(ruleId));
  return {
    add(ruleId: string | null, row: PaidRow, would: string | null): void {
      const tally = tallyOf(ruleId);
      if (!tally) return;
      const of = (processor: string) => {
        const found = tally.byProcessor.get(processor);
        if (found) return found;
        const shares = { would: newShare(), did: newShare() };
        tally.byProcessor.set(processor, shares);
        return shares;
      };
      count(tally.total, row);
      count(of(row.processor).did, row);
      if (would !== null) count(of(would).would, row);
    },
    shown: (): DryRun["rules"] =>
      [...byRule, [null, byNone] as const].map(([ruleId, { total, byProcessor }]) => ({
        ruleId,
        total: show(total),
        processors: [...byProcessor].map(([processor, { would, did }]) => ({
          processor,
          would: show(would),
          did: show(did),
        })),
      })),
  };
}

function count(share: Share, { currency, total_minor: minor }: PaidRow): void {
  share.payments += 1;
  share.minor.set(currency, (share.minor.get(currency) ?? 0) + minor);
}

function show({ payments, minor }: Share) {
  const amounts = [...minor].map(([currency, sum]) => ({
    currency,
    amount: toMajor(sum, currency),
  }));
  return { payments, amounts: amounts.sort((a, b) => a.currency.localeCompare(b.currency)) };
}
