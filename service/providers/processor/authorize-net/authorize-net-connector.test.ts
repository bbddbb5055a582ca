import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  answered,
  chargeKey,
  drive,
  exampleCharge,
  exampleChargeId,
  exampleCustomer,
  refundKey,
  testConformance,
} from "../testing/conformance.ts";
import { authorizeNetConnector } from "./authorize-net-connector.ts";
import {
  approved,
  chargeReference,
  details,
  failed,
  listed,
  marked,
  refundDetails,
  refundRow,
  refused,
  requestOf,
  row,
  settled,
} from "./testing/authorize-net-responses.ts";

const settings = {
  apiLoginId: "5KP3u95bQpv",
  transactionKey: "346HZ32z3fP4hTG2",
  signatureKey: "4B1D".repeat(32),
  currency: "USD",
} as const;
const deadlines = { chargeDeadlineMs: 30_000, lookUpDeadlineMs: 9_000 };
const connector = authorizeNetConnector(settings, deadlines);

testConformance("Authorize.Net", {
  connector,
  secrets: [settings.transactionKey, settings.signatureKey],
  secretsInBodies: true,
  good: {
    charge: [{ status: 200, body: approved() }],
    lookUp: [
      { status: 200, body: listed(row()) },
      { status: 200, body: details() },
    ],
    refund: [
      { status: 200, body: settled },
      { status: 200, body: approved({ transId: "40012589", refTransID: exampleChargeId }) },
    ],
    lookUpRefund: [
      { status: 200, body: settled },
      { status: 200, body: listed(refundRow()) },
      { status: 200, body: refundDetails() },
    ],
    reverse: [
      { status: 200, body: details() },
      { status: 200, body: approved({ refTransID: exampleChargeId }) },
    ],
  },
  noticeOf(about, forged) {
    const reference = connector.referenceOf?.(about === "charge" ? chargeKey : refundKey);
    const event = {
      notificationId: "d0e8e7fe-c3e7-4add-a480-27bc5ce28a18",
      eventType: `net.authorize.payment.${about === "charge" ? "authcapture" : "refund"}.created`,
      eventDate: "2026-11-20T10:00:00.8Z",
      payload: {
        responseCode: 1,
        merchantReferenceId: reference,
        entityName: "transaction",
        id: "40012588",
      },
    };
    const rawBody = Buffer.from(JSON.stringify(event));
    const key = forged ? "00".repeat(64) : settings.signatureKey;
    const hex = createHmac("sha512", key).update(rawBody).digest("hex").toUpperCase();
    return { rawBody, headers: { "x-anet-signature": `sha512=${hex}` }, nowMs: 0 };
  },
});

const charge = (body: string, status = 200) =>
  drive(connector.charge(exampleCharge, chargeKey), [answered(status, body)]).outcome;

describe("the charge request", () => {
  test("is a sale whose fields have the order of the XML schema", () => {
    const card = { ...exampleCharge.card, postalCode: "10001" };
    const own = authorizeNetConnector(
      { ...settings, duplicateSeconds: 30, sendsDescriptor: true },
      deadlines,
    );
    const request = {
      ...exampleCharge,
      card,
      customer: exampleCustomer,
      surchargeMinor: 146,
      credentialOnFile: "stored" as const,
    };
    const [call] = drive(own.charge(request, chargeKey), [answered(200, approved())]).calls;
    expect(call).toMatchObject({ method: "POST", path: "/xml/v1/request.api" });
    // This compares text, because the order matters.
    expect(call?.body).toBe(
      JSON.stringify({
        createTransactionRequest: {
          merchantAuthentication: {
            name: settings.apiLoginId,
            transactionKey: settings.transactionKey,
          },
          refId: chargeReference,
          transactionRequest: {
            transactionType: "authCaptureTransaction",
            amount: "49.99",
            currencyCode: "USD",
            payment: {
              creditCard: {
                cardNumber: "4242424242424242",
                expirationDate: "2030-12",
                cardCode: "737",
              },
            },
            order: { invoiceNumber: chargeReference },
            customer: { email: "lena@example.com" },
            billTo: {
              firstName: "Ada",
              lastName: "Lovelace",
              address: "1 Main St, Apt 2",
              city: "Albany",
              state: "NY",
              zip: "10001",
              country: "US",
              phoneNumber: "+12125550123",
            },
            customerIP: "203.0.113.7",
            cardholderAuthentication: {
              authenticationIndicator: "5",
              cardholderAuthenticationValue: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
            },
            transactionSettings: {
              setting: [
                { settingName: "allowPartialAuth", settingValue: "false" },
                { settingName: "duplicateWindow", settingValue: "30" },
              ],
            },
            surcharge: { amount: "1.46" },
            merchantDescriptor: "DEMO SHOP",
            processingOptions: { isFirstSubsequentAuth: "true" },
          },
        },
      }),
    );
  });

  test("names a saved card, and has no proof without a value or an ECI", () => {
    const { threeDSecure } = exampleCharge;
    if (!threeDSecure) throw new Error("the example has a proof");
    const { authenticationValue: _, ...without } = threeDSecure;
    for (const proof of [without, { ...threeDSecure, eci: "08" }]) {
      const request = { ...exampleCharge, threeDSecure: proof, credentialOnFile: "used" as const };
      const [call] = drive(connector.charge(request, chargeKey), [answered(200, approved())]).calls;
      const { transactionRequest } = requestOf(call?.body);
      expect(transactionRequest).not.toHaveProperty("cardholderAuthentication");
      expect(transactionRequest).toMatchObject({
        processingOptions: { isStoredCredentials: "true" },
      });
    }
  });

  test("is not made in a currency other than the account's", () => {
    expect(drive(connector.charge({ ...exampleCharge, currency: "CAD" }, chargeKey), [])).toEqual({
      calls: [],
      outcome: { type: "rejected", reason: "currency_not_supported" },
    });
  });
});

describe("the facts of a response", () => {
  test("are the network's id, the authorization code and the results of the checks", () => {
    expect(charge(approved())).toEqual({
      type: "approved",
      chargeId: exampleChargeId,
      facts: {
        authorisationCode: "HH5414",
        networkTransactionId: "123456789NNNH",
        avsResult: "match",
        cvcResult: "not_checked",
      },
    });
    const checks = { avsResultCode: "A", cvvResultCode: "N" };
    expect(charge(failed("2", "4", checks))).toMatchObject({
      facts: { vendorCode: "4", avsResult: "address_only", cvcResult: "no_match" },
    });
  });

  test("are left out if they do not fit, and the charge still counts", () => {
    const odd = {
      authCode: 7,
      networkTransId: "",
      avsResultCode: { Y: 1 },
      cvvResultCode: null,
    };
    expect(charge(approved(odd))).toEqual({ type: "approved", chargeId: exampleChargeId });
  });
});

describe("the response to a charge", () => {
  test.each([
    ["2", "generic_decline"],
    ["4", "pickup_card"],
    ["27", "incorrect_postal_code"],
    ["65", "incorrect_cvc"],
    ["251", "fraudulent"],
  ])("a decline with code %s is %s", (code, declineCode) => {
    expect(charge(failed("2", code))).toEqual({
      type: "declined",
      chargeId: exampleChargeId,
      declineCode,
      facts: { vendorCode: code, avsResult: "not_checked" },
    });
  });

  test("a code that is not in the table is kept and reported", () => {
    expect(charge(failed("2", "9999"))).toEqual({
      type: "declined",
      chargeId: exampleChargeId,
      declineCode: "generic_decline",
      isUnknownCode: true,
      facts: { vendorCode: "9999", avsResult: "not_checked" },
    });
  });

  test("a decline whose security code does not match says so", () => {
    expect(charge(failed("2", "2", { cvvResultCode: "N" }))).toMatchObject({
      declineCode: "incorrect_cvc",
    });
    expect(charge(failed("2", "4", { cvvResultCode: "N" }))).toMatchObject({
      declineCode: "pickup_card",
    });
  });

  test.each([
    ["6", "incorrect_number"],
    ["8", "expired_card"],
    ["17", "card_not_supported"],
    ["78", "incorrect_cvc"],
  ])("error %s is about the card: %s", (code, declineCode) => {
    expect(charge(failed("3", code))).toMatchObject({ type: "declined", declineCode });
  });

  test.each(["5", "13", "39", "103", "155"])("error %s charged nothing", (code) => {
    expect(charge(failed("3", code))).toEqual({ type: "rejected", reason: `code_${code}` });
  });

  test.each(["11", "19", "20", "23", "25", "57", "9999", ""])(
    "error %j leaves the outcome unknown",
    (code) => {
      expect(charge(failed("3", code))).toMatchObject({ type: "unknown" });
    },
  );

  test.each(["E00003", "E00007", "E00013", "E00045"])("%s charged nothing", (code) => {
    expect(charge(refused(code))).toEqual({ type: "rejected", reason: code });
  });

  test.each(["E00001", "E00027", "E00053", "I00001", "E99999"])(
    "%s leaves the outcome unknown",
    (code) => {
      expect(charge(refused(code))).toEqual({ type: "unknown", reason: `code_${code}` });
    },
  );

  test("is pending if the charge is held for review", () => {
    const held = { responseCode: "4", messages: [{ code: "252", description: "Held." }] };
    expect(charge(approved(held))).toEqual({ type: "pending", chargeId: exampleChargeId });
  });

  test("codes can be numbers", () => {
    expect(charge(approved({ responseCode: 1, transId: 60012345678 }))).toMatchObject({
      type: "approved",
      chargeId: "60012345678",
    });
  });

  test.each([
    ["of another reference", approved({}, "another")],
    ["without an id", approved({ transId: "0" })],
    ["in a response that is an error", approved().replace('"Ok"', '"Error"')],
    ["with an unknown code", approved({ responseCode: "9" })],
    ["without messages", marked({ transactionResponse: { responseCode: "1", transId: "5" } })],
  ])("an approval %s is not believed", (_, body) => {
    expect(charge(body)).toMatchObject({ type: "unknown" });
  });

  test("an approval of an account in test mode is no charge", () => {
    expect(charge(approved({ testRequest: "1", transId: "0" }))).toEqual({
      type: "rejected",
      reason: "account_in_test_mode",
    });
  });

  test("a partial approval is a mismatch", () => {
    const part = (approvedAmount: string) => approved({ prePaidCard: { approvedAmount } });
    expect(charge(part("1.23"))).toEqual({
      type: "mismatch",
      chargeId: exampleChargeId,
      charged: true,
    });
    expect(charge(part("49.99"))).toMatchObject({ type: "approved" });
  });
});
