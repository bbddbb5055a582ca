import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChargeCustomer, ChargeRequest } from "#contract/connectors/processor";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import type { Exchange } from "../../kit/exchange.ts";
import { answered, drive } from "../../kit/testing/drive.ts";
import type { RefundOrder } from "../card-processor.ts";
import type { CardConnector } from "../kit/card-connector.ts";
import type { OutcomeNotice, ReceivedNotice } from "../kit/notices.ts";
import { garbage } from "./garbage.ts";
import { type NativeCase, testNative } from "./native-conformance.ts";

export { answered, drive };

export interface ConformanceCase {
  readonly connector: CardConnector;
  /** Secrets that must not appear in any path, nor in a body unless {@link secretsInBodies}. */
  readonly secrets: readonly string[];
  /** Whether requests' bodies have the credentials. */
  readonly secretsInBodies?: boolean;
  /**
   * A good response to each of the operation's calls, in order, for {@link exampleCharge} and {@link exampleRefund}
   * under their keys. The last response to a charge approves it.
   */
  readonly good: {
    readonly charge: readonly Sent[];
    readonly lookUp: readonly Sent[];
    readonly refund: readonly Sent[];
    readonly lookUpRefund: readonly Sent[];
    readonly reverse: readonly Sent[];
  };
  /**
   * For a vendor without a query: the notices that make look-ups of {@link exampleCharge} and {@link exampleRefund}
   * succeed. Then `good.lookUp` and `good.lookUpRefund` are empty.
   */
  readonly notices?: readonly OutcomeNotice[];
  /**
   * For a vendor with signed notices: one about {@link exampleCharge} or {@link exampleRefund}. `forged`: signed with
   * another key.
   */
  readonly noticeOf?: (about: "charge" | "refund", forged: boolean) => ReceivedNotice;
  /** How long after its signature a notice is trusted; absent: always, because a signature has no timestamp. */
  readonly noticesExpireAfterMs?: number;
  /** For a vendor that prepares: a good response to each call of the preparation, and its reference. */
  readonly prepared?: { readonly responses: readonly Sent[]; readonly reference: string };
  /** Present if the vendor's own 3-D Secure is in use. */
  readonly native?: NativeCase;
}

export interface Sent {
  readonly status: number;
  readonly body: object | string;
}

export const chargeKey = "pay_7xKq2mVb9RtW4nZs8LcD1fGh-1";
export const refundKey = "ref_3fQz7Tn5YbK8wRj2VcM9xLpA";

export const exampleCharge: ChargeRequest = {
  merchantReference: "pay_7xKq2mVb9RtW4nZs8LcD1fGh",
  amountMinor: 4999,
  currency: "USD",
  card: {
    number: "4242424242424242",
    expiryMonth: 12,
    expiryYear: 2030,
    cvc: "737",
    holderName: "Ada Lovelace",
  },
  descriptor: "DEMO SHOP",
  threeDSecure: {
    version: "2.2.0",
    transStatus: "Y",
    eci: "05",
    authenticationValue: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
    dsTransId: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
  },
};

/** What the service can know about the customer. */
export const exampleCustomer: ChargeCustomer = {
  customerId: "lena",
  email: "lena@example.com",
  phoneNumber: "+12125550123",
  ipAddress: "203.0.113.7",
  billingAddress: {
    line1: "1 Main St",
    line2: "Apt 2",
    city: "Albany",
    state: "NY",
    postalCode: "12207",
    country: "US",
  },
};

export const exampleChargeId = "payI-dUcet9fk4_X4qZU0hpU0";

export const exampleRefund: RefundOrder = {
  chargeId: exampleChargeId,
  merchantReference: refundKey,
  amountMinor: 2500,
  currency: "USD",
  surchargeMinor: 0,
  reason: "requested_by_customer",
};

export const responsesOf = (sent: readonly Sent[]) =>
  sent.map(({ status, body }) => answered(status, body));

/** What every connector must guarantee. */
export function testConformance(
  name: string,
  {
    connector,
    secrets,
    secretsInBodies = false,
    good,
    notices = [],
    prepared,
    noticeOf,
    noticesExpireAfterMs,
    native,
  }: ConformanceCase,
): void {
  const order = prepared ? { ...exampleCharge, reference: prepared.reference } : exampleCharge;
  const operations = {
    charge: () => connector.charge(order, chargeKey),
    lookUp: () => connector.lookUp(chargeKey, order, notices),
    refund: () => connector.refund(exampleRefund, refundKey),
    lookUpRefund: () => connector.lookUpRefund(refundKey, exampleRefund, notices),
    reverse: () => connector.reverse(exampleChargeId, `${chargeKey}-reversal`, "late success"),
  } as const;
  const all = Object.entries(operations) as [keyof typeof operations, () => Exchange<Outcome>][];
  const last = (operation: keyof typeof operations) => good[operation].length - 1;
  /** Operations that ask the vendor. */
  const asking = all.filter(([operation]) => good[operation].length > 0);

  describe(`${name}: what every connector guarantees`, () => {
    test("a good response is trusted", () => {
      const outcomeOf = (operation: keyof typeof operations) =>
        drive<Outcome>(operations[operation](), responsesOf(good[operation])).outcome.type;
      expect(outcomeOf("charge")).toBe("approved");
      expect(outcomeOf("lookUp")).toBe("approved");
      expect(["success", "pending"]).toContain(outcomeOf("refund"));
      expect(["success", "pending"]).toContain(outcomeOf("lookUpRefund"));
      expect(["reversed", "pending"]).toContain(outcomeOf("reverse"));
    });

    test("the same request always has the same bytes, so that the vendor recognizes a repeat", () => {
      for (const [operation, run] of all) {
        const responses = responsesOf(good[operation]);
        expect(drive(run(), responses).calls).toEqual(drive(run(), responses).calls);
      }
    });

    test.each(all)(
      "%s: no URL names a card or a secret, and no body a secret that belongs elsewhere",
      (operation, run) => {
        for (const { path, body = "" } of drive(run(), responsesOf(good[operation])).calls) {
          expect(path).not.toContain(exampleCharge.card.number);
          const text = secretsInBodies ? path : path + body;
          for (const secret of secrets) expect(text).not.toContain(secret);
        }
      },
    );

    test.each(all)("%s: the card goes only to the call that charges", (operation, run) => {
      const { calls } = drive(run(), responsesOf(good[operation]));
      const withCard = calls.filter(({ body = "" }) => body.includes(exampleCharge.card.number));
      expect(withCard).toHaveLength(operation === "charge" ? 1 : 0);
    });

    test.each(all)("%s: a call has a deadline", (operation, run) => {
      for (const { deadlineMs } of drive(run(), responsesOf(good[operation])).calls) {
        expect(deadlineMs).toBeGreaterThan(0);
      }
    });

    test.each(asking)(
      "%s: garbage at any step never throws and moves no money",
      (operation, run) => {
        fc.assert(
          fc.property(garbage, fc.nat(last(operation)), ({ status, body }, at) => {
            const responses = [
              ...responsesOf(good[operation]).slice(0, at),
              answered(status, body),
            ];
            // A connector may make more calls after an unusable response.
            const rest = Array.from({ length: 8 }, () => answered(500, ""));
            const { outcome } = drive<Outcome>(run(), [...responses, ...rest]);
            expect(["approved", "success", "reversed", "mismatch"]).not.toContain(outcome.type);
          }),
        );
      },
    );

    test.each(all)("%s: without a response the outcome is unknown", (operation, run) => {
      for (let at = 0; at <= last(operation); at += 1) {
        for (const code of ["deadline", "broken", "too_large"] as const) {
          const cut = new OutgoingCallFailed(code, "unknown");
          const { outcome } = drive<Outcome>(run(), [
            ...responsesOf(good[operation]).slice(0, at),
            cut,
          ]);
          // Before the call that moves money, nothing can have moved.
          const isBefore = at < last(operation) && ["charge", "refund"].includes(operation);
          expect(outcome.type).toBe(isBefore ? "unreached" : "unknown");
        }
      }
    });

    test("a charge or refund that never connected is unreached; a look-up leaves the outcome unknown", () => {
      const never = new OutgoingCallFailed("unreachable", "no");
      for (const [operation, run] of asking) {
        const responses = [...responsesOf(good[operation]).slice(0, last(operation)), never];
        const isRequest = operation === "charge" || operation === "refund";
        expect(drive<Outcome>(run(), responses).outcome.type).toBe(
          isRequest ? "unreached" : "unknown",
        );
      }
    });

    test.each([409, 429, 500, 502, 503, 504, 302])(
      "a charge with status %i has an unknown outcome",
      (status) => {
        const responses = [
          ...responsesOf(good.charge).slice(0, last("charge")),
          answered(status, {}),
        ];
        expect(drive<Outcome>(operations.charge(), responses).outcome.type).toBe("unknown");
      },
    );

    test("a response with a different amount or currency is not trusted", () => {
      for (const other of [{ amountMinor: 5000 }, { currency: "EUR" }]) {
        const exchange = connector.lookUp(chargeKey, { ...order, ...other }, notices);
        expect(drive(exchange, responsesOf(good.lookUp)).outcome.type).toBe("mismatch");
        const refund = connector.lookUpRefund(refundKey, { ...exampleRefund, ...other }, notices);
        expect(drive(refund, responsesOf(good.lookUpRefund)).outcome.type).toBe("mismatch");
      }
    });

    test("look-ups, repeats and notices match its capabilities", () => {
      const { lookUp, findsAfterMs, findsForMs, repeats, repeatsForMs } = connector.capabilities;
      const hasQuery = lookUp === "exact" || lookUp === "eventual";
      expect(findsAfterMs > 0).toBe(lookUp === "eventual");
      expect(good.lookUp.length > 0).toBe(hasQuery);
      if (lookUp === "replay") expect(repeats).toBe(true);
      if (repeatsForMs !== undefined) expect(repeats).toBe(true);
      if (hasQuery) return;
      // Silence proves nothing.
      expect(findsForMs).toBeUndefined();
      expect(drive(connector.lookUp(chargeKey, exampleCharge, []), []).outcome.type).toBe(
        "unknown",
      );
      expect(connector.readNotice).toBeDefined();
    });

    test("it prepares charges if its capabilities say so, and otherwise never", () => {
      const prepare = connector.prepare?.bind(connector);
      expect(prepare !== undefined).toBe(connector.capabilities.prepares === true);
      expect(prepared !== undefined).toBe(prepare !== undefined);
      if (!prepare || !prepared) return;
      const run = () => prepare(exampleCharge, chargeKey);
      const responses = responsesOf(prepared.responses);
      const { calls, outcome } = drive(run(), responses);
      expect(outcome).toEqual({ type: "prepared", reference: prepared.reference });
      expect(drive(run(), responses).calls).toEqual(calls);
      for (const { path, body = "" } of calls) {
        for (const hidden of [...secrets, exampleCharge.card.number, exampleCharge.card.cvc]) {
          expect(path + body).not.toContain(hidden);
        }
      }
      // Nothing can be charged before the reference is stored, so a failure leaves nothing open.
      fc.assert(
        fc.property(garbage, ({ status, body }) => {
          const rest = Array.from({ length: 8 }, () => answered(500, ""));
          const outcome = drive<Outcome>(run(), [answered(status, body), ...rest]).outcome;
          expect(["rejected", "unreached"]).toContain(outcome.type);
        }),
      );
      for (const sent of ["no", "unknown"] as const) {
        const cut = new OutgoingCallFailed("broken", sent);
        expect(drive<Outcome>(run(), [cut, cut, cut]).outcome.type).toBe("unreached");
      }
      // Without a stored reference nothing was sent before, and nothing is sent now.
      const unprepared = drive<Outcome>(connector.charge(exampleCharge, chargeKey), []);
      expect([unprepared.calls, unprepared.outcome.type]).toEqual([[], "rejected"]);
      const never = drive<Outcome>(connector.lookUp(chargeKey, exampleCharge, notices), []);
      expect([never.calls, never.outcome.type]).toEqual([[], "not_found"]);
    });

    test("it fetches settled batches if its capabilities say so, and otherwise never", () => {
      const { settlementFiles } = connector.capabilities;
      expect(connector.settledBatches !== undefined).toBe(settlementFiles === "fetched");
    });

    test("it authenticates customers itself if its capabilities say so, and otherwise never", () => {
      testNative({ connector, native, order, lookUpResponses: good.lookUp, notices });
    });

    test("it takes signed notices if its capabilities say so, and otherwise none", () => {
      const { notices: takes } = connector.capabilities;
      expect(connector.readNotice !== undefined).toBe(noticeOf !== undefined);
      if (takes === "signed") expect(noticeOf).toBeDefined();
      if (takes === "none") expect(noticeOf).toBeUndefined();
    });

    const { readNotice } = connector;
    const subjects = noticeOf && readNotice ? (["charge", "refund"] as const) : [];
    describe.each(subjects)("a notice about a %s", (about) => {
      const send = noticeOf as NonNullable<typeof noticeOf>;
      const read = readNotice as NonNullable<typeof readNotice>;
      const key = about === "charge" ? chargeKey : refundKey;

      test("makes that look-up due, and the same one when it comes again", () => {
        const content = read(send(about, false));
        expect(content).toEqual(read(send(about, false)));
        if (content.type !== "valid") throw new Error(`${content.type} instead of valid`);
        const named = content.changes.map(({ type, key: of }) => [type, of]);
        const byReference = content.named?.map(({ type, reference }) => [type, reference]) ?? [];
        expect([...named, ...byReference]).toEqual([
          [about, byReference.length > 0 ? connector.referenceOf?.(key) : key],
        ]);
      });

      test("is not trusted if it is forged, altered or not signed, whatever it reports", () => {
        expect(read(send(about, true)).type).toBe("forged");
        const genuine = send(about, false);
        const name = connector.referenceOf?.(key) ?? key;
        const text = genuine.rawBody.toString();
        expect(text).toContain(name);
        const other = text.replaceAll(name, `${name.slice(0, -1)}${name.endsWith("0") ? 1 : 0}`);
        expect(read({ ...genuine, rawBody: Buffer.from(other) }).type).toBe("forged");
        fc.assert(
          fc.property(
            fc.oneof(
              fc.json().map((json) => Buffer.from(json)),
              fc.uint8Array(),
            ),
            fc.dictionary(fc.constantFrom(...Object.keys(genuine.headers), "other"), fc.string()),
            (bytes, headers) => {
              const rawBody = Buffer.from(bytes);
              expect(read({ ...genuine, rawBody, headers }).type).toBe("forged");
              expect(read({ ...genuine, rawBody }).type).toBe("forged");
            },
          ),
        );
      });

      test("is trusted only within the vendor's window if it is late", () => {
        const genuine = send(about, false);
        const yearMs = 365 * 24 * 60 * 60_000;
        const late = {
          ...genuine,
          nowMs: genuine.nowMs + (noticesExpireAfterMs ?? yearMs) + 2_000,
        };
        const isWindowed = noticesExpireAfterMs !== undefined;
        expect(read(late).type).toBe(isWindowed ? "forged" : "valid");
        // A notice that decides nothing may come late.
        const content = read(genuine);
        if (content.type === "valid" && connector.capabilities.lookUp !== "replay") {
          expect(content.outcomes ?? []).toEqual([]);
        }
      });
    });

    test("any amount, name and descriptor makes a request", () => {
      const charge = fc.record({
        amountMinor: fc.integer({ min: 1, max: 99_999_999_999 }),
        currency: fc.constantFrom("USD", "EUR", "JPY", "KWD"),
        holderName: fc.string({ unit: "grapheme", maxLength: 300 }),
        descriptor: fc.stringMatching(/^[A-Za-z][ -~]{4,21}$/),
      });
      fc.assert(
        fc.property(charge, ({ holderName, ...fields }) => {
          const card = { ...exampleCharge.card, holderName };
          const exchange = connector.charge({ ...order, ...fields, card }, chargeKey);
          const { calls, outcome } = drive<Outcome>(exchange, responsesOf(good.charge));
          for (const { body = "{}", headers } of calls) {
            const isJson = !headers["content-type"]?.startsWith(
              "application/x-www-form-urlencoded",
            );
            if (isJson) expect(JSON.parse(body)).not.toBeNull();
          }
          // An amount that the vendor cannot take is refused without a call.
          if (calls.length === 0) expect(outcome.type).toBe("rejected");
        }),
      );
    });
  });
}

export interface Outcome {
  readonly type: string;
}
