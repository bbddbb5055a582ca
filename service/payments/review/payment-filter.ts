/** Which payments the console's list, its exports and their counts are of. */
import { type ExpressionBuilder, sql } from "kysely";
import { currencies, minorDigits, parseAmount } from "#contract/money";
import { paymentReasons } from "#contract/payment-reasons/index";
import type { Tables } from "../../platform/database/tables.ts";

/** Which payments; all that is given has to fit. */
export interface PaymentFilter {
  readonly status?: string | undefined;
  /** Of any attempt. */
  readonly type?: string | undefined;
  readonly currency?: string | undefined;
  /** Of any attempt. */
  readonly processor?: string | undefined;
  /** Of the newest message of any attempt: one of contract/payment-reasons. */
  readonly category?: string | undefined;
  /** Of what the newest attempt costs in all, else of what was asked for; major units, included. */
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
  readonly externalCustomerId?: string | undefined;
  /**
   * Begins an id of ours or of the operator's, or an externalCustomerId; or is an amount, the last four
   * digits of a card or account, or the whole of what the processor or bank calls the charge, or of a
   * reason's code.
   */
  readonly search?: string | undefined;
  /** Customers whom the same search found otherwise; theirs fit too. */
  readonly foundCustomerIds?: readonly string[] | undefined;
  /** Payments that the same search found otherwise. */
  readonly foundPaymentIds?: readonly string[] | undefined;
  /** Made at or after, and before; ISO 8601. */
  readonly createdFrom?: string | undefined;
  readonly createdBefore?: string | undefined;
}

type Intents = ExpressionBuilder<Tables, "payment_intents">;

/** What the filter asks of an intent; all of it has to hold. */
export function conditionsOf(row: Intents, filter: PaymentFilter) {
  const { status, type, processor, category, currency, externalCustomerId } = filter;
  const { minAmount, maxAmount, createdFrom, createdBefore } = filter;
  const attempts = () => attemptsOf(row);
  return [
    ...(status === undefined ? [] : [row("status", "=", status as "pending")]),
    ...(type === undefined ? [] : [row.exists(attempts().where("payments.type", "=", type))]),
    ...(processor === undefined
      ? []
      : [row.exists(attempts().where("payments.processor", "=", processor))]),
    ...(category === undefined ? [] : [row.exists(attempts().where(reasonIsOf(category)))]),
    ...(currency === undefined ? [] : [row("currency", "=", currency)]),
    ...(minAmount === undefined ? [] : [boundOf(">=", minAmount)]),
    ...(maxAmount === undefined ? [] : [boundOf("<=", maxAmount)]),
    ...(externalCustomerId === undefined
      ? []
      : [row("external_customer_id", "=", externalCustomerId)]),
    ...(createdFrom === undefined ? [] : [row("created_at", ">=", new Date(createdFrom))]),
    ...(createdBefore === undefined ? [] : [row("created_at", "<", new Date(createdBefore))]),
    ...(filter.search ? [row.or(searched(row, filter.search, filter))] : []),
  ];
}

function attemptsOf(row: Intents) {
  return row
    .selectFrom("payments")
    .select("payments.payment_id")
    .whereRef("payments.payment_intent_id", "=", "payment_intents.payment_intent_id");
}

/** What the search text can be of an intent; one has to fit. */
function searched(
  row: Intents,
  search: string,
  { foundCustomerIds = [], foundPaymentIds = [] }: PaymentFilter,
) {
  const attempts = () => attemptsOf(row);
  const pattern = `${search.replace(/[\\%_]/g, "\\$&")}%`;
  const amount = /^\p{Sc}?(\d{1,9}(?:\.\d{1,3})?)$/u.exec(search)?.[1];
  return [
    row("payment_intent_id", "like", pattern),
    row("external_payment_intent_id", "like", pattern),
    row("external_customer_id", "like", pattern),
    ...(foundCustomerIds.length > 0
      ? [row("external_customer_id", "in", [...foundCustomerIds])]
      : []),
    row.exists(attempts().where("payments.payment_id", "like", pattern)),
    row.exists(attempts().where("payments.charge_id", "=", search)),
    ...(foundPaymentIds.length > 0
      ? [row.exists(attempts().where("payments.payment_id", "in", [...foundPaymentIds]))]
      : []),
    ...(/^[a-z]+(_[a-z0-9]+)*$/.test(search)
      ? [row.exists(attempts().where(newestCode, "=", search))]
      : []),
    ...(/^\d{4}$/.test(search)
      ? [row.exists(attempts().where(sql`payments.payment_method ->> 'last4'`, "=", search))]
      : []),
    ...(amount === undefined
      ? []
      : [sql<boolean>`${minorOf(Number(amount))} in (amount_minor, ${costMinor})`]),
  ];
}

/** What the newest attempt costs in all; before there is one, what was asked for. */
const costMinor = sql<number>`coalesce((
  select p.total_minor from payments p where p.payment_intent_id = payment_intents.payment_intent_id
  order by p.attempt desc limit 1), amount_minor)`;

/** Minor units in the row's own currency; null where that has not so many digits. */
function minorOf(amount: number) {
  return inOwnDigits((currency) => {
    const parsed = parseAmount(amount, currency);
    return parsed.ok ? parsed.amountMinor : null;
  });
}

/** A bound of the costs; between two minor units it is the one that is within. */
function boundOf(operator: ">=" | "<=", amount: number) {
  const round = operator === ">=" ? Math.ceil : Math.floor;
  // Beyond what a float holds of a decimal number with nine digits before its point.
  const dust = operator === ">=" ? -1e-6 : 1e-6;
  const minor = inOwnDigits((currency) =>
    round(amount * 10 ** (minorDigits(currency) ?? 2) + dust),
  );
  return sql<boolean>`${costMinor} ${sql.raw(operator)} ${minor}`;
}

/** A value for each number of minor digits that a currency can have; asked with one such currency. */
function inOwnDigits(minorIn: (currency: string) => number | null) {
  return sql`(case when currency in (${sql.join(codesOf(0))}) then ${minorIn("JPY")}::bigint
    when currency in (${sql.join(codesOf(3))}) then ${minorIn("KWD")}::bigint
    else ${minorIn("USD")}::bigint end)`;
}

function codesOf(digits: number): string[] {
  return currencies.filter((code) => minorDigits(code) === digits);
}

/** The newest message's, of an attempt. */
const newestCode = sql<string>`payments.messages -> -1 ->> 'code'`;

/** Whether the newest message of an attempt is of that category; unknown codes are the issuer's. */
function reasonIsOf(category: string) {
  const code = newestCode;
  const codes = Object.entries(paymentReasons).flatMap(([each, reason]) =>
    reason.category === category ? [each] : [],
  );
  const isReturn = sql<boolean>`${code} ~ '^ach_r[0-9]{2}$'`;
  const isUnknown = sql<boolean>`not (${code} = any (${Object.keys(paymentReasons)}::text[]) or ${isReturn})`;
  const isListed = sql<boolean>`${code} = any (${codes}::text[])`;
  if (category === "bank_return") return sql<boolean>`(${isListed} or ${isReturn})`;
  return category === "issuer" ? sql<boolean>`(${isListed} or ${isUnknown})` : isListed;
}
