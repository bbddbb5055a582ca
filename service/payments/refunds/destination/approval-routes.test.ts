/** Approval of destinations through the API. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeOperator, issueKey } from "../../../operators/accounts/index.ts";
import { damageValues } from "../../../testing/damage-values.ts";
import { insertStaff } from "../../../testing/insert-staff.ts";
import { whileKeysClosed } from "../../../testing/while-keys-closed.ts";
import {
  account,
  createDestinationWorld,
  type DestinationWorld,
  nameAt,
} from "../../testing/destination-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";

let world: DestinationWorld;
beforeAll(async () => {
  world = await createDestinationWorld();
});
afterAll(() => world.close());

const proceed = (refundId: string, allow: boolean, token?: string, key?: string) =>
  world.call("POST", `/v1/refunds/${refundId}/proceed/${allow}`, {
    ...(token !== undefined && { token }),
    headers: key === undefined ? {} : { "idempotency-key": key },
  });
const read = async (refundId: string) =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json();
const waiting = async (token?: string) =>
  world.call("GET", "/v1/refunds/pending-approval", token === undefined ? {} : { token });
async function named(): Promise<string> {
  const { refundId, secret } = await world.newRefund();
  expect((await nameAt(world, secret)).statusCode).toBe(200);
  return refundId;
}
const newKey = async (...words: string[]) => {
  const { text } = await world.command("api-keys", "create", world.operator.operatorId, ...words);
  return /sk_sandbox_[\w-]{43}/.exec(text)?.[0] ?? "";
};
const settings = (changes: object) =>
  changeOperator(world.service.deps, world.operator.operatorId, { settings: changes });
/** The world's refunds have no requester. */
const requestedBy = (refundId: string, actor: object) =>
  world.service.deps.database.kysely
    .updateTable("refunds")
    .set({ requested_by: JSON.stringify(actor) })
    .where("refund_id", "=", refundId)
    .execute();

test("a key approves a destination, which is sent once, and a repeated request replays", async () => {
  const refundId = await named();
  const first = await proceed(refundId, true, undefined, "approve-once");
  expect(first.json()).toMatchObject({ refundId, status: "pending", refundUrl: null });
  const repeat = await proceed(refundId, true, undefined, "approve-once");
  expect([repeat.statusCode, repeat.headers["idempotent-replayed"]]).toEqual([200, "true"]);
  expect((await proceed(refundId, true)).json().errorCode).toBe("conflicting_state");
  expect((await proceed(refundId, false)).json().errorCode).toBe("conflicting_state");
  await runRefunds(world);
  expect((await read(refundId)).status).toBe("success");
  expect(world.payouts.calls.filter((key) => key === refundId)).toHaveLength(1);
  const audited = await world.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select(["action", "actor_kind"])
    .where("subject_id", "=", refundId)
    .orderBy("sequence", "desc")
    .executeTakeFirstOrThrow();
  expect(audited).toEqual({ action: "refund.destination_approved", actor_kind: "api" });
});

test("a declined destination fails the refund, and nothing is sent", async () => {
  const refundId = await named();
  expect((await proceed(refundId, false)).json()).toMatchObject({
    status: "failed",
    messages: [{ code: "destination_declined" }],
  });
  await runRefunds(world);
  expect(world.payouts.calls).not.toContain(refundId);
});

test("a damaged destination does not hide the others, and can be declined", async () => {
  const damaged = await named();
  await damageValues(world, "refunds", "destination_sealed", { refund_id: damaged });
  world.clock.advance(1_000);
  const sound = await named();
  const { data } = (await waiting()).json();
  expect(data).toMatchObject([
    { refundId: damaged, destination: { type: "bank", text: "", holderName: null } },
    { refundId: sound, destination: { text: "•••• 6789" } },
  ]);
  expect((await proceed(sound, true)).statusCode).toBe(200);
  const refused = await proceed(damaged, true);
  expect([refused.statusCode, refused.json().errorCode]).toEqual([
    409,
    "refund_destination_unreadable",
  ]);
  expect((await proceed(damaged, false)).json()).toMatchObject({ status: "failed" });
});

test("a destination that is damaged after its approval fails the refund, which can be made again", async () => {
  const refundId = await named();
  expect((await proceed(refundId, true)).statusCode).toBe(200);
  await damageValues(world, "refunds", "destination_sealed", { refund_id: refundId });
  await runRefunds(world);
  expect(await read(refundId)).toMatchObject({
    status: "failed",
    messages: [{ code: "destination_unreadable" }],
  });
  expect(world.payouts.calls).not.toContain(refundId);
});

test("an approved refund waits while its operator's keys do not open, and is sent once then", async () => {
  const refundId = await named();
  expect((await proceed(refundId, true)).statusCode).toBe(200);
  await whileKeysClosed(world, async () => {
    for (const hours of [0, 1, 24, 240]) {
      world.clock.advance(hours * 60 * 60_000);
      await runRefunds(world);
    }
  });
  expect((await read(refundId)).status).toBe("pending");
  expect(world.payouts.calls).not.toContain(refundId);
  world.clock.advance(60 * 60_000);
  await runRefunds(world);
  expect((await read(refundId)).status).toBe("success");
  expect(world.payouts.calls.filter((key) => key === refundId)).toHaveLength(1);
});

test("a destination that is damaged after a try fails the refund once the try can no longer arrive", async () => {
  const refundId = await named();
  expect((await proceed(refundId, true)).statusCode).toBe(200);
  world.payouts.next({ becomes: "nothing", response: "break" });
  await runRefunds(world);
  await damageValues(world, "refunds", "destination_sealed", { refund_id: refundId });
  world.clock.advance(5 * 60_000);
  await runRefunds(world);
  expect((await read(refundId)).status).toBe("pending");
  world.clock.advance(60 * 60_000);
  await runRefunds(world);
  expect((await read(refundId)).messages).toMatchObject([{ code: "destination_unreadable" }]);
});

test("nothing is approved before the customer has named a destination", async () => {
  const { refundId } = await world.newRefund();
  for (const allow of [true, false]) {
    const response = await proceed(refundId, allow);
    expect([response.statusCode, response.json().errorCode]).toEqual([409, "conflicting_state"]);
  }
  const other = await world.call("POST", `/v1/refunds/${refundId}/proceed/maybe`);
  expect(other.statusCode).toBe(400);
});

test("the list shows what waits with the ends of its destination, to keys that may see it", async () => {
  const refundId = await named();
  const approver = await newKey("--scopes", "approvals");
  const { data } = (await waiting(approver)).json();
  expect(data.at(-1)).toMatchObject({
    refundId,
    status: "pending",
    refundUrl: null,
    destination: { type: "bank", text: "•••• 6789", holderName: "Ada Lovelace" },
  });
  expect(JSON.stringify(data)).not.toContain(account.accountNumber);
  expect((await waiting(await newKey("--scopes", "refunds"))).statusCode).toBe(403);
  expect((await proceed(refundId, true, await newKey("--scopes", "refunds"))).statusCode).toBe(403);
  const otherOperator = await world.createOperator();
  expect((await waiting(otherOperator.secretKey)).json().total).toBe(0);
  for (const allow of [true, false]) {
    expect((await proceed(refundId, allow, otherOperator.secretKey)).statusCode).toBe(404);
  }
  expect((await proceed(refundId, true, approver)).statusCode).toBe(200);
});

test("with dual control the key that requested it, or its issuer's other key, cannot approve", async () => {
  await settings({ dualControl: true });
  try {
    const refundId = await named();
    const { operatorId } = world.operator;
    await insertStaff(world, ["ada", "bob"]);
    const issued = (staffId: string) =>
      issueKey(world.service.deps, {
        operatorId,
        kind: "secret",
        actor: { kind: "staff", staffId },
      });
    const [requester, sibling, other] = [
      await issued("ada"),
      await issued("ada"),
      await issued("bob"),
    ];
    await requestedBy(refundId, { kind: "api", keyId: requester.keyId });
    for (const { key } of [requester, sibling]) {
      const response = await proceed(refundId, true, key, "dual");
      expect([response.statusCode, response.json().errorCode]).toEqual([
        403,
        "dual_control_required",
      ]);
    }
    // Refusals are stored for each key, even under one idempotency key.
    expect((await proceed(refundId, true, other.key, "dual")).statusCode).toBe(200);
    const byStaff = await named();
    await requestedBy(byStaff, { kind: "staff", staffId: "ada" });
    expect((await proceed(byStaff, true, sibling.key)).statusCode).toBe(403);
    expect((await proceed(byStaff, true, other.key)).statusCode).toBe(200);
  } finally {
    await settings({ dualControl: false });
  }
});

test("a refund that needs a second person is approved by staff only", async () => {
  const refundId = await named();
  await world.service.deps.database.kysely
    .updateTable("refunds")
    .set({ approval: "needed" })
    .where("refund_id", "=", refundId)
    .execute();
  const response = await proceed(refundId, true);
  expect([response.statusCode, response.json().errorCode]).toEqual([
    403,
    "refund_approval_by_requester",
  ]);
  expect((await proceed(refundId, false)).json().status).toBe("failed");
});

test("refunds count towards a key's daily limit", async () => {
  const key = await newKey("--scopes", "approvals", "--approval-limit", "USD=8");
  const [first, second] = [await named(), await named()];
  expect((await proceed(first, true, key)).statusCode).toBe(200);
  expect((await proceed(second, true, key)).json().errorCode).toBe("approval_limit_exceeded");
  expect((await read(second)).status).toBe("pending");
  expect((await proceed(second, false, key)).statusCode).toBe(200);
});

test("a return without a value in money is not approved by a key with a limit", async () => {
  const refundId = await named();
  await world.service.deps.database.kysely
    .updateTable("refunds")
    .set({
      base_minor: 0,
      transfer_type: "crypto",
      transfer_asset: "USDC",
      transfer_network: "ethereum",
      transfer_units: "1000000",
      transfer_most_units: "1000000",
    })
    .where("refund_id", "=", refundId)
    .execute();
  const key = await newKey("--scopes", "approvals", "--approval-limit", "USD=8");
  expect((await proceed(refundId, true, key)).json().errorCode).toBe("approval_limit_exceeded");
  expect((await proceed(refundId, true)).statusCode).toBe(200);
});
