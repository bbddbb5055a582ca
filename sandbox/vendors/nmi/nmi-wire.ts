/** What NMI's Payment API accepts, and the XML of its Query API. */
import * as z from "zod/mini";
import type { ChargeRequest } from "#contract/connectors/processor";
import { minorDigits, toDecimalText } from "#contract/money";
import type { BookedCharge } from "../../processors/charge-book.ts";
import { factsOfCharge } from "../../processors/facts-of-charge.ts";
import type { BookedRefund } from "../../processors/refund-book.ts";
import { clearedAtMs, clearsAfterMs } from "../../processors/settle-charge.ts";

const text = (pattern: RegExp) => z.string().check(z.regex(pattern));
const optional = (pattern: RegExp) => z.optional(text(pattern));
const order = text(/^[ -~]{1,64}$/);

/** The fields of a sale that the connector sends. Unknown fields are refused, which NMI does not do. */
export const saleForm = z.strictObject({
  security_key: z.string(),
  type: z.literal("sale"),
  amount: text(/^\d{1,10}\.\d{2}$/),
  surcharge: optional(/^\d{1,10}\.\d{2}$/),
  currency: text(/^[A-Z]{3}$/),
  orderid: order,
  payment: z.literal("creditcard"),
  ccnumber: text(/^\d{12,19}$/),
  ccexp: text(/^(0[1-9]|1[0-2])\d{2}$/),
  cvv: optional(/^\d{3,4}$/),
  firstname: z.optional(z.string()),
  lastname: z.optional(z.string()),
  address1: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  address2: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  city: z.optional(z.string().check(z.minLength(1), z.maxLength(50))),
  state: optional(/^[A-Z]{2}$/),
  zip: z.optional(z.string()),
  country: optional(/^[A-Z]{2}$/),
  phone: optional(/^\+?\d{4,20}$/),
  email: optional(/^.+@.+$/),
  ipaddress: optional(/^(\d{1,3}\.){3}\d{1,3}$/),
  descriptor: optional(/^[ -~]{1,25}$/),
  descriptor_mcc: optional(/^\d{4}$/),
  processor_id: z.optional(z.string()),
  dup_seconds: optional(/^\d{1,7}$/),
  initiated_by: z.optional(z.literal("customer")),
  stored_credential_indicator: z.optional(z.enum(["stored", "used"])),
  cardholder_auth: z.optional(z.enum(["verified", "attempted"])),
  cavv: optional(/^[A-Za-z0-9+/]{1,40}={0,2}$/),
  three_ds_version: optional(/^2\.\d\.\d$/),
  directory_server_id: optional(/^[0-9a-f-]{36}$/),
});
type SaleForm = z.infer<typeof saleForm>;

export const voidForm = z.strictObject({
  security_key: z.string(),
  type: z.literal("void"),
  transactionid: z.string(),
});

export const refundForm = z.strictObject({
  security_key: z.string(),
  type: z.literal("refund"),
  transactionid: z.string(),
  amount: text(/^\d{1,10}\.\d{2}$/),
  orderid: z.optional(order),
  processor_id: z.optional(z.string()),
  dup_seconds: optional(/^\d{1,7}$/),
});

/** Minor units of an amount with two decimals; null for currencies with a different number. */
export function minorOf(amount: string, currency: string): number | null {
  return minorDigits(currency) === 2 ? Number(amount.replace(".", "")) : null;
}

/** The charge that a sale asks for, in the sandbox's terms. */
export function chargeOf(form: SaleForm, amountMinor: number): ChargeRequest {
  const { cvv, zip, surcharge, cardholder_auth: state, cavv, descriptor_mcc: mcc } = form;
  return {
    merchantReference: form.orderid,
    amountMinor,
    currency: form.currency,
    ...(surcharge === undefined ? {} : { surchargeMinor: Number(surcharge.replace(".", "")) }),
    card: {
      number: form.ccnumber,
      expiryMonth: Number(form.ccexp.slice(0, 2)),
      expiryYear: 2000 + Number(form.ccexp.slice(2)),
      ...(cvv === undefined ? {} : { cvc: cvv }),
      ...(zip === undefined ? {} : { postalCode: zip }),
    },
    descriptor: form.descriptor ?? "NMI MERCHANT",
    ...(mcc === undefined ? {} : { merchantCategory: mcc }),
    ...(state && {
      threeDSecure: {
        version: form.three_ds_version ?? "2.2.0",
        transStatus: state === "verified" ? "Y" : "A",
        dsTransId: form.directory_server_id ?? "",
        ...(cavv === undefined ? {} : { authenticationValue: cavv }),
      },
    }),
  };
}

/** NMI's response codes for the sandbox's decline codes. A soft decline has none. */
export const responseCodes: Readonly<Record<string, string>> = {
  do_not_honor: "201",
  insufficient_funds: "202",
  card_velocity_exceeded: "203",
  expired_card: "223",
  incorrect_cvc: "225",
  pickup_card: "250",
  lost_card: "251",
  stolen_card: "252",
  fraudulent: "253",
  processing_error: "264",
  gambling_not_allowed: "204",
  do_not_try_again: "261",
};

export function queryXml(transactions: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>\n${transactions.join("\n")}</nm_response>\n`;
}

export function queryError(message: string): string {
  return queryXml([`<error_response>${escaped(message)}</error_response>`]);
}

/** A query for settled transactions. Pages count from 0. */
export const settledQuery = z.strictObject({
  security_key: z.string(),
  action_type: z.literal("settle"),
  start_date: text(/^\d{14}$/),
  result_limit: text(/^[1-9]\d{0,3}$/),
  page_number: text(/^\d{1,6}$/),
});

export const nmiTime = (ms: number) => new Date(ms).toISOString().replace(/\D/g, "").slice(0, 14);

/** A charge as a query lists it. `condition` is NMI's word for its state. */
export function chargeXml(charge: BookedCharge, condition: string): string {
  const amount = toDecimalText(charge.amountMinor, charge.currency);
  const isDeclined = charge.status === "declined";
  const code = isDeclined ? (responseCodes[charge.declineCode ?? ""] ?? "200") : "100";
  const madeMs = Date.parse(charge.createdAt);
  const actions = [actionXml("sale", amount, madeMs, { succeeded: !isDeclined, code })];
  if (condition === "complete") actions.push(settleXml(amount, clearedAtMs(charge)));
  if (charge.reversal) {
    actions.push(actionXml("void", amount, Date.parse(charge.reversal.reversedAt)));
  }
  return transactionXml(charge.chargeId, charge.idempotencyKey, {
    condition,
    last4: charge.last4,
    currency: charge.currency,
    authorisationCode: factsOfCharge(charge).authorisationCode ?? "",
    original: "",
    actions,
  });
}

export const refundSettlesMs = ({ createdAt }: BookedRefund) =>
  Date.parse(createdAt) + clearsAfterMs;

/** A refund as a query lists it: a separate transaction with a negative amount. */
export function refundXml(
  refund: BookedRefund,
  { last4 }: Pick<BookedCharge, "last4">,
  nowMs: number,
): string {
  const hasFailed = refund.status === "failed";
  const isSettled = !hasFailed && refundSettlesMs(refund) <= nowMs;
  const amount = toDecimalText(0 - refund.amountMinor, refund.currency);
  const action = actionXml("refund", amount, Date.parse(refund.createdAt), {
    succeeded: !hasFailed,
    code: hasFailed ? "200" : "100",
  });
  return transactionXml(refund.refundId, refund.merchantReference, {
    condition: hasFailed ? "failed" : isSettled ? "complete" : "pendingsettlement",
    last4,
    currency: refund.currency,
    authorisationCode: "",
    original: refund.chargeId,
    actions: [action, ...(isSettled ? [settleXml(amount, refundSettlesMs(refund))] : [])],
  });
}

interface Listed {
  readonly condition: string;
  readonly last4: string;
  readonly currency: string;
  readonly authorisationCode: string;
  readonly original: string;
  readonly actions: readonly string[];
}

function transactionXml(id: string, order: string, listed: Listed): string {
  const { condition, last4, currency, authorisationCode, original, actions } = listed;
  return `<transaction>
<transaction_id>${id}</transaction_id>
<transaction_type>cc</transaction_type>
<condition>${condition}</condition>
<order_id>${escaped(order)}</order_id>
<authorization_code>${authorisationCode}</authorization_code>
<ponumber></ponumber>
<cc_number>4xxxxxxxxxxx${last4}</cc_number>
<processor_id>ccprocessora</processor_id>
<original_transaction_id>${original}</original_transaction_id>
<currency>${currency}</currency>
${actions.join("\n")}
</transaction>`;
}

/** The gateway closes a batch every hour. */
function settleXml(amount: string, atMs: number): string {
  return actionXml("settle", amount, atMs, { batchId: nmiTime(atMs).slice(2, 10) });
}

function actionXml(
  type: string,
  amount: string,
  atMs: number,
  {
    succeeded = true,
    code = "100",
    batchId = "0",
  }: { succeeded?: boolean; code?: string; batchId?: string } = {},
): string {
  return `<action>
<amount>${amount}</amount>
<action_type>${type}</action_type>
<date>${nmiTime(atMs)}</date>
<success>${succeeded ? "1" : "0"}</success>
<source>api</source>
<response_text>${succeeded ? "SUCCESS" : "DECLINE"}</response_text>
<batch_id>${batchId}</batch_id>
<processor_batch_id></processor_batch_id>
<response_code>${code}</response_code>
</action>`;
}

function escaped(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
