/**
 * Finds payments, refunds, refund batches, disputes, payouts, and the batches and breaks of reconciliation by an id or
 * its beginning.
 *
 * Every statement names the operator, reads an index and returns at most {@link maxOfKind} rows. All text has the
 * collation "C" (platform/database/migrate.ts), so the ids with a prefix lie between the prefix and the prefix
 * followed by the last possible character.
 */
import type { Statement } from "../../platform/database/database.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";

/** Maximum number of rows of each kind. */
export const maxOfKind = 5;

export type FoundKind =
  | "payment"
  | "refund"
  | "refund_batch"
  | "dispute"
  | "payout"
  | "settlement_batch"
  | "settlement_break";

export interface FoundRow {
  readonly kind: FoundKind;
  readonly id: string;
  readonly pageId: string;
  /** The operator's own id. */
  readonly label: string;
  /** Null for batches and breaks of reconciliation. */
  readonly status: string | null;
  /** Null for a batch, which can have several currencies. */
  readonly amountMinor: number | null;
  readonly currency: string | null;
}

interface Row {
  id: string;
  page_id: string;
  label: string;
  status: string | null;
  amount_minor: number | null;
  currency: string | null;
}

/**
 * `pay_` and `dis_` ids have no index by operator. From this length on they contain the millisecond of their creation,
 * which few share.
 */
const wholeTimeLength = 13;

const payment = `select %id as id, i.payment_intent_id as page_id,
  i.external_payment_intent_id as label, i.status, i.amount_minor, i.currency`;
const payout = `select %id as id, d.disbursement_intent_id as page_id,
  d.external_disbursement_intent_id as label, d.status, d.amount_minor, d.currency
  from disbursement_intents d where d.operator_id = $1`;
const refund = `select %id as id, r.payment_intent_id as page_id, r.external_refund_id as label,
  r.step as status, r.base_minor + r.fees_minor + r.tax_minor as amount_minor, r.currency
  from refunds r where r.operator_id = $1`;

const batch = `select %id as id, b.refund_batch_id as page_id, b.refund_batch_id as label,
  b.state as status, null::bigint as amount_minor, null::text as currency
  from refund_batches b where b.operator_id = $1`;

const dispute = `select %id as id, c.dispute_id as page_id,
  c.provider_dispute_id as label, c.status, c.amount_minor, c.currency
  from disputes c where c.operator_id = $1`;

const settlementBatch = `select %id as id, b.settlement_batch_id as page_id, b.batch_key as label,
  null::text as status, b.net_minor as amount_minor, b.currency
  from settlement_batches b where b.operator_id = $1`;
const settlementBreak = `select %id as id, k.settlement_break_id as page_id,
  coalesce(k.processor_reference, k.settlement_break_id) as label,
  null::text as status, k.amount_minor, k.currency
  from settlement_breaks k where k.operator_id = $1`;

/** `$1` operator, `$2` the text, `$3` the end of the ids that begin with it. */
function byPrefix(name: string, select: string, column: string): Statement {
  return {
    name: `find.${name}`,
    text: `${select.replace("%id", column)} and ${column} >= $2 and ${column} < $3
    order by ${column} limit ${maxOfKind}`,
  };
}

const ofIntents = `${payment} from payment_intents i where i.operator_id = $1`;
const ofAttempts = `${payment} from payments p join payment_intents i
  on i.payment_intent_id = p.payment_intent_id and i.operator_id = $1 where p.operator_id = $1`;

const intentIds = byPrefix("intents", ofIntents, "i.payment_intent_id");
const intentExternalIds = byPrefix("intents_external", ofIntents, "i.external_payment_intent_id");
const paymentIds = byPrefix("payments", ofAttempts, "p.payment_id");
const refundIds = byPrefix("refunds", refund, "r.refund_id");
const refundExternalIds = byPrefix("refunds_external", refund, "r.external_refund_id");
const batchIds = byPrefix("refund_batches", batch, "b.refund_batch_id");
const disputeIds = byPrefix("disputes", dispute, "c.dispute_id");
const payoutIntentIds = byPrefix("payouts", payout, "d.disbursement_intent_id");
const payoutIds = byPrefix("payout_records", payout, "d.disbursement_id");
const payoutExternalIds = byPrefix("payouts_external", payout, "d.external_disbursement_intent_id");

const settlementBatchIds = byPrefix("settlement_batches", settlementBatch, "b.settlement_batch_id");
const settlementBreakIds = byPrefix("settlement_breaks", settlementBreak, "k.settlement_break_id");

/** Finds batches by the source's own name, unique only by source. */
const batchKeys: Statement = {
  name: "find.settlement_batch_keys",
  text: `${settlementBatch.replace("%id", "b.batch_key")} and b.source = any (array(
      select s.source from settlement_sources s where s.operator_id = $1
    )) and b.batch_key >= $2 and b.batch_key < $3
    order by b.batch_key desc limit ${maxOfKind}`,
};

/** `$1` operator, `$2` the reference. An operator has a few batches a day. */
const payoutReferences: Statement = {
  name: "find.payout_references",
  text: `${settlementBatch.replace("%id", "b.payout_reference")} and b.kind = 'processor'
    and $2 in (b.payout_reference, b.trace_reference)
    order by b.settlement_batch_id desc limit ${maxOfKind}`,
};

/** `$1` operator, `$2` the ARN in processors' reports. */
const ofArn = "l.operator_id = $1 and l.arn = $2 and l.arn <> ''";
const arnBatches: Statement = {
  name: "find.arn_batches",
  text: `${settlementBatch.replace("%id", "$2::text")} and b.settlement_batch_id = any (array(
      select l.settlement_batch_id from settlement_lines l where ${ofArn}
    )) order by b.settlement_batch_id desc limit ${maxOfKind}`,
};
const matchedWith = (type: "payment" | "refund") =>
  `any (array(select l.matched_id from settlement_lines l where ${ofArn}
    and l.matched_type = '${type}')) limit ${maxOfKind}`;
const arnPayments: Statement = {
  name: "find.arn_payments",
  text: `${ofAttempts.replace("%id", "$2::text")} and p.payment_id = ${matchedWith("payment")}`,
};
const arnRefunds: Statement = {
  name: "find.arn_refunds",
  text: `${refund.replace("%id", "$2::text")} and r.refund_id = ${matchedWith("refund")}`,
};

/** `$1` operator, `$2` the processors, `$3` the processor's id. */
const charges: Statement = {
  name: "find.charges",
  text: `${ofAttempts.replace("%id", "p.charge_id")}
    and p.processor = any ($2::text[]) and p.charge_id = $3 limit ${maxOfKind}`,
};
const providerRefunds: Statement = {
  name: "find.provider_refunds",
  text: `${refund.replace("%id", "r.provider_refund_id")}
    and r.processor = any ($2::text[]) and r.provider_refund_id = $3 limit ${maxOfKind}`,
};
const providerDisputes: Statement = {
  name: "find.provider_disputes",
  text: `${dispute.replace("%id", "c.provider_dispute_id")}
    and c.processor = any ($2::text[]) and c.provider_dispute_id = $3 limit ${maxOfKind}`,
};

/** `$1` operator, `$2` the reference: an ARN, a trace number, or a transaction's hash. */
const refundReferences: Statement = {
  name: "find.refund_references",
  text: `${refund.replace("%id", "r.reference_value")}
    and r.reference_value = $2 order by r.refund_id desc limit ${maxOfKind}`,
};
/** `$1` operator, `$2` the bank's reference of its inquiry. */
const bankReferences: Statement = {
  name: "find.bank_references",
  text: `${dispute.replace("%id", "c.bank_reference")}
    and c.bank_reference = $2 order by c.dispute_id desc limit ${maxOfKind}`,
};

const providerPayouts: Statement = {
  name: "find.provider_payouts",
  text: `${payout.replace("%id", "d.payout_id")}
    and d.provider = any ($2::text[]) and d.payout_id = $3 limit ${maxOfKind}`,
};

const paymentsOfRails: Statement = {
  name: "find.payments_of_rails",
  text: `${ofAttempts.replace("%id", "p.payment_id")}
    and p.payment_id = any ($2::text[]) limit ${maxOfKind}`,
};
const refundsOfRails: Statement = {
  name: "find.refunds_of_rails",
  text: `${refund.replace("%id", "r.refund_id")}
    and r.refund_id = any ($2::text[]) limit ${maxOfKind}`,
};
const payoutsOfRails: Statement = {
  name: "find.payouts_of_rails",
  text: `${payout.replace("%id", "d.disbursement_id")}
    and d.disbursement_id = any ($2::text[]) limit ${maxOfKind}`,
};

export interface FoundByRails {
  readonly payments: readonly string[];
  readonly refunds: readonly string[];
  readonly payouts: readonly string[];
}

type FindDeps = Pick<PlatformDeps, "database">;

export interface FindOptions {
  readonly kinds: ReadonlySet<FoundKind>;
  /** Processors and rails that may have assigned the id of a charge or refund. */
  readonly processors: readonly string[];
  /** Processors and rails that may have assigned the id of a payout. */
  readonly payoutProcessors: readonly string[];
  readonly byReference: () => Promise<FoundByRails>;
}

/** Finds at most {@link maxOfKind} of each kind; a record that matches twice only once. */
export async function findThings(
  deps: FindDeps,
  operatorId: string,
  text: string,
  { kinds, processors, payoutProcessors, byReference }: FindOptions,
): Promise<FoundRow[]> {
  const run = async (kind: FoundKind, statement: Statement, ...parameters: unknown[]) => {
    if (!kinds.has(kind)) return [];
    const { rows } = await deps.database.run<Row>(statement, [operatorId, ...parameters]);
    return rows.map((row) => toFound(kind, row));
  };
  const end = `${text}\u{10ffff}`;
  const { payments, refunds, payouts } = await byReference();
  const ofRails = (kind: FoundKind, statement: Statement, ids: readonly string[]) =>
    ids.length > 0 ? run(kind, statement, ids) : [];
  const reference = withoutSpaces(text);
  const found = await Promise.all([
    ownIds(text, (kind, statement) => run(kind, statement, text, end)),
    run("payment", intentExternalIds, text, end),
    run("payment", charges, processors, text),
    ofRails("payment", paymentsOfRails, payments),
    run("payment", arnPayments, reference),
    run("refund", refundExternalIds, text, end),
    run("refund", providerRefunds, processors, text),
    ofRails("refund", refundsOfRails, refunds),
    run("refund", refundReferences, reference),
    run("refund", arnRefunds, reference),
    run("dispute", providerDisputes, processors, text),
    run("dispute", bankReferences, text),
    run("payout", payoutExternalIds, text, end),
    run("payout", providerPayouts, payoutProcessors, text),
    ofRails("payout", payoutsOfRails, payouts),
    run("settlement_batch", batchKeys, text, end),
    run("settlement_batch", payoutReferences, text),
    run("settlement_batch", arnBatches, reference),
  ]);
  return firstOfKinds(found.flat());
}

/** Other ids may begin like ours (Stripe's `pi_`), so it also searches the operator's and the processors'. */
async function ownIds(
  text: string,
  run: (kind: FoundKind, statement: Statement) => Promise<FoundRow[]>,
): Promise<FoundRow[]> {
  const isWhole = text.length >= wholeTimeLength;
  switch (/^([a-z]+)_/.exec(text)?.[1]) {
    case "pi":
      return run("payment", intentIds);
    case "ref":
      return run("refund", refundIds);
    case "rfb":
      return run("refund_batch", batchIds);
    case "dsp":
      return run("dispute", disputeIds);
    case "sbt":
      return run("settlement_batch", settlementBatchIds);
    case "sbk":
      return run("settlement_break", settlementBreakIds);
    case "di":
      return run("payout", payoutIntentIds);
    case "pay":
      return isWhole ? run("payment", paymentIds) : [];
    case "dis":
      return isWhole ? run("payout", payoutIds) : [];
    default:
      return [];
  }
}

/** Stored references have no spaces; banks print an ARN in groups. */
function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, "");
}

function firstOfKinds(rows: readonly FoundRow[]): FoundRow[] {
  const byPage = new Map(
    rows
      .toReversed()
      .map((foundRow) => [`${foundRow.kind} ${foundRow.pageId} ${foundRow.label}`, foundRow]),
  );
  const counts = new Map<FoundKind, number>();
  return [...byPage.values()].reverse().filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= maxOfKind;
  });
}

function toFound(kind: FoundKind, row: Row): FoundRow {
  return {
    kind,
    id: row.id,
    pageId: row.page_id,
    label: row.label,
    status: row.status,
    amountMinor: row.amount_minor,
    currency: row.currency,
  };
}
