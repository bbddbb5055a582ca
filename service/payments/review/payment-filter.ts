import { type Expression, type ExpressionBuilder, sql } from "kysely";
import type { ThreeDSStep } from "#contract/console/payment-list";
import { firstIdAt } from "#contract/ids";
import { currencies, minorDigits, parseAmount } from "#contract/money";
import { paymentReasons } from "#contract/payment-reasons/index";
import { amountIsIn } from "../../platform/database/amount-range.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { costMinor } from "../store/fill-costs.ts";
import { figureConditions, methodConditions } from "./figure-filters.ts";

/** A filter. Every given field must match. */
export interface PaymentFilter {
  readonly status?: string | undefined;
  /** The type of any attempt. */
  readonly type?: string | undefined;
  readonly currency?: string | undefined;
  /** The processor of any attempt. */
  readonly processor?: string | undefined;
  /** Category of the newest message of any attempt. See contract/payment-reasons. */
  readonly category?: string | undefined;
  /** Inclusive, in major units: the newest attempt's total or else the intent's amount. */
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
  readonly externalCustomerId?: string | undefined;
  /**
   * Matches the start of our or the operator's intent id, of an externalCustomerId or a payment id; an amount; the last
   * four digits of a card or account; the full charge id; or a full reason code.
   */
  readonly search?: string | undefined;
  /** A query for the ids of customers that the same search finds elsewhere. Their payments match too. */
  readonly foundCustomerIds?: Expression<string> | undefined;
  /** Payments that the same search found elsewhere. */
  readonly foundPaymentIds?: readonly string[] | undefined;
  /** Created at or after `createdFrom`, and before `createdBefore`. ISO 8601. */
  readonly createdFrom?: string | undefined;
  readonly createdBefore?: string | undefined;
  /** See `homeFilters` in contract/console/payment-list.ts. */
  readonly outcome?: "approved" | "declined" | "returned" | "decided" | undefined;
  readonly first?: "any" | "approved" | "declined" | "decided" | undefined;
  readonly deciding?: "1" | "first" | undefined;
  readonly brand?: string | undefined;
  readonly country?: string | undefined;
  readonly reason?: string | undefined;
  readonly threeDS?: ThreeDSStep | undefined;
}

/** An id is made a moment before its row, and processes' clocks differ a little. */
const idMarginMs = 10 * 60_000;

type Intents = ExpressionBuilder<Tables, "payment_intents">;

/** The conditions of a filter, all of which must hold. */
export function conditionsOf(row: Intents, filter: PaymentFilter) {
  const { status, category, currency, externalCustomerId } = filter;
  const { minAmount, maxAmount, createdFrom, createdBefore } = filter;
  const attempts = () => attemptsOf(row);
  return [
    ...(status === undefined ? [] : [row("status", "=", status as "pending")]),
    ...methodConditions(filter),
    ...(category === undefined ? [] : [row.exists(attempts().where(reasonIsOf(category)))]),
    ...(currency === undefined ? [] : [row("currency", "=", currency)]),
    ...(minAmount === undefined && maxAmount === undefined ? [] : [costIsIn(filter)]),
    ...(externalCustomerId === undefined
      ? []
      : [row("external_customer_id", "=", externalCustomerId)]),
    ...(createdFrom === undefined ? [] : createdConditions(row, ">=", createdFrom)),
    ...(createdBefore === undefined ? [] : createdConditions(row, "<", createdBefore)),
    ...figureConditions(filter),
    ...(filter.search ? [row.or(searched(row, filter.search, filter))] : []),
  ];
}

/** The bound on the ids makes the index of ids usable. */
function createdConditions(row: Intents, operator: ">=" | "<", time: string) {
  const margin = operator === ">=" ? -idMarginMs : idMarginMs;
  const firstId = firstIdAt("paymentIntent", Date.parse(time) + margin);
  return [row("payment_intent_id", operator, firstId), row("created_at", operator, new Date(time))];
}

function attemptsOf(row: Intents) {
  return row
    .selectFrom("payments")
    .select("payments.payment_id")
    .whereRef("payments.payment_intent_id", "=", "payment_intents.payment_intent_id");
}

/** Matches if one of the conditions holds. */
function searched(
  row: Intents,
  search: string,
  { foundCustomerIds, foundPaymentIds = [] }: PaymentFilter,
) {
  const attempts = () => attemptsOf(row);
  const pattern = `${search.replace(/[\\%_]/g, "\\$&")}%`;
  const amount = /^\p{Sc}?(\d{1,9}(?:\.\d{1,3})?)$/u.exec(search)?.[1];
  return [
    row("payment_intent_id", "like", pattern),
    row("external_payment_intent_id", "like", pattern),
    row("external_customer_id", "like", pattern),
    ...(foundCustomerIds ? [row("external_customer_id", "in", foundCustomerIds)] : []),
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

/** The amount in minor units; null for too many decimals in the row's currency. */
function minorOf(amount: number) {
  const minorIn = (currency: string) => {
    const parsed = parseAmount(amount, currency);
    return parsed.ok ? parsed.amountMinor : null;
  };
  return sql`(case when currency in (${sql.join(codesOf(0))}) then ${minorIn("JPY")}::bigint
    when currency in (${sql.join(codesOf(3))}) then ${minorIn("KWD")}::bigint
    else ${minorIn("USD")}::bigint end)`;
}

/** Uses the stored cost, or computes it if none is stored yet. */
function costIsIn({ currency, ...range }: PaymentFilter) {
  const stored = sql.ref<number>("payment_intents.cost_minor");
  return sql<boolean>`(${amountIsIn(stored, range, currency)}
    or (${stored} is null and ${amountIsIn(costMinor, range, currency)}))`;
}

function codesOf(digits: number): string[] {
  return currencies.filter((code) => minorDigits(code) === digits);
}

const newestCode = sql<string>`payments.messages -> -1 ->> 'code'`;

/** Payments whose reason has this category. Unknown codes belong to the issuer. */
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
