import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { damageValues } from "../testing/damage-values.ts";
import { whileKeysClosed } from "../testing/while-keys-closed.ts";
import { recoverPayout } from "./flow/send-payout.ts";
import { readDisbursement } from "./review/read-disbursement.ts";
import { createPayoutWorld, methods, type PayoutWorld } from "./testing/payout-world.ts";
import { createSanctionsWorld, type SanctionsWorld } from "./testing/sanctions-world.ts";

type Column = "shown_sealed" | "destination_sealed";
const columns: readonly Column[] = ["shown_sealed", "destination_sealed"];

let world: PayoutWorld;
let screened: SanctionsWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
  screened = await createSanctionsWorld();
});
afterAll(() => Promise.all([world.close(), screened.close()]));

type Intent = Awaited<ReturnType<PayoutWorld["submitted"]>>;

const readSealed = (of: PayoutWorld, { disbursementIntentId }: Intent, column: Column) =>
  of.service.deps.database.kysely
    .selectFrom("disbursement_intents")
    .select(column)
    .where("disbursement_intent_id", "=", disbursementIntentId)
    .executeTakeFirstOrThrow()
    .then((row) => row[column]);

const writeSealed = (of: PayoutWorld, intent: Intent, column: Column, text: string | null) =>
  of.service.deps.database.kysely
    .updateTable("disbursement_intents")
    .set({ [column]: text })
    .where("disbursement_intent_id", "=", intent.disbursementIntentId)
    .execute();

test.each(columns)(
  "a payout whose %s is damaged cannot be approved until it is repaired",
  async (column) => {
    const intent = await world.submitted();
    const sound = await readSealed(world, intent, column);
    await writeSealed(world, intent, column, "1.damaged");
    expect(await world.proceed(intent, true)).toMatchObject({
      statusCode: 409,
      body: { errorCode: "payout_method_unreadable" },
    });
    await writeSealed(world, intent, column, sound);
    expect(await world.proceed(intent, true)).toMatchObject({ statusCode: 200 });
    await world.idle();
    expect((await world.statusOf(intent)).status).toBe("success");
  },
);

test.each(columns)("a payout whose %s is damaged can be rejected", async (column) => {
  const intent = await world.submitted();
  await writeSealed(world, intent, column, "1.damaged");
  expect(await world.proceed(intent, false)).toMatchObject({ statusCode: 200 });
  expect((await world.statusOf(intent)).disbursement?.status).toBe("voided");
});

test("a sent payout whose method is damaged fails when its processor says so", async () => {
  world.payouts.next({ becomes: "pending" });
  const intent = await world.approved();
  await writeSealed(world, intent, "destination_sealed", "1.damaged");
  const { disbursement } = await world.statusOf(intent);
  const sent = world.payouts.payouts.get(disbursement?.disbursementId ?? "");
  if (!sent) throw new Error("nothing was sent");
  Object.assign(sent, { status: "declined", reasonCode: "account_closed" });
  await world.recover();
  expect(await world.statusOf(intent)).toMatchObject({
    status: "failed",
    disbursement: { messages: [{ code: "account_closed" }] },
  });
});

test("an approved payout that was not sent fails if its method is damaged", async () => {
  world.payouts.next({ becomes: "nothing", response: { status: 401, body: {} } });
  const intent = await world.approved();
  await writeSealed(world, intent, "destination_sealed", "1.damaged");
  await world.recover();
  await world.idle();
  expect(await world.statusOf(intent)).toMatchObject({
    status: "failed",
    disbursement: { messages: [{ code: "processing_error" }] },
  });
});

test("an approved payout waits while its operator's keys do not open, and is sent then", async () => {
  world.payouts.next({ becomes: "nothing", response: { status: 401, body: {} } });
  const intent = await world.approved();
  await whileKeysClosed(world, async () => {
    for (const hours of [1, 24, 240]) await world.recover(hours * 60 * 60_000);
  });
  expect((await world.statusOf(intent)).status).toBe("pending");
  await world.recover(60 * 60_000);
  await world.idle();
  expect((await world.statusOf(intent)).status).toBe("success");
});

test("another operator gets the same 404 while the payout's keys do not open", async () => {
  const intent = await world.submitted();
  const { secretKey: token } = await world.createOperator();
  const status = `/v1/disbursement-intents/${intent.disbursementIntentId}/status`;
  const proceed = `/v1/disbursements/${intent.disbursementIntentId}/proceed`;
  const codes = await whileKeysClosed(world, async () => [
    (await world.call("GET", status)).statusCode,
    (await world.call("GET", status, { token })).statusCode,
    (await world.call("POST", `${proceed}/true`, { token })).statusCode,
    (await world.call("POST", `${proceed}/false`, { token })).statusCode,
  ]);
  expect(codes).toEqual([503, 404, 404, 404]);
});

test("a payout whose method is damaged after a try fails once the try can no longer arrive", async () => {
  world.payouts.next({ becomes: "nothing", response: "break" });
  const intent = await world.approved();
  await writeSealed(world, intent, "destination_sealed", "1.damaged");
  await world.recover(5 * 60_000);
  await world.idle();
  expect((await world.statusOf(intent)).status).toBe("pending");
  await world.recover(10 * 60_000);
  await world.idle();
  expect((await world.statusOf(intent)).status).toBe("failed");
});

test("a payout that another process sends meanwhile does not fail, although its method is damaged", async () => {
  world.payouts.next({ becomes: "nothing", response: { status: 401, body: {} } });
  const intent = await world.approved();
  const { deps } = world.service.disbursements;
  const recover = () => recoverPayout(deps, intent.disbursementIntentId);
  const sound = await readSealed(world, intent, "destination_sealed");
  await writeSealed(world, intent, "destination_sealed", "1.damaged");
  const lookUpsBefore = world.payouts.lookUps.length;
  world.payouts.lookUpFault = "hang";
  const hanging = recover();
  await vi.waitFor(() => expect(world.payouts.lookUps).toHaveLength(lookUpsBefore + 1), 20_000);
  world.payouts.lookUpFault = null;
  await writeSealed(world, intent, "destination_sealed", sound);
  world.payouts.next({ becomes: "pending" });
  await recover();
  world.payouts.release();
  await hanging;
  const { disbursement } = await world.statusOf(intent);
  expect(disbursement).toMatchObject({ status: "pending", messages: [] });
  const sent = world.payouts.payouts.get(disbursement?.disbursementId ?? "");
  if (sent) sent.status = "paid";
  await world.recover();
  expect((await world.statusOf(intent)).status).toBe("success");
});

test.each(["shown_sealed", "destination_sealed"])(
  "a saved method whose %s is damaged does not prevent the choice of another",
  async (column) => {
    const externalCustomerId = await world.newCustomer();
    await world.submitted({ externalCustomerId }, { ...methods.bank, save: true });
    const intent = await world.newIntent({ externalCustomerId });
    const [saved] = (await world.session(intent)).savedPayoutMethods;
    await damageValues(world, "payout_methods", column, {
      external_customer_id: externalCustomerId,
    });
    const offered = (await world.session(intent)).savedPayoutMethods;
    expect(offered).toHaveLength(column === "shown_sealed" ? 0 : 1);
    const method = { type: "saved", savedPayoutMethodId: saved?.savedPayoutMethodId };
    expect(await world.choose(intent, method)).toMatchObject({ statusCode: 400 });
    expect(await world.choose(intent, methods.bank)).toMatchObject({ statusCode: 201 });
  },
);

test("the history of a payout is shown without a reason that is damaged", async () => {
  const intent = await world.submitted();
  await world.proceed(intent, false);
  const { disbursementIntentId } = intent;
  const { operatorId } = world.operator;
  const { deps } = world.service.disbursements;
  await deps.database.kysely
    .updateTable("disbursement_history")
    .set({ reason_sealed: "1.damaged" })
    .where("disbursement_intent_id", "=", disbursementIntentId)
    .where("happening", "=", "rejected")
    .execute();
  const { history } = await readDisbursement(deps, { operatorId, disbursementIntentId });
  expect(history.at(-1)).toMatchObject({ event: "rejected", reason: null });
});

test("a change of a payout keeps its damaged method as it is", async () => {
  const intent = await world.submitted();
  await writeSealed(world, intent, "shown_sealed", "1.damaged");
  await world.proceed(intent, false);
  expect(await readSealed(world, intent, "shown_sealed")).toBe("1.damaged");
});

test.each(columns)(
  "a payout whose %s is damaged does not block other payouts of its customer",
  async (column) => {
    const externalCustomerId = await world.newCustomer();
    const damaged = await world.submitted({ externalCustomerId });
    const other = await world.submitted({ externalCustomerId });
    await writeSealed(world, damaged, column, "1.damaged");
    expect(await world.proceed(other, true)).toMatchObject({ statusCode: 200 });
    const third = await world.submitted({ externalCustomerId });
    expect(await world.proceed(third, true)).toMatchObject({ statusCode: 200 });
    await world.idle();
  },
);

test.each(["clear", "confirm"] as const)(
  "staff can %s a sanctions review of a customer with a damaged payout",
  async (decision) => {
    const name = { firstName: "Zygmunt", lastName: `Kwiatkowicz-${decision}` };
    await screened.publish({ uid: 9, given: name.firstName, family: name.lastName });
    const externalCustomerId = await screened.newCustomer(name);
    const damaged = await screened.submitted({ externalCustomerId });
    for (const column of columns) await writeSealed(screened, damaged, column, "1.damaged");
    await screened.submitted({ externalCustomerId });
    expect(await screened.waiting()).toHaveLength(1);
    await screened.decide(decision);
    expect(await screened.waiting()).toEqual([]);
    const { disbursement } = await screened.statusOf(damaged);
    expect(disbursement?.status).toBe(decision === "confirm" ? "voided" : "pending-validation");
  },
);
