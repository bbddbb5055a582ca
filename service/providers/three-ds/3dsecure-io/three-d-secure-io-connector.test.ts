import { describe, expect, test } from "vitest";
import { answered, drive } from "../../kit/testing/drive.ts";
import type { EnrolmentSource } from "../kit/three-ds-connector.ts";
import {
  exampleAuthentication,
  exampleCard,
  ids,
  methodUrl,
  testThreeDSConformance,
} from "../testing/conformance.ts";
import type { ThreeDSecureIoSettings } from "./settings.ts";
import { threeDSecureIo } from "./three-d-secure-io-connector.ts";

const settings: ThreeDSecureIoSettings = {
  apiKey: "2b5ed0a9-6f3c-4f1e-8a51-0c2f7b9d4e66",
  acquirers: [
    { acquirerBIN: "438309", acquirerMerchantID: "00002000000" },
    { brand: "mastercard", acquirerBIN: "555555", acquirerMerchantID: "MC-1" },
    {
      processor: "quayside",
      acquirerBIN: "411111",
      acquirerMerchantID: "Q-1",
      requestorID: "az0123456789",
      requestorName: "Example requestor",
    },
  ],
  mcc: "5411",
  merchantCountryCode: "840",
  acquirerCountryCode: "208",
  transType: "01",
};
const connect = (overrides: Partial<ThreeDSecureIoSettings> = {}, deadlineMs = 1_000) =>
  threeDSecureIo(
    { ...settings, ...overrides },
    {
      versioningDeadlineMs: deadlineMs,
      authenticationDeadlineMs: deadlineMs,
      lookUpDeadlineMs: deadlineMs,
    },
  );

const erro = (errorCode: string) => ({
  messageType: "Erro",
  messageVersion: "2.2.0",
  errorCode,
  errorComponent: "S",
  errorDescription: "Unknown",
  errorDetail: "Unknown",
});
const crd = {
  messageType: "CRD",
  threeDSServerTransID: ids.threeDSServerTransID,
  scheme: "visa",
  dsStartProtocolVersion: "2.1.0",
  dsEndProtocolVersion: "2.2.0",
  acsStartProtocolVersion: "2.1.0",
  acsEndProtocolVersion: "2.2.0",
  threeDSMethodURL: methodUrl,
};
const rReq = {
  messageType: "RReq",
  messageVersion: "2.2.0",
  messageCategory: "01",
  ...ids,
  interactionCounter: "01",
  authenticationType: "02",
  transStatus: "Y",
  eci: "05",
  authenticationValue: "s3xYIbbZVSakGpUEaAtOfIt2Ohs=",
};

testThreeDSConformance("3dsecure.io", {
  connect: (deadlineMs) => connect({}, deadlineMs),
  secrets: [settings.apiKey],
  enrolled: crd,
  notEnrolled: erro("305"),
  answer: (overrides) => ({ messageType: "ARes", messageVersion: "2.2.0", ...ids, ...overrides }),
  result: rReq,
});

const lookUpOf = (source: EnrolmentSource) => {
  if (source.type !== "asked") throw new Error("the connector has no look-up per card");
  return source.lookUp(exampleCard);
};

describe("/preauth", () => {
  const enrolmentOf = (body: object, status = 200) =>
    drive(lookUpOf(connect().enrolment), [answered(status, body)]);

  test("receives only the card number, with the key in a header", () => {
    const { calls } = enrolmentOf(crd);
    expect(calls).toMatchObject([
      {
        method: "POST",
        path: "/preauth",
        headers: {
          APIKey: settings.apiKey,
          "content-type": "application/json; charset=utf-8",
        },
        body: JSON.stringify({ acctNumber: exampleCard.number }),
      },
    ]);
  });

  test("prepares an authentication under the server's id", () => {
    expect(enrolmentOf(crd).outcome).toEqual({
      type: "enrolled",
      version: "2.2.0",
      methodUrl,
      threeDSServerTransID: ids.threeDSServerTransID,
    });
  });

  test.each([200, 400, 404])("305 with status %i means that the card is not enrolled", (status) => {
    expect(enrolmentOf(erro("305"), status).outcome).toEqual({ type: "not_enrolled" });
  });

  test.each([
    ["another error", erro("303"), 200, "erro_303"],
    ["an error from a broken server", erro("305"), 502, "status_502"],
    ["a code with other characters", erro("4000100411112003"), 200, "malformed"],
    ["a range with no version", { ...crd, acsStartProtocolVersion: "" }, 200, "malformed"],
    ["a list with no version", { ...crd, dsProtocolVersions: ["newest"] }, 200, "malformed"],
  ])("%s says nothing about the card", (_, body, status, reason) => {
    expect(enrolmentOf(body, status).outcome).toEqual({ type: "unavailable", reason });
  });

  test.each([
    ["the newest that all parties support", ["2.1.0", "2.3.1"], {}, "2.3.1"],
    [
      "lists take precedence over ranges",
      ["2.1.0", "2.3.1"],
      { dsProtocolVersions: ["2.1.0", "2.2.0"] },
      "2.2.0",
    ],
    [
      "only one that the server supports",
      ["2.1.0", "2.3.1"],
      { threeDSServerProtocolVersions: ["2.1.0"] },
      "2.1.0",
    ],
  ])("chooses the version: %s", (_, [start = "", end = ""], lists, version) => {
    const body = {
      ...crd,
      acsStartProtocolVersion: start,
      acsEndProtocolVersion: end,
      dsEndProtocolVersion: "2.3.1",
      ...lists,
    };
    expect(enrolmentOf(body).outcome).toMatchObject({ type: "enrolled", version });
  });

  test("uses the 3DS method of the chosen version, or none", () => {
    const acsProtocolVersions = [
      { version: "2.1.0", threeDSMethodURL: methodUrl },
      { version: "2.2.0" },
    ];
    expect(enrolmentOf({ ...crd, acsProtocolVersions }).outcome).toMatchObject({
      version: "2.2.0",
      methodUrl: null,
    });
  });

  test("is not called for a card without a registration", () => {
    const connector = connect({
      acquirers: [{ brand: "amex", acquirerBIN: "1", acquirerMerchantID: "A" }],
    });
    const { calls, outcome } = drive(lookUpOf(connector.enrolment), []);
    expect(calls).toEqual([]);
    expect(outcome).toEqual({ type: "unavailable", reason: "not_registered" });
    expect(drive(connector.authenticate(exampleAuthentication), []).outcome).toEqual(outcome);
  });
});

describe("/auth", () => {
  const bodyOf = (
    overrides: Partial<typeof exampleAuthentication> = {},
    changed: Partial<ThreeDSecureIoSettings> = {},
  ) => {
    const exchange = connect(changed).authenticate({ ...exampleAuthentication, ...overrides });
    const { calls } = drive(exchange, [answered(500, "")]);
    expect(calls.map(({ path }) => path)).toEqual(["/auth"]);
    return JSON.parse(calls[0]?.body ?? "");
  };

  test("has the registration for the brand and the processor", () => {
    const { card } = exampleAuthentication;
    expect(bodyOf()).toMatchObject({
      acquirerBIN: "438309",
      acquirerMerchantID: "00002000000",
      mcc: "5411",
      merchantCountryCode: "840",
      merchantName: "Demo shop",
      threeDSRequestorURL: "https://pay.example",
      transType: "01",
    });
    expect(bodyOf({ card: { ...card, brand: "mastercard" } })).toMatchObject({
      acquirerBIN: "555555",
    });
    expect(bodyOf({ processor: "quayside", card: { ...card, brand: "mastercard" } })).toMatchObject(
      {
        acquirerBIN: "411111",
        threeDSRequestorID: "az0123456789",
        threeDSRequestorName: "Example requestor",
      },
    );
    expect(bodyOf()).not.toHaveProperty("threeDSRequestorID");
    const registered = { merchantName: "HALL ONE", requestorURL: "https://hall.example" };
    expect(bodyOf({}, registered)).toMatchObject({
      merchantName: "HALL ONE",
      threeDSRequestorURL: "https://hall.example",
    });
  });

  test("omits the fields of other 3DS servers", () => {
    for (const field of ["RefNumber", "OperatorID", "URL"]) {
      expect(bodyOf()).not.toHaveProperty(`threeDSServer${field}`);
    }
  });

  test("is ASCII: accents are removed", () => {
    const card = { ...exampleAuthentication.card, holderName: "Søren Ångström-Łuk 🎲" };
    const merchant = { name: "Café Ñandú", url: "https://pay.example" };
    expect(bodyOf({ card, merchant })).toMatchObject({
      cardholderName: "Soren Angstrom-Luk",
      merchantName: "Cafe Nandu",
    });
    expect(bodyOf({ card: { ...card, holderName: "李小龍" } })).not.toHaveProperty(
      "cardholderName",
    );
  });

  test("has the customer data that Visa and Mastercard ask for, if it is known", () => {
    const customer = {
      customerId: "lena",
      email: "lena@example.com",
      phoneNumber: "+12025550123",
      billingAddress: {
        line1: "1 Café Street",
        city: "Springfield",
        state: "IL",
        postalCode: "62701",
        country: "US",
      },
    };
    expect(bodyOf({ customer })).toMatchObject({
      email: "lena@example.com",
      mobilePhone: { cc: "1", subscriber: "2025550123" },
      billAddrLine1: "1 Cafe Street",
      billAddrCity: "Springfield",
      billAddrState: "IL",
      billAddrPostCode: "62701",
      billAddrCountry: "840",
    });
    const unsendable = { customerId: "lena", email: "léna@example.com", phoneNumber: "+4930123" };
    const abroad = { ...customer.billingAddress, country: "DE" };
    const body = bodyOf({ customer: { ...unsendable, billingAddress: abroad } });
    for (const field of ["email", "mobilePhone", "billAddrLine1", "billAddrCountry"]) {
      expect(body).not.toHaveProperty(field);
    }
  });

  test.each([
    ["2.1.0", false, false],
    ["2.2.0", true, false],
    ["2.3.1", true, true],
  ])("version %s has the fields of that version", (messageVersion, hasScript, isNewest) => {
    const body = bodyOf({ messageVersion });
    expect(body.messageVersion).toBe(messageVersion);
    expect("browserJavascriptEnabled" in body).toBe(hasScript);
    expect("acceptLanguage" in body).toBe(isNewest);
    if (isNewest) {
      expect(body).toMatchObject({
        acceptLanguage: ["en-US"],
        acquirerCountryCode: "208",
        acquirerCountryCodeSource: "01",
      });
    }
  });

  test("is unavailable if the directory server does not respond", () => {
    const exchange = connect().authenticate(exampleAuthentication);
    const { outcome } = drive(exchange, [answered(200, erro("405"))]);
    expect(outcome).toEqual({ type: "unavailable", reason: "erro_405" });
  });
});

describe("/postauth", () => {
  test("is called with the transaction's id", () => {
    const { calls } = drive(connect().askResult(ids), [answered(200, rReq)]);
    expect(calls).toMatchObject([
      {
        path: "/postauth",
        body: JSON.stringify({ threeDSServerTransID: ids.threeDSServerTransID }),
      },
    ]);
  });

  test.each(["203", "305"])("Erro %s leaves the result unknown", (code) => {
    const { outcome } = drive(connect().askResult(ids), [answered(200, erro(code))]);
    expect(outcome).toEqual({ type: "open", reason: `erro_${code}` });
  });
});
