import { afterAll, beforeAll, expect, test } from "vitest";
import type { Refund } from "#contract/api/refunds";
import { sanctionedAddresses } from "../../../../sandbox/catalogue/sanctioned-addresses.ts";
import { changeOperator } from "../../../operators/accounts/index.ts";
import {
  type BankWorld,
  createBankWorld,
} from "../../../rails/open-banking/testing/pay-by-bank-world.ts";
import type { TestService } from "../../../testing/create-test-service.ts";
import { damageValues } from "../../../testing/damage-values.ts";
import { insertStaff } from "../../../testing/insert-staff.ts";
import { type CryptoWorld, createCryptoWorld } from "../../testing/crypto-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";

let bank: BankWorld;
let crypto: CryptoWorld;
beforeAll(async () => {
  [bank, crypto] = await Promise.all([
    createBankWorld({}, undefined, { isScreened: true }),
    createCryptoWorld({ isScreened: true }),
  ]);
  for (const world of [bank, crypto]) {
    await insertStaff(world, ["stf_one"]);
    expect(await world.command("sanctions", "refresh")).toMatchObject({ exitCode: 0 });
  }
});
afterAll(() => Promise.all([bank.close(), crypto.close()]));

const waiting = async (world: TestService) => {
  const filter = { status: "waiting", page: 1, size: 100 } as const;
  return (await world.service.sanctions.list(world.operator.operatorId, filter)).data;
};
const decide = async (world: TestService, decision: "clear" | "confirm") => {
  const [review] = await waiting(world);
  if (!review) throw new Error("nothing waits");
  const { sanctions_review_id: sanctionsReviewId, version } = review.review;
  const key = { operatorId: world.operator.operatorId, sanctionsReviewId };
  const reason = "compared";
  return world.service.sanctions.decide(key, { decision, reason, version, staffId: "stf_one" });
};
const proceed = async (world: TestService, { refundId }: Refund, allow = true) => {
  const response = await world.call("POST", `/v1/refunds/${refundId}/proceed/${allow}`);
  return { status: response.statusCode, code: response.json().errorCode, body: response.body };
};
const shown = async (world: TestService, { refundId }: Pick<Refund, "refundId">) =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json() as Refund;
const follow = async (world: TestService, refund: Refund, rounds = 8): Promise<Refund> => {
  for (let round = 0; round < rounds; round += 1) {
    await runRefunds(world);
    world.clock.advance(5_000);
  }
  return shown(world, refund);
};

let serial = 0;
/** Makes a refund that waits for an account, because the payer's bank refuses refunds. */
async function waitingForAccount(): Promise<Refund> {
  const intent = await bank.newIntent();
  await bank.payAtBank(intent, { account: "trust" });
  for (let round = 0; round < 5; round += 1) {
    bank.clock.advance(10_000);
    await bank.runJob("open_banking.recover");
  }
  serial += 1;
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const body = { externalRefundId: `to-account-${serial}` };
  const refund = (await bank.call("POST", url, { body })).json() as Refund;
  const found = await follow(bank, refund);
  expect(found.status).toBe("requires-destination");
  return found;
}
const nameAccount = (refund: Refund, holderName: string) =>
  bank.call("POST", "/v1/client/refund/destination", {
    token: refund.refundUrl?.split("#")[1] ?? "",
    body: {
      type: "bank",
      bank: {
        routingNumber: "110000000",
        accountNumber: "000123456789",
        accountType: "checking",
        holderName,
      },
    },
  });
const entryOf = ({ refundId }: Refund) =>
  bank.service.payments.ach.find(bank.operator.operatorId, refundId);

test("a refund to an account of a listed person waits for staff, and the customer learns nothing", async () => {
  const refund = await waitingForAccount();
  const named = await nameAccount(refund, "Victor Zorenkoff");
  expect([named.statusCode, named.json().status]).toEqual([200, "named"]);
  expect(await waiting(bank)).toMatchObject([
    { kind: "name", evidence: { person: { firstName: "Victor", lastName: "Zorenkoff" } } },
  ]);
  const refused = await proceed(bank, refund);
  expect(refused).toMatchObject({ status: 400, code: "refund_on_hold" });
  const pending = await follow(bank, refund);
  expect(pending.status).toBe("pending");
  expect(JSON.stringify([named.body, refused.body, pending])).not.toMatch(/sanction|ofac|\bheld/i);

  await decide(bank, "clear");
  expect(await proceed(bank, refund)).toMatchObject({ status: 200 });
  expect((await follow(bank, refund)).status).toBe("success");
});

test("an approved refund that is not sent is held by a new match, and sent once after it was cleared", async () => {
  const refund = await waitingForAccount();
  await nameAccount(refund, "Grace Hopper");
  expect(await proceed(bank, refund)).toMatchObject({ status: 200 });
  await bank.call("PUT", `/v1/customers/${refund.externalCustomerId}/data`, {
    body: { firstName: "Maximo", lastName: "Penalta" },
  });
  expect(await waiting(bank)).toHaveLength(1);
  expect((await follow(bank, refund)).status).toBe("pending");
  await decide(bank, "clear");
  expect((await follow(bank, refund)).status).toBe("success");
});

test("an ACH credit of a refund stays in the queue while a review is open", async () => {
  await changeOperator(bank.service.deps, bank.operator.operatorId, {
    settings: { bankPayoutRail: "nacha" },
  });
  const refund = await waitingForAccount();
  await nameAccount(refund, "Grace Hopper");
  expect(await proceed(bank, refund)).toMatchObject({ status: 200 });
  await follow(bank, refund);
  expect(await entryOf(refund)).toMatchObject({ status: "queued", held_at: null });
  const path = `/v1/customers/${refund.externalCustomerId}/data`;
  await bank.call("PUT", path, { body: { firstName: "Chol Ryong", lastName: "Paeksong" } });
  expect(await waiting(bank)).toHaveLength(1);
  const { ach } = bank.service.payments;
  await ach.closeFile();
  expect(await entryOf(refund)).toMatchObject({ status: "queued", held_at: expect.any(Date) });
  await decide(bank, "clear");
  expect(await ach.closeFile()).toBe(true);
  expect(await entryOf(refund)).toMatchObject({ status: "filed", held_at: null });
});

test("an ACH credit whose account is damaged after its approval fails the refund, and is not ordered", async () => {
  const refund = await waitingForAccount();
  await nameAccount(refund, "Grace Hopper");
  expect(await proceed(bank, refund)).toMatchObject({ status: 200 });
  await damageValues(bank, "refunds", "destination_sealed", { refund_id: refund.refundId });
  expect(await follow(bank, refund)).toMatchObject({
    status: "failed",
    messages: [{ code: "destination_unreadable" }],
  });
  expect(await entryOf(refund)).toBeUndefined();
});

test("a confirmed match fails what waits and what is queued, frees the amount, and blocks later refunds", async () => {
  const [named, queued] = [await waitingForAccount(), await waitingForAccount()];
  await nameAccount(queued, "Grace Hopper");
  expect(await proceed(bank, queued)).toMatchObject({ status: 200 });
  await follow(bank, queued);
  expect(await entryOf(queued)).toMatchObject({ status: "queued" });
  await nameAccount(named, "Ottoline Brackwede");
  await decide(bank, "confirm");
  expect(await shown(bank, named)).toMatchObject({
    status: "failed",
    messages: [{ code: "destination_declined" }],
  });
  expect(await entryOf(queued)).toMatchObject({ status: "canceled" });
  await bank.runJob("ach.report_outcomes");
  expect((await follow(bank, queued)).status).toBe("failed");
  const path = `/v1/payment-intents/${named.paymentIntentId}/status`;
  expect((await bank.call("GET", path)).json()).toMatchObject({ refundedAmount: 0 });

  const later = await waitingForAccount();
  await nameAccount(later, "Grace Hopper");
  expect(await proceed(bank, later)).toMatchObject({ status: 400, code: "refund_on_hold" });
  expect(await proceed(bank, later, false)).toMatchObject({ status: 200 });
});

test("a crypto refund to a listed address waits for staff", async () => {
  const { intent } = await crypto.paid();
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const created = (
    await crypto.call("POST", url, { body: { externalRefundId: "crypto-1" } })
  ).json();
  const token = created.refundUrl.split("#")[1];
  const client = (path: string, body: object) =>
    crypto.call("POST", `/v1/client/refund/${path}`, { token, body });
  const { quoteId } = (await client("quote", {})).json();
  const address = sanctionedAddresses[1]?.address.toLowerCase() ?? "";
  const named = await client("destination", { type: "crypto", address, quoteId });
  expect(named.statusCode, named.body).toBe(200);
  const all = await waiting(crypto);
  expect(all).toMatchObject([
    { kind: "address", evidence: { addresses: [{ used: { use: "refund" } }] } },
  ]);
  expect(await proceed(crypto, created)).toMatchObject({ status: 400, code: "refund_on_hold" });
  await follow(crypto, created, 2);
  expect(await crypto.payoutsOf(created.refundId)).toEqual([]);
  await decide(crypto, "confirm");
  expect((await shown(crypto, created)).status).toBe("failed");
  expect(await crypto.payoutsOf(created.refundId)).toEqual([]);
});

test("a deposit from a listed address opens a review, and the payment counts as paid", async () => {
  const { kysely } = crypto.service.deps.database;
  await crypto.paid();
  const { sender } = await kysely
    .selectFrom("crypto_transfers")
    .select("sender")
    .where("sender", "is not", null)
    .executeTakeFirstOrThrow();
  expect(sender).toMatch(/^0x[0-9a-f]{40}$/);
  expect(await waiting(crypto)).toEqual([]);
  // The list names the wallet that paid; each version is another list.
  const listed = { list: "sdn", entryId: "7", name: "X", currency: "ETH", programs: [] };
  await kysely
    .updateTable("sanctions_addresses")
    .set({ version: "other", address: JSON.stringify({ ...listed, address: sender }) })
    .execute();
  await kysely.updateTable("sanctions_entries").set({ version: "other" }).execute();
  await kysely.updateTable("sanctions_lists").set({ version: "other" }).execute();
  const { intent } = await crypto.paid();
  for (let round = 0; round < 3; round += 1) await crypto.round();
  expect((await crypto.statusOf(intent))["status"]).toBe("success");
  expect(await waiting(crypto)).toMatchObject([
    { kind: "address", evidence: { addresses: [{ used: { use: "deposit", address: sender } }] } },
  ]);
});
