/** Responses of Authorize.Net with the fields, their order and the byte order mark of recorded ones. */
import { shortReference } from "../../kit/short-reference.ts";
import { chargeKey, exampleChargeId, refundKey } from "../../testing/conformance.ts";

export const chargeReference = shortReference(chargeKey, 20);
export const refundReference = shortReference(refundKey, 20);

export const marked = (body: object) => `\uFEFF${JSON.stringify(body)}`;

const ok = { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] };
const unsuccessful = {
  resultCode: "Error",
  message: [{ code: "E00027", text: "The transaction was unsuccessful." }],
};

export const approved = (overrides: object = {}, refId = chargeReference) =>
  marked({
    transactionResponse: {
      responseCode: "1",
      authCode: "HH5414",
      avsResultCode: "Y",
      cvvResultCode: "S",
      cavvResultCode: "2",
      transId: exampleChargeId,
      refTransID: "",
      transHash: "",
      testRequest: "0",
      accountNumber: "XXXX4242",
      accountType: "Visa",
      messages: [{ code: "1", description: "This transaction has been approved." }],
      transHashSha2: "",
      SupplementalDataQualificationIndicator: 0,
      networkTransId: "123456789NNNH",
      ...overrides,
    },
    refId,
    messages: ok,
  });

/** A transaction that was declined (2) or has an error (3). */
export const failed = (
  responseCode: "2" | "3",
  errorCode: string,
  overrides: object = {},
  refId = chargeReference,
) =>
  marked({
    transactionResponse: {
      responseCode,
      authCode: "",
      avsResultCode: "P",
      cvvResultCode: "",
      transId: responseCode === "2" ? exampleChargeId : "0",
      testRequest: "0",
      accountNumber: "XXXX4242",
      accountType: "Visa",
      errors: [{ errorCode, errorText: "See the code." }],
      ...overrides,
    },
    refId,
    messages: unsuccessful,
  });

/** A request that did not become a transaction. The gateway sometimes adds an empty one. */
export const refused = (code: string) =>
  marked({
    transactionResponse: { SupplementalDataQualificationIndicator: 0 },
    refId: chargeReference,
    messages: { resultCode: "Error", message: [{ code, text: "See the code." }] },
  });

/** A row of a list. Amounts are JSON numbers. */
export const row = (overrides: object = {}) => ({
  transId: exampleChargeId,
  submitTimeUTC: "2026-11-20T06:48:37Z",
  submitTimeLocal: "2026-11-20T04:18:37",
  transactionStatus: "capturedPendingSettlement",
  invoiceNumber: chargeReference,
  firstName: "Ada",
  lastName: "Lovelace",
  accountType: "Visa",
  accountNumber: "XXXX4242",
  settleAmount: 49.99,
  marketType: "eCommerce",
  product: "Card Not Present",
  hasReturnedItemsSpecified: false,
  ...overrides,
});
export const refundRow = (overrides: object = {}) =>
  row({
    transId: "40012589",
    transactionStatus: "refundPendingSettlement",
    invoiceNumber: refundReference,
    settleAmount: 25,
    ...overrides,
  });

export const listed = (...transactions: readonly object[]) =>
  transactions.length === 0
    ? marked({
        totalNumInResultSet: 0,
        messages: { resultCode: "Ok", message: [{ code: "I00004", text: "No records found." }] },
      })
    : marked({ transactions, totalNumInResultSet: transactions.length, messages: ok });

export const noBatches = marked({ messages: ok });
export const batches = (...ids: readonly string[]) =>
  marked({
    batchList: ids.map((batchId) => ({ batchId, paymentMethod: "creditCard" })),
    messages: ok,
  });

export const details = (overrides: object = {}) =>
  marked({
    transaction: {
      transId: exampleChargeId,
      submitTimeUTC: "2026-11-20T06:48:37.757Z",
      transactionType: "authCaptureTransaction",
      transactionStatus: "capturedPendingSettlement",
      responseCode: 1,
      responseReasonCode: 1,
      responseReasonDescription: "Approval",
      AVSResponse: "Y",
      order: { invoiceNumber: chargeReference },
      authAmount: 49.99,
      settleAmount: 49.99,
      payment: {
        creditCard: { cardNumber: "XXXX4242", expirationDate: "XXXX", cardType: "Visa" },
      },
      ...overrides,
    },
    messages: ok,
  });
export const settled = details({ transactionStatus: "settledSuccessfully" });
export const voided = details({ transactionStatus: "voided", settleAmount: 0 });
export const refundDetails = (overrides: object = {}) =>
  details({
    transId: "40012589",
    refTransId: exampleChargeId,
    transactionType: "refundTransaction",
    transactionStatus: "refundPendingSettlement",
    order: { invoiceNumber: refundReference },
    authAmount: 25,
    settleAmount: 25,
    ...overrides,
  });

/** A request without credentials. */
export function requestOf(body = "{}"): Record<string, unknown> {
  const [[name, { merchantAuthentication: _, ...rest }] = ["", {}]] = Object.entries(
    JSON.parse(body) as Record<string, Record<string, unknown>>,
  );
  return { request: name, ...rest };
}
