import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOutgoingHttp, OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import type { Exchange } from "../../kit/exchange.ts";
import { answered, drive } from "../../kit/testing/drive.ts";
import type { AuthenticationParameters } from "../authentication-request.ts";
import type { CardToLookUp, ChallengeIds, ThreeDSConnector } from "../kit/three-ds-connector.ts";
import { createThreeDSServer, type ThreeDSServer } from "../kit/three-ds-server.ts";

export interface ThreeDSConformanceCase {
  /** `deadlineMs` applies to each call. */
  connect(deadlineMs: number): ThreeDSConnector;
  /** Secrets that must not appear in any path or body. */
  readonly secrets: readonly string[];
  /** The response that {@link exampleCard} is enrolled, with the id of {@link ids} and a 3DS method. */
  readonly enrolled: object;
  /** The response for a card that no scheme enrolled. */
  readonly notEnrolled: object;
  /** An ARes to {@link exampleAuthentication} in the vendor's own format, with these fields changed. */
  answer(overrides: Readonly<Record<string, unknown>>): object;
  /** The result of the challenge with {@link ids}; null if the vendor's server posts results to us. */
  readonly result: object | null;
}

export const exampleCard: CardToLookUp = {
  number: "4000100411112003",
  brand: "visa",
  processor: "northbank",
};

export const ids: ChallengeIds = {
  threeDSServerTransID: "6b91f61e-9e62-4f5c-ab8c-f1ffb84122cb",
  acsTransID: "d7c1ee99-9478-44a6-b1f2-391e29c6b340",
  dsTransID: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
};

export const methodUrl = "https://acs.example/method";
const otherTransID = "1d1c23a6-6a52-4f0c-8f43-1b7d2b8e9c55";

export const exampleAuthentication: AuthenticationParameters = {
  threeDSServerTransID: ids.threeDSServerTransID,
  messageVersion: "2.2.0",
  completionIndicator: "Y",
  mandateChallenge: false,
  processor: exampleCard.processor,
  card: {
    brand: "visa",
    number: exampleCard.number,
    expiryMonth: 12,
    expiryYear: 2030,
    holderName: "Ada Lovelace",
    postalCode: "10001",
  },
  amountMinor: 4999,
  currency: "USD",
  purchasedAtMs: Date.UTC(2026, 10, 26, 13, 14, 15),
  context: {
    browser: {
      javaEnabled: false,
      language: "en-US",
      colorDepth: 24,
      screenHeightPx: 900,
      screenWidthPx: 1440,
      timeZoneOffsetMinutes: 300,
      userAgent: "Mozilla/5.0",
    },
    acceptHeader: "text/html",
    ipAddress: "203.0.113.7",
  },
  merchant: { name: "Demo shop", url: "https://pay.example" },
  notificationUrl: "https://pay.example/v1/three-ds/challenge-notification",
};

/** No connector may trust these responses. */
const garbage = fc.oneof(
  fc.record({ status: fc.integer({ min: 200, max: 599 }), body: fc.jsonValue() }),
  fc.record({
    status: fc.constantFrom(200, 201, 202, 302, 400, 404, 409, 429, 500, 502, 503),
    body: fc.constantFrom("", "<html></html>", "null", "[]", "{}", '{"transStatus":"Y"}', "{"),
  }),
);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What every connector for 3-D Secure must guarantee. */
export function testThreeDSConformance(name: string, given: ThreeDSConformanceCase): void {
  const connector = given.connect(1_000);
  const authenticate = (overrides: Partial<AuthenticationParameters> = {}) =>
    connector.authenticate({ ...exampleAuthentication, ...overrides });
  const outcomeOf = (
    body: object,
    overrides: Partial<AuthenticationParameters> = {},
    status = 200,
  ) => drive(authenticate(overrides), [answered(status, body)]).outcome;

  describe(`${name}: what every connector for 3-D Secure guarantees`, () => {
    test.each(["Y", "A", "N", "R", "U", "I", "D"])(
      "a response with %s is passed on",
      (transStatus) => {
        const proof = { authenticationValue: "AAABBEg0VhI0VniQEjRWAAAAAAA=", eci: "05" };
        const hasProof = transStatus === "Y" || transStatus === "A";
        const body = given.answer({ transStatus, ...(hasProof && proof) });
        expect(outcomeOf(body)).toMatchObject({
          type: "answered",
          response: { transStatus, ...(hasProof && proof), dsTransID: ids.dsTransID },
        });
      },
    );

    test("a challenge is passed on with the issuer's address", () => {
      const acsURL = "https://acs.example/challenge";
      const response = { transStatus: "C", acsURL, acsTransID: ids.acsTransID };
      expect(outcomeOf(given.answer(response))).toMatchObject({ type: "answered", response });
    });

    test.each([
      ["of another payment", { transStatus: "N", threeDSServerTransID: otherTransID }],
      ["of another version", { transStatus: "N", messageVersion: "2.1.0" }],
      ["with Y and no proof", { transStatus: "Y", eci: "05" }],
      ["with A and no proof", { transStatus: "A", eci: "06" }],
      ["with C and no address", { transStatus: "C" }],
      [
        "with C and an address that no browser may open",
        { transStatus: "C", acsURL: "javascript:alert(1)" },
      ],
      ["with a status that EMV does not have", { transStatus: "X" }],
      ["without a status", {}],
    ])("a response %s is not trusted", (_, overrides) => {
      expect(outcomeOf(given.answer(overrides)).type).toBe("unavailable");
    });

    test.each([201, 302, 400, 401, 404, 429, 500, 503])(
      "a good body with status %i is not trusted",
      (status) => {
        const body = given.answer({ transStatus: "N" });
        expect(outcomeOf(body, {}, status).type).toBe("unavailable");
      },
    );

    test("garbage never causes an exception, an authentication or the outcome that a card is not enrolled", () => {
      fc.assert(
        fc.property(garbage, ({ status, body }) => {
          const response = answered(status, body);
          expect(drive(authenticate(), [response]).outcome.type).toBe("unavailable");
          expect(drive(connector.askResult(ids), [response]).outcome.type).toBe("open");
          if (connector.enrolment.type !== "asked") return;
          const { outcome } = drive(connector.enrolment.lookUp(exampleCard), [response]);
          expect(outcome.type).toBe("unavailable");
        }),
      );
    });

    test("without a response the outcome is unknown", () => {
      for (const code of ["deadline", "broken", "too_large", "unreachable"] as const) {
        const none = new OutgoingCallFailed(code, code === "unreachable" ? "no" : "unknown");
        const { outcome } = drive(authenticate(), [none]);
        expect(outcome).toEqual({ type: "unavailable", reason: code });
        expect(drive(connector.askResult(ids), [none]).outcome.type).toBe("open");
      }
    });

    test("the request has the exact amount and currency of the payment, and the transaction's id", () => {
      const payment = fc.record({
        amountMinor: fc.integer({ min: 1, max: 99_999_999_999 }),
        currency: fc.constantFrom("USD", "EUR", "JPY", "KWD"),
        completionIndicator: fc.constantFrom("Y" as const, "N" as const, "U" as const),
        mandateChallenge: fc.boolean(),
        holderName: fc.string({ unit: "grapheme", maxLength: 100 }),
        merchantName: fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }),
      });
      const numbers = {
        USD: ["840", "2"],
        EUR: ["978", "2"],
        JPY: ["392", "0"],
        KWD: ["414", "3"],
      };
      fc.assert(
        fc.property(payment, ({ holderName, merchantName, ...overrides }) => {
          const card = { ...exampleAuthentication.card, holderName };
          const merchant = { ...exampleAuthentication.merchant, name: merchantName };
          const { calls } = drive(authenticate({ ...overrides, card, merchant }), [
            answered(500, ""),
          ]);
          expect(calls).toHaveLength(1);
          const body = JSON.parse(calls[0]?.body ?? "");
          const [purchaseCurrency, purchaseExponent] = numbers[overrides.currency];
          expect(body).toMatchObject({
            messageType: "AReq",
            messageVersion: "2.2.0",
            threeDSServerTransID: ids.threeDSServerTransID,
            acctNumber: exampleCard.number,
            cardExpiryDate: "3012",
            purchaseAmount: String(overrides.amountMinor),
            purchaseCurrency,
            purchaseExponent,
            purchaseDate: "20261126131415",
            threeDSCompInd: overrides.completionIndicator,
            threeDSRequestorChallengeInd: overrides.mandateChallenge ? "04" : "01",
            notificationURL: exampleAuthentication.notificationUrl,
            browserIP: "203.0.113.7",
          });
          expect(body.merchantName.length).toBeGreaterThan(0);
          expect(body.merchantName.length).toBeLessThanOrEqual(40);
          const { cardholderName = "Ada" } = body;
          expect(cardholderName.length).toBeGreaterThan(1);
          expect(cardholderName.length).toBeLessThanOrEqual(45);
        }),
      );
    });

    test("a repeated request has the same bytes, a deadline, and no secret", () => {
      const exchanges: (() => Exchange<unknown>)[] = [
        () => authenticate(),
        () => connector.askResult(ids),
      ];
      const { enrolment } = connector;
      if (enrolment.type === "asked") exchanges.push(() => enrolment.lookUp(exampleCard));
      for (const run of exchanges) {
        const { calls } = drive(run(), [answered(500, "")]);
        expect(calls).toEqual(drive(run(), [answered(500, "")]).calls);
        for (const { path, body = "", deadlineMs } of calls) {
          expect(deadlineMs).toBeGreaterThan(0);
          expect(path).not.toContain(exampleCard.number);
          for (const secret of given.secrets) expect(path + body).not.toContain(secret);
        }
      }
    });

    const { result } = given;
    if (result) testResults(connector, result);
    testOverHttp(given);
  });
}

function testResults(connector: ThreeDSConnector, result: object): void {
  const outcomeOf = (body: unknown, status = 200) =>
    drive(connector.askResult(ids), [answered(status, body)]).outcome;

  test("the challenge's result is trusted, also when it is read again", () => {
    expect(outcomeOf(result)).toMatchObject({ type: "known", result: { transStatus: "Y" } });
    expect(outcomeOf(result)).toEqual(outcomeOf(result));
  });

  test.each(["threeDSServerTransID", "acsTransID", "dsTransID"])(
    "a result whose %s belongs to another payment is not trusted",
    (field) => {
      expect(outcomeOf({ ...result, [field]: otherTransID }).type).toBe("open");
    },
  );

  test.each([
    ["an unknown status", { transStatus: "S" }],
    ["another message", { messageType: "CRes" }],
  ])("a result with %s is not trusted", (_, overrides) => {
    expect(outcomeOf({ ...result, ...overrides }).type).toBe("open");
  });

  test.each([201, 404, 500])("a result with status %i is not trusted", (status) => {
    expect(outcomeOf(result, status).type).toBe("open");
  });
}

/** Tests the connector over real connections, with the faults that a vendor's server can have. */
function testOverHttp(given: ThreeDSConformanceCase): void {
  const http = createOutgoingHttp();
  let behavior: "answer" | "redirect" | "truncate" | "slow" | "silent" | "drop" = "answer";
  let body = "";
  let requests = 0;
  let server: Server;
  let patientServer: ThreeDSServer;
  /** The same vendor with a short deadline, for the faults that never end. */
  let impatientServer: ThreeDSServer;

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests += 1;
      request.resume();
      if (behavior === "silent") return;
      if (behavior === "drop") return void request.socket.destroy();
      if (behavior === "redirect")
        return void response.writeHead(307, { location: "/x" }).end(body);
      response.writeHead(200, {
        "content-type": "application/json",
        ...(behavior === "answer" ? {} : { "content-length": Buffer.byteLength(body) }),
      });
      if (behavior === "answer") return void response.end(body);
      response.write(body.slice(0, -2));
      if (behavior === "truncate") setImmediate(() => request.socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const at = (deadlineMs: number) =>
      createThreeDSServer(
        {
          url: `http://127.0.0.1:${port}/base`,
          versioningDeadlineMs: deadlineMs,
          cardRangesFreshMs: 1,
          cardRangesStaleMs: 1,
          nowMs: () => 0,
          onError: () => {},
        },
        given.connect(deadlineMs),
        http,
      );
    patientServer = at(60_000);
    // The deadline is long enough for a busy machine to send the request.
    impatientServer = at(1_000);
  });
  afterAll(async () => {
    await http.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test("an enrolled card has a version, a method and an id", async () => {
    behavior = "answer";
    body = JSON.stringify(given.enrolled);
    const enrolment = await patientServer.lookUpCard(exampleCard);
    expect(enrolment).toMatchObject({ type: "enrolled", version: "2.2.0", methodUrl });
    const { threeDSServerTransID = "" } = enrolment.type === "enrolled" ? enrolment : {};
    expect(threeDSServerTransID).toMatch(uuid);
  });

  test("a card that no scheme enrolled is not enrolled", async () => {
    behavior = "answer";
    body = JSON.stringify(given.notEnrolled);
    const card = { ...exampleCard, number: "9000100111111111" };
    expect(await patientServer.lookUpCard(card)).toEqual({ type: "not_enrolled" });
  });

  test.each(["redirect", "truncate", "slow", "silent", "drop"] as const)(
    "if the connection has the fault `%s`, the authentication is unavailable after one request",
    async (fault) => {
      behavior = fault;
      body = JSON.stringify(given.answer({ transStatus: "N" }));
      requests = 0;
      const isEndless = fault === "slow" || fault === "silent";
      const threeDSServer = isEndless ? impatientServer : patientServer;
      expect(await threeDSServer.authenticate(exampleAuthentication)).toMatchObject({
        type: "unavailable",
      });
      expect(requests).toBe(1);
    },
  );

  test("a good response after a fault is trusted", async () => {
    behavior = "answer";
    body = JSON.stringify(given.answer({ transStatus: "N" }));
    expect(await patientServer.authenticate(exampleAuthentication)).toMatchObject({
      type: "answered",
    });
  });
}
