/** The settings name another account for a payout processor while payouts are in flight. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { shareDatabase } from "../testing/test-database.ts";
import {
  createPayoutWorld,
  methods,
  openPayoutWorld,
  type PayoutWorld,
} from "./testing/payout-world.ts";
import { type StandInPayouts, startStandInPayouts } from "./testing/stand-in-payouts.ts";

let world: PayoutWorld;
let elsewhere: StandInPayouts;
let second: TestService | undefined;
beforeEach(async () => {
  elsewhere = await startStandInPayouts("other");
  const books = await startStandInPayouts();
  world = await createPayoutWorld({ env: settings(`${books.url}/payouts/first`) });
  await world.payouts.close();
  world.payouts = books;
});
afterEach(async () => {
  elsewhere.release();
  world.payouts.release();
  await second?.close();
  second = undefined;
  await world.service.close();
  await Promise.all([elsewhere.close(), world.payouts.close()]);
});

const key = "a-key-of-a-test-account";
function settings(url: string, overrides: object = {}): Record<string, string> {
  const rails = { name: "rails", url, key, methods: ["bank"], ...overrides };
  const cards = { name: "cards", url: `${elsewhere.url}/payouts/cards`, key, methods: ["card"] };
  return { PAYOUT_PROCESSOR: JSON.stringify([rails, cards]) };
}

/** Starts a process with other settings on the same store. */
async function start(env: Record<string, string>): Promise<PayoutWorld> {
  second = await createTestService({
    database: shareDatabase(world.service.deps.database),
    clock: world.clock,
    env,
  });
  return openPayoutWorld({ ...second, operator: world.operator }, elsewhere);
}

async function approvedAt(at: PayoutWorld, method: object = methods.bank) {
  const intent = await world.submitted({}, method);
  const url = `/v1/disbursements/${intent.disbursementIntentId}/proceed/true`;
  expect((await at.call("POST", url, { token: world.operator.secretKey })).statusCode).toBe(200);
  await at.idle();
  return intent;
}
const statusOf = async (intent: Parameters<PayoutWorld["statusOf"]>[0]) =>
  (await world.statusOf(intent)).status;

const logged = (at: TestService | undefined) =>
  (at?.logLines ?? []).filter((line) => line.includes('"code":"connector_account_changed"'));
async function gaugeOf(at: TestService, connector: string) {
  const { text } = await at.service.deps.metrics.expose();
  const [, value] =
    new RegExp(`account_changed\\{party="payout",connector="${connector}"\\} (\\d)`).exec(text) ??
    [];
  return value;
}

describe("another account under the name", () => {
  test("never gets a payout that may be at the earlier one, and says so", async () => {
    world.payouts.next({ response: "break" });
    world.payouts.lookUpFault = { status: 503 };
    const lost = await world.approved();
    expect(world.payouts.payouts.size).toBe(1);

    const other = await start(settings(`${elsewhere.url}/payouts/second`));
    await other.recover(20 * 60_000);
    await other.idle();
    expect([elsewhere.calls, elsewhere.lookUps]).toEqual([[], []]);
    expect(await statusOf(lost)).toBe("pending");
    expect(logged(second)).toHaveLength(1);
    expect(await gaugeOf(other, "rails")).toBe("1");
    expect(await gaugeOf(other, "cards")).toBe("0");

    // The payout still asks the earlier account.
    world.payouts.lookUpFault = null;
    await world.recover(2 * 60 * 60_000);
    await world.idle();
    expect(await statusOf(lost)).toBe("success");
    expect(world.payouts.calls).toHaveLength(1);
  });

  test("does not stop the other names, and waits with its own payouts", async () => {
    world.payouts.next({ becomes: "pending" });
    const sent = await world.approved();
    const other = await start(settings(`${elsewhere.url}/payouts/second`));
    const byCard = await approvedAt(other, methods.card);
    expect(await statusOf(byCard)).toBe("success");
    const waiting = await approvedAt(other);
    expect(await statusOf(waiting)).toBe("pending");
    expect(elsewhere.calls).toHaveLength(1);

    // The process with the earlier settings continues, with this payout as well.
    for (const payout of world.payouts.payouts.values()) payout.status = "paid";
    await world.recover(2 * 60 * 60_000);
    await world.idle();
    expect([await statusOf(sent), await statusOf(waiting)]).toEqual(["success", "success"]);
    expect(world.payouts.calls).toHaveLength(2);

    // Nothing is in flight: the new account has the name, and the earlier settings lost it.
    await second?.runJob("connectors.accounts");
    expect(await gaugeOf(other, "rails")).toBe("0");
    const later = await approvedAt(world);
    await world.runJob("connectors.accounts");
    await world.recover(2 * 60 * 60_000);
    await world.idle();
    expect(logged(world)).toHaveLength(1);
    expect(await statusOf(later)).toBe("pending");
    await other.recover(2 * 60 * 60_000);
    await other.idle();
    expect(await statusOf(later)).toBe("success");
    expect([world.payouts.calls.length, elsewhere.calls.length]).toEqual([2, 2]);
  });

  test("is used at once if nothing is in flight", async () => {
    const paid = await world.approved();
    expect(await statusOf(paid)).toBe("success");
    const other = await start(settings(`${elsewhere.url}/payouts/second`));
    const payout = await approvedAt(other);
    expect(await statusOf(payout)).toBe("success");
    expect(elsewhere.calls).toHaveLength(1);
    expect(logged(second)).toEqual([]);
  });

  test("is used if a person says that it is the same account", async () => {
    world.payouts.next({ becomes: "pending" });
    const sent = await world.approved();
    const other = await start(settings(`${world.payouts.url}/payouts/moved`));
    expect(await other.command("connectors", "same-account", "cards")).toMatchObject({
      exitCode: 1,
    });
    expect(await other.command("connectors", "same-account", "rails")).toMatchObject({
      exitCode: 0,
    });
    for (const payout of world.payouts.payouts.values()) payout.status = "paid";
    await other.recover(2 * 60 * 60_000);
    await other.idle();
    expect(await statusOf(sent)).toBe("success");
  });
});

test("a new key of the same account is no change", async () => {
  world.payouts.next({ becomes: "pending" });
  const sent = await world.approved();
  const other = await start(settings(`${world.payouts.url}/payouts/first`, { key: `${key}-2` }));
  for (const payout of world.payouts.payouts.values()) payout.status = "paid";
  await other.recover(2 * 60 * 60_000);
  await other.idle();
  expect(await statusOf(sent)).toBe("success");
  expect(logged(second)).toEqual([]);
});
