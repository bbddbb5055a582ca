import { describe, expect, test } from "vitest";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import {
  answered,
  chargeKey,
  drive,
  exampleCharge,
  exampleChargeId,
  exampleRefund,
  refundKey,
} from "../testing/conformance.ts";
import { authorizeNetConnector } from "./authorize-net-connector.ts";
import { pageSize } from "./search.ts";
import {
  approved,
  batches,
  chargeReference,
  details,
  failed,
  listed,
  noBatches,
  refundDetails,
  refundReference,
  refundRow,
  refused,
  requestOf,
  row,
  settled,
  voided,
} from "./testing/authorize-net-responses.ts";

const connector = authorizeNetConnector(
  { apiLoginId: "5KP3u95bQpv", transactionKey: "346HZ32z3fP4hTG2", currency: "USD" },
  { chargeDeadlineMs: 30_000, lookUpDeadlineMs: 9_000 },
);
const texts = (responses: readonly string[]) => responses.map((text) => answered(200, text));
const others = (count: number) =>
  listed(
    ...Array.from({ length: count }, (_, index) =>
      row({ transId: `7${index}`, invoiceNumber: `x${index}` }),
    ),
  );

const lookUp = (...responses: readonly string[]) =>
  drive(connector.lookUp(chargeKey, exampleCharge), texts(responses));

describe("a look-up", () => {
  test("asks for the newest unsettled transactions, then for the batches of the last day", () => {
    const { calls, outcome } = lookUp(listed(), batches("9", "8"), listed(row()), details());
    expect(outcome).toMatchObject({ type: "approved", chargeId: exampleChargeId });
    const paging = { limit: "1000", offset: "1" };
    const sorting = { orderBy: "submitTimeUTC", orderDescending: true };
    expect(calls.map(({ body }) => requestOf(body))).toEqual([
      { request: "getUnsettledTransactionListRequest", status: "any", sorting, paging },
      { request: "getSettledBatchListRequest" },
      { request: "getTransactionListRequest", batchId: "9", sorting, paging },
      { request: "getTransactionDetailsRequest", transId: exampleChargeId },
    ]);
  });

  test("says `not_found` only after it has read every page", () => {
    expect(lookUp(listed(), noBatches).outcome).toEqual({ type: "not_found" });
    expect(lookUp(others(3), batches("9"), others(2)).outcome).toEqual({ type: "not_found" });
    const full = others(pageSize);
    expect(lookUp(full, others(1), noBatches).outcome).toEqual({ type: "not_found" });
    expect(lookUp(full, full, full).outcome).toEqual({ type: "unknown", reason: "list_too_long" });
    expect(lookUp(listed(), batches("9"), full).outcome).toEqual({
      type: "unknown",
      reason: "list_too_long",
    });
    expect(lookUp(listed(), batches("9", "8", "7")).outcome).toEqual({
      type: "unknown",
      reason: "too_many_batches",
    });
  });

  test.each([
    ["capturedPendingSettlement", { type: "approved" }],
    ["settledSuccessfully", { type: "approved" }],
    ["chargeback", { type: "approved" }],
    ["voided", { type: "reversed" }],
    ["FDSPendingReview", { type: "pending" }],
    ["FDSAuthorizedPendingReview", { type: "pending" }],
    ["underReview", { type: "pending" }],
    ["failedReview", { type: "declined", declineCode: "fraudulent" }],
    ["expired", { type: "declined", declineCode: "processing_error" }],
    ["generalError", { type: "declined", declineCode: "processing_error" }],
    ["communicationError", { type: "unknown", reason: "status_open" }],
    ["settlementError", { type: "unknown", reason: "status_open" }],
    ["couldNotVoid", { type: "unknown", reason: "status_open" }],
    ["somethingNew", { type: "unknown", reason: "status_open" }],
  ])("finds a transaction with the status %s", (transactionStatus, outcome) => {
    const found = lookUp(listed(row({ transactionStatus })), details({ transactionStatus }));
    expect(found.outcome).toMatchObject(outcome);
  });

  test("finds the facts of an approval, and leaves out what does not fit", () => {
    const facts = { authCode: "HH5414", cardCodeResponse: "M", networkTransId: "123456789NNNH" };
    expect(lookUp(listed(row()), details(facts)).outcome).toEqual({
      type: "approved",
      chargeId: exampleChargeId,
      facts: {
        authorisationCode: "HH5414",
        networkTransactionId: "123456789NNNH",
        avsResult: "match",
        cvcResult: "match",
      },
    });
    const odd = { authCode: {}, AVSResponse: 4, networkTransId: "x".repeat(65) };
    expect(lookUp(listed(row()), details(odd)).outcome).toEqual({
      type: "approved",
      chargeId: exampleChargeId,
    });
  });

  test("finds the reason of a decline as the response to the charge has it", () => {
    const declined = (overrides: object) => {
      const fields = { transactionStatus: "declined", settleAmount: 0, ...overrides };
      return lookUp(listed(row(fields)), details(fields)).outcome;
    };
    expect(declined({ responseReasonCode: 2, cardCodeResponse: "N" })).toMatchObject({
      declineCode: "incorrect_cvc",
    });
    expect(declined({ responseReasonCode: 9999 })).toMatchObject({
      declineCode: "generic_decline",
      isUnknownCode: true,
    });
  });

  test("finds a decline with its code, and an amount that is a whole number", () => {
    const declined = { transactionStatus: "declined", responseReasonCode: 65, settleAmount: 0 };
    expect(lookUp(listed(row(declined)), details(declined)).outcome).toEqual({
      type: "declined",
      chargeId: exampleChargeId,
      declineCode: "incorrect_cvc",
      facts: { vendorCode: "65", avsResult: "match" },
    });
    expect(lookUp(listed(row()), details({ settleAmount: 50 })).outcome).toEqual({
      type: "mismatch",
      chargeId: exampleChargeId,
      charged: true,
    });
  });

  test("leaves two transactions with one reference to staff", () => {
    expect(lookUp(listed(row(), row({ transId: "8" }))).outcome).toEqual({
      type: "unknown",
      reason: "several_transactions",
    });
  });

  test("does not take a refund or another transaction for the charge", () => {
    const refund = row({ transactionStatus: "refundSettledSuccessfully" });
    expect(lookUp(listed(refund), noBatches).outcome).toEqual({ type: "not_found" });
    expect(lookUp(listed(row()), details({ transId: "9" })).outcome).toMatchObject({
      type: "unknown",
    });
    expect(
      lookUp(listed(row()), details({ transactionType: "refundTransaction" })).outcome,
    ).toMatchObject({ type: "unknown" });
  });

  test.each([
    ["the list", [refused("E00011")]],
    ["the batches", [listed(), refused("E00001")]],
    ["a batch", [listed(), batches("9"), refused("E00001")]],
    ["the details", [listed(row()), refused("E00040")]],
  ])("proves nothing if it may not read %s", (_, responses) => {
    expect(lookUp(...responses).outcome).toMatchObject({ type: "unknown" });
  });
});

describe("a reversal", () => {
  const key = `${chargeKey}-reversal`;
  const reverse = (...responses: readonly string[]) =>
    drive(connector.reverse(exampleChargeId, key, "late success"), texts(responses));

  test("voids a charge that has not settled or is held", () => {
    for (const transactionStatus of ["capturedPendingSettlement", "FDSPendingReview"]) {
      const { calls, outcome } = reverse(details({ transactionStatus }), approved());
      expect(requestOf(calls[1]?.body)["transactionRequest"]).toEqual({
        transactionType: "voidTransaction",
        refTransId: exampleChargeId,
      });
      expect(outcome).toEqual({ type: "reversed", reversalId: `${exampleChargeId}-void` });
    }
  });

  test("refunds a settled charge in full, once", () => {
    const made = reverse(settled, listed(), noBatches, approved({ transId: "9" }));
    expect(requestOf(made.calls[3]?.body)["transactionRequest"]).toMatchObject({
      transactionType: "refundTransaction",
      amount: "49.99",
      payment: { creditCard: { cardNumber: "4242", expirationDate: "XXXX" } },
      refTransId: exampleChargeId,
    });
    expect(made.outcome).toEqual({ type: "reversed", reversalId: "9" });
    const { invoiceNumber } = (
      requestOf(made.calls[3]?.body)["transactionRequest"] as { order: { invoiceNumber: string } }
    ).order;
    const again = reverse(settled, listed(refundRow({ invoiceNumber, settleAmount: 49.99 })));
    expect(again.calls).toHaveLength(2);
    expect(again.outcome).toEqual({ type: "reversed", reversalId: "40012589" });
  });

  test("is not made twice, and has an unknown outcome if it is refused", () => {
    expect(reverse(voided)).toMatchObject({ calls: [{}], outcome: { type: "reversed" } });
    expect(reverse(details(), failed("3", "16")).outcome).toMatchObject({ type: "unknown" });
    expect(reverse(details({ transactionStatus: "declined" })).outcome).toEqual({
      type: "unknown",
      reason: "not_reversible",
    });
  });
});

describe("a refund", () => {
  const whole = { ...exampleRefund, amountMinor: 4999 };
  const refund = (order: typeof whole, ...responses: readonly string[]) =>
    drive(connector.refund(order, refundKey), texts(responses));

  test("is a void if it is full and the charge has not settled", () => {
    const { calls, outcome } = refund(whole, details(), approved());
    expect(requestOf(calls[1]?.body)["transactionRequest"]).toEqual({
      transactionType: "voidTransaction",
      refTransId: exampleChargeId,
    });
    expect(outcome).toEqual({
      type: "success",
      refundId: `${exampleChargeId}-void`,
      kind: "void",
      arn: null,
    });
  });

  test("waits for settlement if it is partial: nothing is sent", () => {
    const { calls, outcome } = refund(exampleRefund, details());
    expect(calls).toHaveLength(1);
    expect(outcome).toEqual({ type: "unreached", waitsFor: "not_settled" });
  });

  test("has the last digits of the card and our reference after settlement", () => {
    const { calls, outcome } = refund(exampleRefund, settled, approved({ transId: "40012589" }));
    expect(requestOf(calls[1]?.body)).toEqual({
      request: "createTransactionRequest",
      refId: refundReference,
      transactionRequest: {
        transactionType: "refundTransaction",
        amount: "25.00",
        currencyCode: "USD",
        payment: { creditCard: { cardNumber: "4242", expirationDate: "XXXX" } },
        refTransId: exampleChargeId,
        order: { invoiceNumber: refundReference },
      },
    });
    expect(outcome).toEqual({ type: "success", refundId: "40012589", kind: "refund", arn: null });
  });

  test.each(["50", "54"])("becomes a void if it is full and comes too early (%s)", (code) => {
    const { calls, outcome } = refund(whole, settled, failed("3", code), approved());
    expect(calls).toHaveLength(3);
    expect(outcome).toMatchObject({ type: "success", kind: "void" });
    expect(refund(exampleRefund, settled, failed("3", code)).outcome).toEqual({
      type: "rejected",
      code: "charge_not_refundable",
    });
  });

  test("has happened if it is full and the charge is void", () => {
    expect(refund(whole, voided)).toMatchObject({ calls: [{}], outcome: { kind: "void" } });
    expect(refund(exampleRefund, voided).outcome).toMatchObject({ type: "mismatch" });
  });

  test.each([
    ["55", { type: "rejected", code: "refund_exceeds_charge" }],
    ["16", { type: "rejected", code: "charge_not_refundable" }],
    ["13", { type: "credentials_refused" }],
    ["5", { type: "rejected", code: "refund_refused" }],
    ["11", { type: "unknown" }],
    ["19", { type: "unknown" }],
  ])("has the outcome that error %s means", (code, outcome) => {
    expect(refund(exampleRefund, settled, failed("3", code)).outcome).toMatchObject(outcome);
  });

  test("is refused for our credentials, held for review or declined", () => {
    const answer = (text: string) => refund(exampleRefund, settled, text).outcome;
    expect(answer(refused("E00007"))).toMatchObject({ type: "credentials_refused" });
    expect(answer(refused("E00013"))).toMatchObject({ type: "rejected" });
    expect(answer(refused("E00001"))).toMatchObject({ type: "unknown" });
    expect(answer(approved({ responseCode: "4", transId: "9" }))).toMatchObject({
      type: "pending",
    });
    expect(answer(failed("2", "2"))).toMatchObject({ type: "rejected", code: "refund_declined" });
  });

  test("is not sent for a charge in any other state, or one that cannot be read", () => {
    expect(refund(whole, details({ transactionStatus: "declined" }))).toEqual({
      calls: [expect.anything()],
      outcome: { type: "rejected", code: "charge_not_refundable" },
    });
    const lost = new OutgoingCallFailed("deadline", "unknown");
    expect(drive(connector.refund(whole, refundKey), [lost]).outcome).toEqual({
      type: "unreached",
    });
  });
});

test("the longest operations make the eight calls that the kit allows", () => {
  const full = others(pageSize);
  const search = [full, full, listed(), batches("9", "8"), listed()];
  const found = drive(
    connector.lookUpRefund(refundKey, exampleRefund),
    texts([settled, ...search, listed(refundRow()), refundDetails()]),
  );
  expect(found.outcome).toMatchObject({ type: "success" });
  const reversed = drive(
    connector.reverse(exampleChargeId, `${chargeKey}-reversal`, "late success"),
    texts([settled, ...search, listed(), approved({ transId: "9" })]),
  );
  expect(reversed.outcome).toMatchObject({ type: "reversed" });
  expect([found.calls.length, reversed.calls.length]).toEqual([8, 8]);
});

describe("a look-up of a refund", () => {
  const lookUpRefund = (...responses: readonly string[]) =>
    drive(connector.lookUpRefund(refundKey, exampleRefund), texts(responses)).outcome;
  const found = (overrides: object) =>
    lookUpRefund(settled, listed(refundRow()), refundDetails(overrides));

  test.each([
    [{}, { type: "success", refundId: "40012589", kind: "refund" }],
    [{ transactionStatus: "refundSettledSuccessfully" }, { type: "success" }],
    [{ transactionStatus: "settlementError" }, { type: "failed" }],
    [{ transactionStatus: "voided", settleAmount: 0 }, { type: "failed" }],
    [{ transactionStatus: "somethingNew" }, { type: "unknown" }],
    [{ settleAmount: 24.99 }, { type: "mismatch" }],
    [{ refTransId: "9" }, { type: "mismatch" }],
  ])("understands a refund with %j", (overrides, outcome) => {
    expect(found(overrides)).toMatchObject(outcome);
  });

  test("finds a void of the whole charge", () => {
    const whole = { ...exampleRefund, amountMinor: 4999 };
    const exchange = connector.lookUpRefund(refundKey, whole);
    expect(drive(exchange, texts([voided])).outcome).toMatchObject({
      type: "success",
      kind: "void",
    });
  });

  test("finds none, unless a refund without a reference could be it", () => {
    expect(lookUpRefund(settled, listed(), noBatches)).toEqual({ type: "not_found" });
    for (const invoiceNumber of ["", chargeReference]) {
      expect(lookUpRefund(settled, listed(refundRow({ invoiceNumber })), noBatches)).toEqual({
        type: "unknown",
        reason: "refund_without_reference",
      });
    }
    for (const other of [
      { invoiceNumber: "of-another-refund" },
      { invoiceNumber: "", settleAmount: 24 },
      { invoiceNumber: "", accountNumber: "XXXX1111" },
    ]) {
      expect(lookUpRefund(settled, listed(refundRow(other)), noBatches)).toEqual({
        type: "not_found",
      });
    }
  });
});
