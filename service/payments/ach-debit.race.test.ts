/** PostgreSQL only: the embedded store runs one statement at a time. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestService } from "../testing/create-test-service.ts";
import { liftBar, readBars } from "./methods/bank/account-bars.ts";
import { applyAchOutcome } from "./methods/bank/apply-ach-outcome.ts";
import { type BankWorld, createBankWorld } from "./testing/bank-world.ts";
import { browser, goodCard, openSecondProcess } from "./testing/payment-world.ts";
import { shareAccount } from "./testing/share-account.ts";

let world: BankWorld;
let second: TestService;
beforeAll(async () => {
  world = await createBankWorld();
  second = await openSecondProcess(world);
});
afterAll(async () => {
  await second.close();
  await world.close();
});

const rounds = 5;

test("two tabs that pay one intent by ACH debit and by card pay once", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const intent = await world.createIntent();
    const byCard = (at: TestService) =>
      at.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
        publishableKey: world.operator.publishableKey,
        body: { type: "card", card: goodCard, total: intent.amount, browser },
      });
    const version = await world.versionShown(intent);
    const responses = await Promise.all([
      world.payByDebit(intent, { version }),
      byCard(second),
      world.payByDebit(intent, { version, at: second }),
      byCard(world),
    ]);
    const codes = responses.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([201, 409, 409, 409]);
    const { payments } = (await world.statusOf(intent)) as unknown as {
      payments: { paymentId: string; type: string }[];
    };
    expect(payments).toHaveLength(1);
    const [only] = payments as [{ paymentId: string; type: string }];
    const charges = [...world.parties.northbank.charges.keys()].filter((key) =>
      key.startsWith(only.paymentId),
    );
    const debits = await world.entriesOf(only.paymentId);
    expect(charges.length + debits.length).toBe(1);
    expect(debits).toHaveLength(only.type === "bank" ? 1 : 0);
  }
});

test("a concurrent settlement and return, each reported to two processes, end as returned", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const intent = await world.createIntent();
    const { body } = await world.payByDebit(intent, {
      account: { accountNumber: `4455667${round}` },
    });
    const settled = { status: "settled", returnCode: null } as const;
    const returned = { status: "returned", returnCode: "R10" } as const;
    await Promise.all(
      [world.service.payments, second.service.payments].flatMap((payments) => [
        applyAchOutcome(payments, body.paymentId, settled),
        applyAchOutcome(payments, body.paymentId, returned),
      ]),
    );
    expect(await world.statusOf(intent)).toMatchObject({ status: "failed" });
    const events = (await world.eventsOf(intent)).join(" ");
    expect(events).toMatch(/^created pending( success)? failed$/);
    const { payments } = (await world.statusOf(intent)) as unknown as {
      payments: { messages: { code: string }[] }[];
    };
    expect(payments[0]?.messages).toMatchObject([{ code: "ach_r10" }]);
  }
});

test("two processes that recover one attempt at once order its debit once", async () => {
  const { ach } = world.service.deps;
  const { order } = ach;
  for (let round = 0; round < rounds; round += 1) {
    ach.order = () => Promise.reject(new Error("the process died"));
    const intent = await world.createIntent();
    await world.payByDebit(intent, { account: { accountNumber: `7766554${round}` } });
    ach.order = order;
    const { payments } = (await world.statusOf(intent)) as unknown as {
      payments: [{ paymentId: string }];
    };
    world.clock.advance(60 * 60_000);
    await Promise.all([
      world.runJob("payments.recover"),
      second.runJob("payments.recover"),
      world.runJob("payments.recover"),
    ]);
    expect(await world.entriesOf(payments[0].paymentId)).toHaveLength(1);
    expect(await world.eventsOf(intent)).toEqual(["created", "pending"]);
  }
});

test("a debit that is ordered while a return bars its account is canceled", async () => {
  const { ach } = world.service.deps;
  const { order } = ach;
  const account = { accountNumber: "5566778899" };
  const first = await world.payByDebit(await world.createIntent(), { account });
  let startOrdering = () => {};
  const isOrdering = new Promise<void>((resolve) => {
    startOrdering = resolve;
  });
  const barred = isOrdering.then(() =>
    applyAchOutcome(second.service.payments, first.body.paymentId, {
      status: "returned",
      returnCode: "R10",
    }),
  );
  // The return arrives after the order has checked for returns, and before the order is stored.
  ach.order = async (tx, debit) => {
    ach.order = order;
    startOrdering();
    await Promise.race([barred, pause(500)]);
    return order(tx, debit);
  };
  const intent = await world.createIntent();
  const { body } = await world.payByDebit(intent, { account });
  await barred;
  expect(await world.entriesOf(body.paymentId)).toMatchObject([{ status: "canceled" }]);
  expect(await world.statusOf(intent)).toMatchObject({
    status: "failed",
    payments: [{ messages: [{ code: "bank_account_barred" }] }],
  });
});

test("two people who lift one bar at once lift it once, and a return that arrives in the meantime bars the account again", async () => {
  const { operatorId } = world.operator;
  for (let round = 0; round < rounds; round += 1) {
    const account = { accountNumber: `7788990${round}` };
    const ordered = [
      await world.payByDebit(await world.createIntent(), { account }),
      await world.payByDebit(await world.createIntent(), { account }),
    ] as const;
    const [one, two] = ordered.map(({ body }) => body.paymentId) as [string, string];
    await world.bankTakesFile();
    const returned = { status: "returned", returnCode: "R10" } as const;
    await applyAchOutcome(world.service.payments, one, returned);
    const lift = (at: TestService, reason: string) =>
      liftBar(at.service.payments, operatorId, one, {
        actor: { kind: "command" } as const,
        reason,
        seen: [one],
      });
    const [first, other] = await Promise.allSettled([
      lift(world, "here"),
      lift(second, "there"),
      applyAchOutcome(second.service.payments, two, returned),
    ]);
    expect([first?.status, other?.status].sort()).toEqual(["fulfilled", "rejected"]);
    const bars = await readBars(world.service.payments, operatorId, one);
    const barring = bars.filter(({ lifted }) => lifted === null);
    expect(bars).toHaveLength(2);
    expect(barring.map(({ paymentId }) => paymentId)).toEqual([two]);
    const refused = await world.payByDebit(await world.createIntent(), { account });
    expect(refused.body.errorCode).toBe("bank_account_barred");
  }
});

test("one bank login used by two processes at once pays once", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const intent = await world.createIntent();
    const shared = { accountNumber: `6655443${round}` };
    const bankLoginId = await shareAccount(world, intent, shared);
    const version = await world.versionShown(intent);
    const responses = await Promise.all(
      [world, second, world, second].map((at) =>
        world.payByDebit(intent, { bankLoginId, version, at }),
      ),
    );
    // All other requests find the first attempt pending, or the bank login already used.
    const accepted = responses.filter(({ statusCode }) => statusCode === 201);
    expect(accepted).toHaveLength(1);
    expect(await world.entriesOf(accepted[0]?.body.paymentId ?? "")).toHaveLength(1);
    const { payments } = (await world.statusOf(intent)) as unknown as { payments: unknown[] };
    expect(payments).toHaveLength(1);
  }
});

test("a bank login that pays between the check and the order of another debit pays once", async () => {
  const intent = await world.createIntent();
  const bankLoginId = await shareAccount(world, intent, { accountNumber: "66554499" });
  const version = await world.versionShown(intent);
  const { locations } = second.service.payments;
  const { requireAllowed } = locations;
  let unblock = () => {};
  const isHeld = new Promise<void>((resolve) => {
    locations.requireAllowed = async (...given) => {
      resolve();
      await new Promise<void>((release) => {
        unblock = release;
      });
      return requireAllowed(...given);
    };
  });
  const late = world.payByDebit(intent, { bankLoginId, version, at: second });
  await isHeld;
  const first = await world.payByDebit(intent, { bankLoginId, version });
  expect(first.statusCode).toBe(201);
  await world.call("POST", `/v1/payments/${first.body.paymentId}/cancel`, {});
  locations.requireAllowed = requireAllowed;
  unblock();
  const { statusCode, body } = await late;
  expect({ statusCode, body }).toMatchObject({
    statusCode: 201,
    body: { status: "failed", messages: [{ code: "bank_login_used" }] },
  });
  expect(await world.entriesOf(body.paymentId)).toEqual([]);
  expect(await world.entriesOf(first.body.paymentId)).toMatchObject([{ status: "canceled" }]);
});
