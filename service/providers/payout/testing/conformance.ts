import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WirePayoutDestination } from "#contract/connectors/payout";
import {
  OutgoingCallFailed,
  type OutgoingHttp,
  type OutgoingRequest,
} from "../../../platform/outgoing-http.ts";
import type { VendorResponse } from "../../kit/exchange.ts";
import { answered } from "../../kit/testing/drive.ts";
import type {
  PayoutConsent,
  PayoutMethod,
  PayoutOrder,
  PayoutOutcome,
  PayoutProvider,
} from "../payout-provider.ts";

export { answered };

export interface Sent {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PayoutConformanceCase {
  /** A new provider over this client, which remembers nothing. */
  readonly create: (http: OutgoingHttp) => PayoutProvider;
  /** Secrets that must not appear in any address or body. */
  readonly secrets: readonly string[];
  /** The vendor's address. No call may go elsewhere. */
  readonly url: string;
  readonly method: PayoutMethod;
  /**
   * A good response to each of the operation's calls, in order, for {@link exampleOrder} under {@link payoutKey}. The
   * last call of `send` moves the money.
   */
  readonly good: { readonly send: readonly Sent[]; readonly lookUp: readonly Sent[] };
  readonly outcomes: { readonly send: "paid" | "pending"; readonly lookUp: "paid" };
  /** Last responses to `send` after which certainly nothing was sent. */
  readonly refusals: readonly number[];
  /** Those of {@link refusals} about our account, not the payout. */
  readonly aboutUs: readonly number[];
  /** Last responses to `send` that leave the outcome unknown. */
  readonly open: readonly Sent[];
}

export const payoutKey = "dis_7xKq2mVb9RtW4nZs8LcD1fGh";

export const destinations: Readonly<Record<PayoutMethod, WirePayoutDestination>> = {
  bank: {
    type: "bank",
    routingNumber: "110000000",
    accountNumber: "000123456789",
    accountType: "checking",
    holderName: "Ada Lovelace",
  },
  card: {
    type: "card",
    number: "4000056655665556",
    expiryMonth: 12,
    expiryYear: 2030,
    holderName: "Ada Lovelace",
  },
  crypto: {
    type: "crypto",
    asset: "USDC",
    network: "base",
    address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  },
  bank_login: {
    type: "bank",
    routingNumber: "110000000",
    accountNumber: "000123456789",
    accountType: "checking",
    holderName: "Ada Lovelace",
  },
};

/** The consent of a payout to a bank login's account. */
export const exampleConsent: PayoutConsent = {
  transactionId: "1001",
  paymentId: "9001",
  reference: "blg_22uhvyZXh9862NdzfBGFXE78-AbC-_1",
};

const consentFor = (method: PayoutMethod) => (method === "bank_login" ? exampleConsent : undefined);

/** A payout of $49.99 to a destination of this type. */
export function exampleOrder(method: PayoutMethod): PayoutOrder {
  return {
    operatorId: "op_1",
    merchantReference: payoutKey,
    amountMinor: 4999,
    currency: "USD",
    destination: destinations[method],
    descriptor: "DEMO SHOP",
    payee: { externalCustomerId: "lena", email: "lena@example.com" },
    consent: consentFor(method),
  };
}

export const examplePayout = { operatorId: "op_1", amountMinor: 4999, currency: "USD" };

/** A client that gives these responses in order and keeps the requests. */
export function scripted(responses: readonly (Sent | OutgoingCallFailed)[]) {
  const calls: OutgoingRequest[] = [];
  const http: OutgoingHttp = {
    async call(request) {
      const next: VendorResponse | Sent | undefined = responses[calls.length];
      calls.push(request);
      if (next === undefined) throw new OutgoingCallFailed("broken", "unknown");
      if (next instanceof OutgoingCallFailed) throw next;
      return { ...answered(next.status, next.body), headers: next.headers ?? {} };
    },
    close: async () => {},
  };
  return { http, calls };
}

/** No connector may trust these responses to any operation. */
const garbage = fc.oneof(
  fc.record({ status: fc.integer({ min: 200, max: 599 }), body: fc.jsonValue() }),
  fc.record({
    status: fc.constantFrom(200, 201, 202, 207, 302, 400, 404, 409, 421, 429, 500, 502, 503),
    body: fc.constantFrom(
      ...["", "<html></html>", "null", "[]", "{}", "{", "\uFEFF{}", '{"status":"paid"}'],
      ...['{"status":"COMPLETED"}', '{"SC":200,"EC":"0"}', '{"_embedded":{"transfers":[{}]}}'],
      ...['{"_embedded":{"transfers":null}}', '{"status":"processed"}', '{"payoutId":"p"}'],
    ),
  }),
);

/** Outcomes that say something about the money. */
const believed = ["paid", "pending", "declined", "failed", "canceled", "returned", "mismatch"];

/** What every payout vendor must guarantee. */
export function testPayoutConformance(name: string, conformance: PayoutConformanceCase): void {
  const { create, good, method, outcomes, secrets, url } = conformance;
  const order = exampleOrder(method);
  const run = async (
    operation: "send" | "lookUp",
    responses: readonly (Sent | OutgoingCallFailed)[],
    change: Partial<PayoutOrder> = {},
  ) => {
    const { http, calls } = scripted(responses);
    const provider = create(http);
    const outcome: PayoutOutcome =
      operation === "send"
        ? await provider.send({ ...order, ...change }, payoutKey)
        : await provider.lookUp(payoutKey, {
            ...examplePayout,
            consent: consentFor(method),
            ...change,
          });
    return { outcome, calls };
  };
  const operations = ["send", "lookUp"] as const;
  const earlier = (operation: "send" | "lookUp") => good[operation].slice(0, -1);

  describe(`${name}: what every payout vendor guarantees`, () => {
    test("a good response is trusted", async () => {
      expect((await run("send", good.send)).outcome.type).toBe(outcomes.send);
      expect((await run("lookUp", good.lookUp)).outcome.type).toBe(outcomes.lookUp);
    });

    test.each(operations)("%s: the same request always has the same bytes", async (operation) => {
      const [first, second] = [
        await run(operation, good[operation]),
        await run(operation, good[operation]),
      ];
      expect(first.calls).toEqual(second.calls);
      expect(first.calls).toHaveLength(good[operation].length);
    });

    test.each(operations)("%s: calls stay on the host, with a deadline", async (operation) => {
      for (const call of (await run(operation, good[operation])).calls) {
        expect(new URL(call.url).origin).toBe(new URL(url).origin);
        expect(call.deadlineMs).toBeGreaterThan(0);
      }
    });

    test.each(operations)("%s: no address or body contains a secret", async (operation) => {
      for (const call of (await run(operation, good[operation])).calls) {
        const seen = `${call.url} ${call.body ?? ""}`;
        for (const secret of secrets) expect(seen).not.toContain(secret);
      }
    });

    test("the destination's number is in one body, and in no address", async () => {
      const { destination } = order;
      const number = destination.type === "card" ? destination.number : "000123456789";
      const { calls } = await run("send", good.send);
      // A bank login's vendor knows the account.
      const named = calls.filter(({ body = "" }) => body.includes(number));
      expect(named).toHaveLength(method === "bank_login" ? 0 : 1);
      const looked = await run("lookUp", good.lookUp);
      for (const call of [...calls, ...looked.calls]) expect(call.url).not.toContain(number);
      for (const { body = "" } of looked.calls) expect(body).not.toContain(number);
    });

    test.each(operations)(
      "%s: garbage at any step never throws and proves no outcome",
      async (operation) => {
        await fc.assert(
          fc.asyncProperty(
            garbage,
            fc.nat(good[operation].length - 1),
            async ({ status, body }, at) => {
              const text = typeof body === "string" ? body : JSON.stringify(body);
              const responses = [...good[operation].slice(0, at), { status, body: text }];
              const { outcome } = await run(operation, responses);
              expect(believed).not.toContain(outcome.type);
              // Only the vendor's own list or error says "not found".
              if (status >= 500) expect(outcome.type).not.toBe("not_found");
            },
          ),
          { numRuns: 60 },
        );
      },
    );

    test.each(["deadline", "broken", "too_large", "canceled"] as const)(
      "without a response (%s) the outcome is unknown",
      async (code) => {
        const cut = new OutgoingCallFailed(code, "unknown");
        expect((await run("send", [...earlier("send"), cut])).outcome.type).toBe("unknown");
        expect((await run("lookUp", [...earlier("lookUp"), cut])).outcome.type).toBe("unknown");
      },
    );

    test("a request that never connected was not sent; a look-up leaves the outcome unknown", async () => {
      const never = new OutgoingCallFailed("unreachable", "no");
      expect((await run("send", [...earlier("send"), never])).outcome.type).toBe("unreached");
      expect((await run("lookUp", [...earlier("lookUp"), never])).outcome.type).toBe("unknown");
    });

    test("nothing was sent if a call before the last one has no response", async () => {
      for (let at = 0; at < good.send.length - 1; at += 1) {
        const cut = new OutgoingCallFailed("deadline", "unknown");
        const { outcome } = await run("send", [...good.send.slice(0, at), cut]);
        expect(outcome.type).toBe("unreached");
      }
    });

    test.each([302, 307, 409, 429, 500, 502, 503, 504])(
      "a payout with status %i has an unknown outcome",
      async (status) => {
        const { outcome } = await run("send", [...earlier("send"), { status, body: {} }]);
        expect(["unknown", "pending"]).toContain(outcome.type);
        const looked = await run("lookUp", [...earlier("lookUp"), { status, body: {} }]);
        expect(looked.outcome.type).toBe("unknown");
      },
    );

    test("a response that says that the outcome is unknown is not final", async () => {
      for (const response of conformance.open) {
        const { outcome } = await run("send", [...earlier("send"), response]);
        expect(["unknown", "pending"]).toContain(outcome.type);
      }
    });

    test("a certain refusal means that nothing was sent", async () => {
      for (const status of conformance.refusals) {
        const { outcome } = await run("send", [...earlier("send"), { status, body: {} }]);
        const isAboutOurAccount = conformance.aboutUs.includes(status);
        expect(outcome).toMatchObject({ type: "rejected", isAboutOurAccount });
      }
    });

    test.each([{ amountMinor: 5000 }, { currency: "EUR" }])(
      "a payout of %j is not the one that was ordered",
      async (other) => {
        const { outcome } = await run("lookUp", good.lookUp, other);
        expect(outcome.type).toBe("mismatch");
      },
    );

    test("a truncated response leaves the outcome unknown", async () => {
      for (const operation of operations) {
        const last = good[operation].at(-1);
        if (typeof last?.body !== "object" || JSON.stringify(last.body) === "{}") continue;
        const body = JSON.stringify(last.body).slice(0, -2);
        const { outcome } = await run(operation, [...earlier(operation), { ...last, body }]);
        expect(outcome.type).toBe("unknown");
      }
    });

    test("any amount, name and descriptor makes a request, or is refused without a call", async () => {
      const change = fc.record({
        amountMinor: fc.integer({ min: 1, max: 99_999_999_999 }),
        holderName: fc.string({ unit: "grapheme", maxLength: 300 }),
        descriptor: fc.stringMatching(/^[A-Za-z][ -~]{4,21}$/),
      });
      await fc.assert(
        fc.asyncProperty(change, async ({ holderName, ...fields }) => {
          const destination = { ...order.destination, holderName } as WirePayoutDestination;
          const { calls, outcome } = await run("send", good.send, { ...fields, destination });
          for (const { body, headers } of calls) {
            const isJson = headers?.["content-type"]?.includes("json") === true;
            if (body !== undefined && isJson) expect(JSON.parse(body)).not.toBeNull();
          }
          if (calls.length === 0) expect(outcome.type).toBe("rejected");
        }),
        { numRuns: 60 },
      );
    });

    test("a destination that the vendor does not pay to is refused without a call", async () => {
      const { capabilities } = create(scripted([]).http);
      for (const other of Object.keys(destinations) as PayoutMethod[]) {
        if (capabilities.arrivals[other]) continue;
        // A processor that pays bank accounts pays the number of an account from a bank login.
        if (other === "bank_login" && capabilities.arrivals.bank) continue;
        const destination = destinations[other];
        const consent = consentFor(other);
        const { calls, outcome } = await run("send", good.send, { destination, consent });
        expect(calls).toHaveLength(0);
        expect(outcome).toMatchObject({ type: "rejected", isAboutOurAccount: false });
      }
    });

    test("a currency that the vendor does not have is refused without a call", async () => {
      const { capabilities } = create(scripted([]).http);
      if (capabilities.currencies === null) return;
      const { calls, outcome } = await run("send", good.send, { currency: "JPY" });
      expect(calls).toHaveLength(0);
      expect(outcome).toMatchObject({ type: "rejected", isAboutOurAccount: false });
    });
  });
}
