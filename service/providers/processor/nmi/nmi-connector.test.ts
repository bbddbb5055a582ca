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
import { nmiConnector } from "./nmi-connector.ts";
import { complete, formOf, listed, open, paid, refundOf } from "./testing/nmi-responses.ts";

const settings = { securityKey: "6457Thfj624V5r7WUwc5v6a68Zsd6YEm" };
const deadlines = { chargeDeadlineMs: 30_000, lookUpDeadlineMs: 9_000 };
const signingKey = "signing-key-of-the-shop";
const connector = nmiConnector({ ...settings, signingKey }, deadlines);

testConformance("NMI", {
  connector,
  secrets: [settings.securityKey, signingKey],
  secretsInBodies: true,
  good: {
    charge: [{ status: 200, body: paid() }],
    lookUp: [{ status: 200, body: listed(open) }],
    refund: [
      { status: 200, body: listed(complete) },
      {
        status: 200,
        body: paid({ transactionid: "12588835274", orderid: "", type: "refund", authcode: "" }),
      },
    ],
    lookUpRefund: [{ status: 200, body: listed(refundOf()) }],
    reverse: [
      { status: 200, body: listed(open) },
      {
        status: 200,
        body: paid({ responsetext: "Transaction Void Successful", type: "void" }),
      },
    ],
  },
  noticeOf(about, forged) {
    const event = {
      event_type: about === "charge" ? "transaction.sale.success" : "transaction.refund.success",
      event_body: { order_id: about === "charge" ? chargeKey : refundKey },
    };
    const rawBody = Buffer.from(JSON.stringify(event));
    const hex = createHmac("sha256", forged ? "of-another-shop" : signingKey)
      .update("nonce.")
      .update(rawBody)
      .digest("hex");
    return { rawBody, headers: { "webhook-signature": `t=nonce,s=${hex}` }, nowMs: 0 };
  },
});

const charge = (body: string, status = 200) =>
  drive(connector.charge(exampleCharge, chargeKey), [answered(status, body)]).outcome;

describe("the charge request", () => {
  test("is a sale with our order, the card and the proof of authentication", () => {
    const exchange = connector.charge({ ...exampleCharge, credentialOnFile: "used" }, chargeKey);
    const [call] = drive(exchange, [answered(200, paid())]).calls;
    expect(call).toMatchObject({ method: "POST", path: "/api/transact.php" });
    expect(call?.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
    expect(formOf(call?.body)).toEqual({
      security_key: settings.securityKey,
      type: "sale",
      amount: "49.99",
      currency: "USD",
      orderid: chargeKey,
      payment: "creditcard",
      ccnumber: "4242424242424242",
      ccexp: "1230",
      cvv: "737",
      firstname: "Ada",
      lastname: "Lovelace",
      initiated_by: "customer",
      stored_credential_indicator: "used",
      cardholder_auth: "verified",
      cavv: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
      three_ds_version: "2.2.0",
      directory_server_id: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
    });
  });

  test("has the fields of the account's settings, and the postal code", () => {
    const own = nmiConnector(
      {
        ...settings,
        mcc: "7995",
        processorId: "bingo1",
        sendsDescriptor: true,
        duplicateSeconds: 0,
      },
      deadlines,
    );
    const card = { ...exampleCharge.card, postalCode: "10001", holderName: "Cher" };
    const [call] = drive(own.charge({ ...exampleCharge, card }, chargeKey), [
      answered(200, paid()),
    ]).calls;
    expect(formOf(call?.body)).toMatchObject({
      descriptor: "DEMO SHOP",
      descriptor_mcc: "7995",
      processor_id: "bingo1",
      dup_seconds: "0",
      zip: "10001",
      lastname: "Cher",
    });
  });

  test("has the known customer data, and the surcharge as a part of the amount", () => {
    const request = {
      ...exampleCharge,
      customer: exampleCustomer,
      surchargeMinor: 146,
      credentialOnFile: "used" as const,
      networkTransactionId: "016153570198200",
    };
    const [call] = drive(connector.charge(request, chargeKey), [answered(200, paid())]).calls;
    const form = formOf(call?.body);
    expect(form).toMatchObject({
      amount: "49.99",
      surcharge: "1.46",
      address1: "1 Main St",
      address2: "Apt 2",
      city: "Albany",
      state: "NY",
      zip: "12207",
      country: "US",
      phone: "+12125550123",
      email: "lena@example.com",
      ipaddress: "203.0.113.7",
    });
    // NMI's field for an earlier transaction means its own id, of a charge without the customer.
    expect(Object.values(form)).not.toContain("016153570198200");
  });

  test("has the card's own postal code, and no address or state that NMI does not document", () => {
    const card = { ...exampleCharge.card, postalCode: "10001" };
    const billingAddress = { line1: "1 Quay", city: "Cork", state: "Munster", country: "IE" };
    const customer = { customerId: "lena", ipAddress: "2001:db8::1", billingAddress };
    const [call] = drive(connector.charge({ ...exampleCharge, card, customer }, chargeKey), [
      answered(200, paid()),
    ]).calls;
    const form = formOf(call?.body);
    expect(form).toMatchObject({ zip: "10001", country: "IE" });
    for (const name of ["ipaddress", "state", "surcharge", "email", "phone", "address2"]) {
      expect(form).not.toHaveProperty(name);
    }
  });

  test.each([
    ["A", "attempted"],
    ["I", undefined],
    ["U", undefined],
  ])("with the status %s is %s", (transStatus, state) => {
    const { threeDSecure } = exampleCharge;
    if (!threeDSecure) throw new Error("the example has a proof");
    const request = { ...exampleCharge, threeDSecure: { ...threeDSecure, transStatus } };
    const [call] = drive(connector.charge(request, chargeKey), [answered(200, paid())]).calls;
    const form = formOf(call?.body);
    expect(form["cardholder_auth"]).toBe(state);
    expect(form["cavv"] === undefined).toBe(state === undefined);
  });

  test.each(["JPY", "KWD"])(
    "is not made in %s, because the amount has no documented form",
    (currency) => {
      expect(drive(connector.charge({ ...exampleCharge, currency }, chargeKey), [])).toEqual({
        calls: [],
        outcome: { type: "rejected", reason: "currency_not_supported" },
      });
    },
  );
});

describe("the facts of a response", () => {
  test("are the authorization code and the results of the checks", () => {
    expect(charge(paid({ avsresponse: "Y", cvvresponse: "M" }))).toEqual({
      type: "approved",
      chargeId: exampleChargeId,
      facts: { authorisationCode: "123456", avsResult: "match", cvcResult: "match" },
    });
    const declined = { response: "2", response_code: "225", avsresponse: "P", cvvresponse: "N" };
    expect(charge(paid(declined))).toMatchObject({
      facts: { vendorCode: "225", avsResult: "postal_code_only", cvcResult: "no_match" },
    });
  });

  test("are left out if they do not fit, and the charge still counts", () => {
    const odd = { authcode: "<b>", avsresponse: "B", cvvresponse: "toString" };
    expect(charge(paid(odd))).toEqual({ type: "approved", chargeId: exampleChargeId });
    expect(charge(`${paid({ authcode: "" })}&authcode=1&avsresponse=Y`)).toMatchObject({
      type: "approved",
      facts: { cvcResult: "no_match" },
    });
  });
});

describe("the response to a charge", () => {
  const unchecked = { authcode: "", avsresponse: "", cvvresponse: "" };
  const declined = { response: "2", responsetext: "DECLINE", ...unchecked };
  test.each([
    ["200", "generic_decline"],
    ["201", "do_not_honor"],
    ["202", "insufficient_funds"],
    ["225", "incorrect_cvc"],
    ["252", "stolen_card"],
    ["261", "do_not_try_again"],
    ["262", "do_not_try_again"],
  ])("code %s is %s", (code, declineCode) => {
    expect(charge(paid({ ...declined, response_code: code }))).toEqual({
      type: "declined",
      chargeId: exampleChargeId,
      declineCode,
      facts: { vendorCode: code },
    });
  });

  test("a code that is not in the table is kept and reported", () => {
    expect(charge(paid({ ...declined, response_code: "299" }))).toEqual({
      type: "declined",
      chargeId: exampleChargeId,
      declineCode: "generic_decline",
      isUnknownCode: true,
      facts: { vendorCode: "299" },
    });
  });

  test.each([
    ["2", "200", chargeKey],
    ["3", "461", ""],
  ])(
    "a decline (response %s) with the transaction 0 has our key as its id",
    (response, code, orderid) => {
      const body = paid({ response, response_code: code, orderid, transactionid: "0" });
      expect(charge(body)).toMatchObject({ type: "declined", chargeId: chargeKey });
    },
  );

  const error = (code: string, text: string, orderid = "") =>
    paid({
      response: "3",
      responsetext: text,
      ...unchecked,
      transactionid: "",
      orderid,
      response_code: code,
    });
  test.each([
    ["300", "Invalid Credit Card Number REFID:3162207528"],
    ["300", "Authentication Failed"],
    ["410", "Invalid merchant configuration"],
    ["411", "Merchant account is inactive"],
    ["440", "Processor format error"],
    ["441", "Invalid transaction information"],
    ["460", "Processor feature not available"],
  ])("error %s charged nothing: %s", (code, text) => {
    expect(charge(error(code, text))).toEqual({ type: "rejected", reason: `code_${code}` });
  });

  test.each([
    ["300", "Duplicate transaction REFID:3174971726", "duplicate"],
    ["430", "Duplicate transaction at processor", "duplicate"],
    ["400", "Transaction error returned by processor", "code_400"],
    ["420", "Communication error", "code_420"],
    ["421", "Communication error with issuer", "code_421"],
    ["999", "Something new", "code_999"],
    ["", "", "malformed"],
  ])("error %s leaves it open: %s", (code, text, reason) => {
    expect(charge(error(code, text))).toEqual({ type: "unknown", reason });
  });

  test("a card that the processor does not take is a decline", () => {
    expect(charge(error("461", "Unsupported card type"))).toEqual({
      type: "declined",
      chargeId: chargeKey,
      declineCode: "card_not_supported",
      facts: { vendorCode: "461" },
    });
  });

  test.each([
    ["of another order", paid({ orderid: "pay_other-1" })],
    ["without an order", paid({ orderid: "" })],
    ["with the transaction 0", paid({ transactionid: "0" })],
    ["with another code than 100", paid({ response_code: "200" })],
    ["that says two things", `${paid()}&response=2`],
    ["that names two transactions", `${paid()}&transactionid=2`],
  ])("an approval %s is not believed", (_, body) => {
    expect(charge(body)).toMatchObject({ type: "unknown" });
  });

  test("a partial approval is a mismatch", () => {
    expect(charge(paid({ amount_authorized: "20.00" }))).toEqual({
      type: "mismatch",
      chargeId: exampleChargeId,
      charged: true,
    });
    expect(charge(paid({ amount_authorized: "49.99" }))).toMatchObject({ type: "approved" });
  });

  test.each([400, 401, 403, 404])("HTTP status %i proves nothing", (status) => {
    expect(charge("Forbidden", status)).toEqual({ type: "unknown", reason: `status_${status}` });
  });
});
