import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../../../../sandbox/create-sandbox.ts";
import { type BankVisit, visitBank } from "../../../../sandbox/testing/bank-customer.ts";
import { createOutgoingHttp, type OutgoingHttp } from "../../../platform/outgoing-http.ts";
import { type FaultName, faults, faultyHttp } from "../../kit/testing/faulty-http.ts";
import type {
  BankGrant,
  BankOrder,
  BankRefundOrder,
  OpenBankingProvider,
} from "../open-banking-provider.ts";

export interface OpenBankingCase {
  /** Connects to the sandbox's party. */
  connect(sandbox: Sandbox, http: OutgoingHttp): OpenBankingProvider;
  /** Secrets that must not appear in any address. */
  readonly secrets: readonly string[];
  /** The notices sent so far, for a vendor with orders that need them. */
  notices?(sandbox: Sandbox): Promise<readonly SentNotice[]>;
  /** Whether a return can be exchanged again, with the same result. By default a code works once. */
  readonly isFinishedAgain?: boolean;
}

export interface SentNotice {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const returnUrl = "http://pay.localhost:4000/v1/bank-payments/return";

/** What every pay-by-bank provider must guarantee. */
export function testOpenBankingConformance(
  name: string,
  { connect, secrets, notices, isFinishedAgain = false }: OpenBankingCase,
): void {
  const outside = createOutgoingHttp();
  const http = faultyHttp(outside);
  let sandbox: Sandbox;
  let bank: OpenBankingProvider;
  let serial = 0;
  beforeAll(async () => {
    sandbox = await createSandbox({ port: 0, chainProgram: null });
    bank = connect(sandbox, http.client);
  });
  afterAll(async () => {
    await sandbox.close();
    await outside.close();
  });

  function newOrder(): { readonly key: string; readonly order: BankOrder } {
    serial += 1;
    const key = `pay_${String(serial).padStart(24, "x")}`;
    const texts = { payee: "Lucky Duck Bingo", reference: "LUCKY DUCK", endToEndId: key };
    return { key, order: { amountMinor: 5_240, currency: "USD", ...texts } };
  }
  async function begin(order: BankOrder) {
    const state = `state-${order.endToEndId}`;
    const redirect = await bank.begin({ state, returnUrl, language: "en", order });
    return { ...redirect, state, order };
  }
  async function visit(does: BankVisit = {}) {
    const { key, order } = newOrder();
    const { authorizationUrl, proof, state } = await begin(order);
    return { key, order, proof, state, callbackUrl: await visitBank(authorizationUrl, does) };
  }
  async function agreed() {
    const returned = await visit();
    const outcome = await bank.finish(returned);
    if (outcome.type !== "authorised") throw new Error(outcome.type);
    const { key, order } = returned;
    const { accessToken } = outcome;
    return { accessToken, key, order, grants: await grantsOf(key, accessToken) };
  }
  async function grantsOf(paymentId: string, accessToken: string): Promise<BankGrant[]> {
    if (!notices) return [];
    expect(bank.canPay?.({ accessToken, grants: [] })).toBe(false);
    const noticed = (await notices(sandbox)).flatMap(({ body, headers }) => {
      const notice = bank.readNotice?.({ rawBody: Buffer.from(body), headers: { ...headers } });
      return notice?.type === "valid" ? notice.payments : [];
    });
    const grants = noticed.flatMap(({ endToEndId, grant }) =>
      endToEndId === paymentId && grant ? [grant] : [],
    );
    expect(bank.canPay?.({ accessToken, grants })).toBe(true);
    return grants;
  }
  async function paid(): Promise<{ readonly key: string; readonly order: BankRefundOrder }> {
    const { key, order, accessToken } = await agreed().then(async (leave) => {
      await bank.pay(leave);
      return leave;
    });
    const outcome = await bank.lookUp({ key, order, accessToken });
    if (outcome.type !== "settled") throw new Error(outcome.type);
    const { amountMinor, currency, reference } = order;
    const { bankPaymentId } = outcome;
    const refundKey = key.replace("pay", "ref");
    const refund = { bankPaymentId, amountMinor, currency, reference, endToEndId: refundKey };
    return { key: refundKey, order: refund };
  }
  /**
   * Runs an operation once per fault of each of its calls, each time on a new payment or refund. `check` gets the
   * outcome and whether the party can have received the last call, which moves money.
   */
  async function withFaults<Given, Outcome>(
    prepare: () => Promise<Given>,
    run: (given: Given) => Promise<Outcome>,
    check: (outcome: Outcome, given: Given, isSent: boolean) => unknown,
  ): Promise<void> {
    const first = await prepare();
    http.spoil(0, null);
    await run(first);
    const calls = http.calls().map(({ url }) => url);
    expect(calls.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(calls.join("\n")).not.toContain(secret);
    for (const index of calls.keys()) {
      for (const fault of Object.keys(faults) as FaultName[]) {
        const given = await prepare();
        http.spoil(index, fault);
        const outcome = await run(given);
        http.spoil(0, null);
        const isSent = index === calls.length - 1 && fault !== "no connection";
        await check(outcome, given, isSent);
      }
    }
  }

  describe(`${name}: what every pay-by-bank provider guarantees`, () => {
    test("a payment that the customer agrees to settles once", async () => {
      const leave = await agreed();
      const outcome = await bank.pay(leave);
      if (outcome.type !== "settled") throw new Error(outcome.type);
      const repeat = await bank.pay(leave);
      if (bank.repeats) expect(repeat.type).toBe("exists");
      else expect(repeat).toEqual(outcome);
      expect(await bank.lookUp(leave)).toEqual(outcome);
      const { bankPaymentId } = outcome;
      expect(await bank.lookUp({ ...leave, accessToken: null, bankPaymentId })).toEqual(outcome);
    });

    test.each(["login", "consent"] as const)("a customer can give up at the %s", async (place) => {
      expect(await bank.finish(await visit({ refuseAt: place }))).toEqual({ type: "refused" });
    });

    test("a forged, foreign or repeated return authorizes nothing", async () => {
      const returned = await visit();
      const other = await begin(newOrder().order);
      const { state, proof, order } = other;
      const foreign = new URL(returned.callbackUrl);
      foreign.searchParams.set("state", state);
      const forged = new URL(`${returnUrl}?state=${state}&code=forged`);
      for (const callbackUrl of [foreign, forged]) {
        expect((await bank.finish({ callbackUrl, state, proof, order })).type).toBe("failed");
      }
      expect((await bank.finish({ ...returned, state: "of-another" })).type).toBe("failed");
      const again = await visit();
      expect((await bank.finish(again)).type).toBe("authorised");
      expect((await bank.finish(again)).type).toBe(isFinishedAgain ? "authorised" : "failed");
    });

    test("no bad response authorizes a payment or throws", () =>
      withFaults(
        () => visit(),
        (returned) => bank.finish(returned),
        ({ type }) => expect(type).toBe("failed"),
      ));

    test("an order with a bad response is unknown, and a look-up finds whether it was taken", () =>
      withFaults(
        agreed,
        (leave) => bank.pay(leave),
        async ({ type }, leave, isSent) => {
          expect(type).toBe("unknown");
          const outcome = await bank.lookUp(leave);
          expect(outcome.type).toBe(isSent ? "settled" : "not_found");
        },
      ));

    test("a look-up with a bad response proves nothing", () =>
      withFaults(
        agreed,
        (asked) => bank.lookUp(asked),
        ({ type }) => expect(type).toBe("unknown"),
      ));

    test("a refund with a bad response is unknown, unless it was certainly not sent", () =>
      withFaults(
        paid,
        (refund) => bank.refund(refund),
        async ({ type }, refund, isSent) => {
          expect(type).toBe(isSent ? "unknown" : "unreached");
          const outcome = await bank.lookUpRefund(refund);
          expect(outcome.type).toBe(isSent ? "settled" : "not_found");
        },
      ));

    test("a look-up of a refund with a bad response proves nothing", () =>
      withFaults(
        paid,
        (refund) => bank.lookUpRefund(refund),
        ({ type }) => expect(type).toBe("unknown"),
      ));

    test("nobody is sent to the bank after a bad response", async () => {
      http.spoil(0, null);
      bank = connect(sandbox, http.client);
      await begin(newOrder().order);
      for (const index of http.calls().keys()) {
        for (const fault of Object.keys(faults) as FaultName[]) {
          // A new provider has no cached response, so it makes every call again.
          bank = connect(sandbox, http.client);
          http.spoil(index, fault);
          await expect(begin(newOrder().order), fault).rejects.toThrow();
        }
      }
    });
  });
}
