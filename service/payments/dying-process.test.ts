/**
 * A process dies at every step of its work with the store, while a customer pays with pay by bank or crypto. Another
 * process continues. Nothing is paid twice or lost, every key has its response, every change has one event in the right
 * order, and the price stays the same.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { ClientPayment, CryptoDepositAction } from "#contract/client/payments";
import type { Quote } from "#contract/client/session";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { visitBank } from "../../sandbox/testing/bank-customer.ts";
import { findBankPayment } from "../rails/open-banking/bank-payment.ts";
import {
  type BankWorld,
  type CustomerBrowser,
  createBankWorld,
} from "../rails/open-banking/testing/pay-by-bank-world.ts";
import { atEveryStep } from "../testing/at-every-step.ts";
import type { TestService } from "../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../testing/dying-database.ts";
import { createTestClock } from "../testing/test-clock.ts";

let world: BankWorld;
let store: DyingDatabase;
let dying: TestService;
beforeAll(async () => {
  // The provider stamps rates with its own clock, so the test clock starts at the real time.
  const clock = createTestClock(Date.now());
  world = await createBankWorld({ paymentMethodTypes: ["pay_by_bank", "crypto"] }, clock);
  store = createDyingDatabase(world.service.deps.database);
  dying = await world.anotherProcess(store.database);
});
afterAll(async () => {
  store.endProcess();
  await dying.close();
  await world.close();
});

/** This is longer than the lease of every request and job, and shorter than a crypto quote lasts. */
const pastTheLease = 100_000;

/** Where work that calls no outside party can die: before a step is the same as after the previous one. */
const betweenSteps = ["after"] as const;

interface Customer {
  readonly intent: CreatedPaymentIntent;
  readonly payer: CustomerBrowser;
  /** The submission's idempotency key. */
  readonly key: string;
}

let keys = 0;
async function customer(): Promise<Customer> {
  keys += 1;
  return { intent: await world.newIntent(), payer: world.newBrowser(), key: `once-${keys}` };
}

const submit = ({ intent, key }: Customer, at: TestService = world, body: object = {}) =>
  world.submit(intent, { ...body }, { at, key });

/** Checks the payment's invariants. */
async function shownOf({ intent }: Customer) {
  const url = `/v1/payment-intents/${intent.paymentIntentId}/status`;
  world.clock.advance(2_000);
  const { status, payments } = (await world.call("GET", url)).json<{
    status: string;
    payments: {
      paymentId: string;
      status: string;
      breakdown: object;
      messages: { code: string }[];
    }[];
  }>();
  const [payment, ...others] = payments;
  if (!payment) throw new Error("no payment");
  expect([others, payment.status]).toEqual([[], status]);
  expect(payment.breakdown).toMatchObject({ total: intent.amount, currency: intent.currency });
  const events = await world.eventsOf(intent);
  expect(events).toEqual(["created", "pending", ...(status === "pending" ? [] : [status])]);
  return { status, paymentId: payment.paymentId, reason: payment.messages[0]?.code };
}

/** Repeats the request and expects the same response. */
async function repeat(from: Customer, life: string, body?: object): Promise<ClientPayment> {
  const first = await submit(from, world, body);
  expect([life, first.statusCode]).toEqual([life, 201]);
  const { paymentId } = await shownOf(from);
  const again = await submit(from, world, body);
  expect([again.statusCode, again.body.paymentId]).toEqual([201, paymentId]);
  expect(first.body.paymentId).toBe(paymentId);
  return again.body;
}

describe("with pay by bank", () => {
  async function recover(ms = pastTheLease) {
    world.clock.advance(ms);
    await world.runJob("payments.recover");
    await world.runJob("open_banking.recover");
    await world.runJob("open_banking.report");
  }

  const linkOf = ({ nextAction }: Pick<ClientPayment, "nextAction">): string => {
    if (nextAction?.type !== "redirect") throw new Error("no redirect");
    return nextAction.url;
  };

  async function atBank(does = {}): Promise<Customer & { back: URL }> {
    const one = await customer();
    const left = await one.payer.open(linkOf((await submit(one)).body));
    return { ...one, back: await visitBank(left.location ?? "", does) };
  }

  /** Expects a success with one payment at the bank, or a failure without a payment. */
  async function expectPaidOrNot(from: Customer, life: string): Promise<string> {
    await repeat(from, life);
    const { status, paymentId, reason } = await shownOf(from);
    const booked = await world.bookedFor(paymentId);
    expect([life, status, reason]).toEqual(
      booked.length === 1
        ? [life, "success", undefined]
        : [life, "failed", "processing_interrupted"],
    );
    return `${status} ${booked.map(({ requests }) => requests)}`;
  }

  test("there is one attempt, which the customer then pays, if a process dies while submitting", async () => {
    await atEveryStep(store, {
      prepare: customer,
      act: (one) => submit(one, dying),
      async check(one, life) {
        await recover();
        await repeat(one, life);
        const { payment } = await world.statusOf(one.intent);
        const { location = "" } = await one.payer.open(linkOf(payment ?? { nextAction: null }));
        await one.payer.open(await visitBank(location));
        expect((await shownOf(one)).status).toBe("success");
        expect(await world.bookedFor(payment?.paymentId ?? "")).toMatchObject([{ requests: 1 }]);
      },
      moments: betweenSteps,
    });
  });

  test("the redirect still works, once, if a process dies while the customer leaves for the bank", async () => {
    await atEveryStep(store, {
      async prepare() {
        const one = await customer();
        return { ...one, link: linkOf((await submit(one)).body) };
      },
      act: ({ payer, link }) => payer.open(link, dying),
      async check(one) {
        const { payment } = await world.statusOf(one.intent);
        const { location = "" } = await one.payer.open(linkOf(payment ?? { nextAction: null }));
        await one.payer.open(await visitBank(location));
        const { status, paymentId } = await shownOf(one);
        expect(status).toBe("success");
        expect(await world.bookedFor(paymentId)).toMatchObject([{ requests: 1 }]);
      },
    });
  });

  test("the consent is exchanged once, and the payment ordered at most once, if a process dies while the customer returns", async () => {
    const ends = new Set<string>();
    await atEveryStep(store, {
      prepare: atBank,
      act: ({ payer, back }) => payer.open(back, dying),
      async check(one, life) {
        expect((await one.payer.open(one.back)).statusCode).toBe(200);
        await recover();
        ends.add(await expectPaidOrNot(one, life));
      },
    });
    expect([...ends].sort()).toEqual(["failed ", "success 1"]);
  });

  const bankStatusOf = async ({ intent }: Customer) => {
    const { payment } = await world.statusOf(intent);
    const row = await findBankPayment(world.service.deps, payment?.paymentId ?? "");
    return row?.status;
  };

  test("a payment is ordered once if a process dies while recovering the order of a dead process", async () => {
    let ordered = 0;
    /** Dies at this step of the order, after the customer has returned. */
    async function cutOff(step: number) {
      const one = await atBank();
      await store.dieAt(step, "after", () => one.payer.open(one.back, dying));
      return one;
    }
    while ((await bankStatusOf(await cutOff(++ordered))) !== "ordering")
      expect(ordered).toBeLessThan(9);
    await recover();
    await atEveryStep(store, {
      prepare: () => cutOff(ordered),
      async act() {
        world.clock.advance(pastTheLease);
        await dying.runJob("open_banking.recover");
      },
      async check(one, life) {
        await recover();
        expect(await expectPaidOrNot(one, life)).toBe("success 1");
      },
    });
  });

  test("there is one success event if a process dies while learning that a slow bank has paid", async () => {
    await atEveryStep(store, {
      async prepare() {
        const one = await atBank({ account: "savings" });
        await one.payer.open(one.back);
        return one;
      },
      async act() {
        world.clock.advance(8_000);
        await dying.runJob("open_banking.recover");
      },
      async check(one, life) {
        await recover();
        expect(await expectPaidOrNot(one, life)).toBe("success 1");
      },
    });
  });

  test.each([
    [
      "canceling",
      "bank_canceled",
      async ({ intent }: Customer) => {
        const { payment } = await world.statusOf(intent);
        await world.cancel(intent, payment?.paymentId ?? "", { at: dying });
      },
    ],
    [
      "running out of time",
      "bank_timed_out",
      async () => {
        world.clock.advance(15 * 60_000);
        await dying.runJob("open_banking.recover");
      },
    ],
  ])(
    "nothing is paid, and there is one event, if a process dies while %s",
    async (_, reason, act) => {
      await atEveryStep<Customer & { readonly back: URL }>(store, {
        prepare: atBank,
        act,
        async check(one, life) {
          await recover();
          const { payment } = await world.statusOf(one.intent);
          // The request had no effect, so the customer cancels again.
          if (payment?.status === "pending") await world.cancel(one.intent, payment.paymentId);
          expect(await shownOf(one)).toMatchObject({ status: "failed", reason });
          await one.payer.open(one.back);
          await repeat(one, life);
          expect(await world.bookedFor(payment?.paymentId ?? "")).toEqual([]);
        },
        moments: betweenSteps,
      });
    },
  );
});

describe("with crypto", () => {
  const bitcoin = { type: "crypto", asset: "BTC", network: "bitcoin" } as const;
  const user = `Basic ${btoa(`tessera:${sandboxCredentials.bitcoinNode}`)}`;

  async function control(method: string, path: string, body: object): Promise<void> {
    const response = await fetch(`${world.sandbox.url}/bitcoin/${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: user },
      body: JSON.stringify(body),
    });
    expect(response.ok, await response.text()).toBe(true);
  }

  async function round(at: TestService = world, ms = 1_000): Promise<void> {
    world.clock.advance(ms);
    await at.runJob("crypto.watch.bitcoin");
    await at.runJob("crypto.report_deposits");
  }

  beforeAll(() => control("PUT", "mining", { automatic: false }));

  async function quoteFor({ intent }: Customer, at: TestService = world): Promise<object> {
    const { publishableKey } = world.operator;
    const response = await at.callAsClient("POST", "/v1/client/quote", intent.clientSecretKey, {
      publishableKey,
      body: bitcoin,
    });
    const { crypto } = response.json<Quote>();
    if (!crypto) throw new Error(`no quote: ${response.body}`);
    return { ...bitcoin, quoteId: crypto.quoteId, window: undefined, returnUrl: undefined };
  }

  /** Both processes know the network's state, so that both offer it. */
  async function newCustomer(): Promise<Customer & { quote?: object }> {
    store.startProcess();
    await round();
    await round(dying);
    return customer();
  }

  async function recover(): Promise<void> {
    await round(world, pastTheLease);
    await world.runJob("payments.recover");
    await round();
  }

  function depositOf({ nextAction }: ClientPayment): CryptoDepositAction {
    if (nextAction?.type !== "crypto_deposit") throw new Error("no deposit");
    return nextAction;
  }

  test("there is one attempt with one address if a process dies while submitting a quote", async () => {
    await atEveryStep(store, {
      prepare: newCustomer,
      async act(one) {
        one.quote = await quoteFor(one, dying);
        await submit(one, dying, one.quote);
      },
      async check(one, life) {
        await recover();
        one.quote ??= await quoteFor(one);
        const { address } = depositOf(await repeat(one, life, one.quote));
        const { deposits } = await world.service.deps.database.kysely
          .selectFrom("crypto_deposits")
          .select((eb) => eb.fn.countAll<string>().as("deposits"))
          .where("payment_id", "=", (await shownOf(one)).paymentId)
          .where("address", "=", address)
          .executeTakeFirstOrThrow();
        expect([life, Number(deposits)]).toEqual([life, 1]);
      },
      moments: betweenSteps,
    });
  });

  test("there is one success event if a process dies while the deposit arrives and is confirmed", async () => {
    const ends = new Set<string>();
    await atEveryStep(store, {
      async prepare() {
        const one = await newCustomer();
        const quote = await quoteFor(one);
        const { body } = await submit(one, world, quote);
        await control("POST", "payments", {
          to: depositOf(body).address,
          amount: depositOf(body).amount,
        });
        return { ...one, quote };
      },
      async act() {
        await round(dying, pastTheLease);
        await control("POST", "blocks", { count: 2 });
        await round(dying);
      },
      async check(one, life) {
        await recover();
        const seen = (await shownOf(one)).status;
        if (seen === "pending")
          expect((await world.statusOf(one.intent)).payment).toMatchObject({
            nextAction: { state: "detected" },
          });
        ends.add(seen);
        await control("POST", "blocks", { count: 2 });
        await round();
        expect([life, (await shownOf(one)).status]).toEqual([life, "success"]);
        await repeat(one, life, one.quote);
      },
      moments: betweenSteps,
    });
    expect(ends.size).toBe(2);
  });
});
