/** Responses of NMI, with recorded ones' fields and order. */
import { chargeKey, exampleChargeId, refundKey } from "../../testing/conformance.ts";

export function paid(overrides: Readonly<Record<string, string>> = {}): string {
  const fields = {
    response: "1",
    responsetext: "SUCCESS",
    authcode: "123456",
    transactionid: exampleChargeId,
    avsresponse: "N",
    cvvresponse: "N",
    orderid: chargeKey,
    type: "sale",
    response_code: "100",
    ...overrides,
  };
  return new URLSearchParams(fields).toString();
}

export interface Action {
  readonly type: string;
  readonly amount?: string;
  readonly success?: string;
  readonly code?: string;
}

/** A transaction as the Query API lists it, with some of its many empty elements. */
export function transaction(
  actions: readonly Action[],
  {
    id = exampleChargeId,
    order = chargeKey,
    condition = "pendingsettlement",
    currency = "USD",
    more = "",
  } = {},
): string {
  const rows = actions.map(
    ({ type, amount = "49.99", success = "1", code = "100" }) => `
      <action>
        <amount>${amount}</amount>
        <action_type>${type}</action_type>
        <date>20261120152810</date>
        <success>${success}</success>
        <ip_address>192.0.2.7</ip_address>
        <source>api</source>
        <response_text>SUCCESS</response_text>
        <batch_id>0</batch_id>
        <response_code>${code}</response_code>
      </action>`,
  );
  return `
    <transaction>
      <transaction_id>${id}</transaction_id>
      <platform_id></platform_id>
      <transaction_type>cc</transaction_type>
      <condition>${condition}</condition>
      <order_id>${order}</order_id>
      <authorization_code>123456</authorization_code>
      <first_name>Zo&#235;</first_name>
      <company>Tom &amp; Sons</company>
      <cc_number>4xxxxxxxxxxx4242</cc_number>
      <currency>${currency}</currency>${more}
      <merchant_defined_field id="1">a</merchant_defined_field>
      <merchant_defined_field id="2">b</merchant_defined_field>
      <product><sku>X</sku><quantity>1</quantity></product>${rows.join("")}
    </transaction>`;
}
export const listed = (...transactions: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<nm_response>${transactions.join("")}\n</nm_response>\n`;

export const sale: Action = { type: "sale" };
export const settled: Action = { type: "settle" };
export const open = transaction([sale]);
export const complete = transaction([sale, settled], { condition: "complete" });
/** A refund is its own transaction, sometimes with a negative amount. */
export const refundOf = (
  overrides: Partial<Action> = {},
  more: Parameters<typeof transaction>[1] = {},
) =>
  transaction([{ type: "refund", amount: "-25.00", ...overrides }], {
    id: "12588835274",
    order: refundKey,
    ...more,
  });

export const formOf = (body = "") => Object.fromEntries(new URLSearchParams(body));
