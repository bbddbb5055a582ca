import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { changeOperator, type SettingsPatch } from "../operators/accounts/index.ts";
import { decidePayout, listPendingValidation, readDisbursement, yearToDateMinor } from "./index.ts";
import {
  createPayoutWorld,
  methods,
  minimalSettings,
  type PayoutWorld,
} from "./testing/payout-world.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.close());
const withSettings = (settings: SettingsPatch) =>
  changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { ...minimalSettings, timeZone: "America/New_York", ...settings },
  });
beforeEach(() => withSettings({}));

const address = {
  line1: "1 Main Street",
  city: "Reno",
  state: "NV",
  postalCode: "89501",
  country: "US",
};
const jane = { firstName: "Jane", lastName: "Doe", dateOfBirth: "1985-04-23", address };
const deps = () => world.service.disbursements.deps;
const keyOf = ({ disbursementIntentId }: CreatedDisbursementIntent) => ({
  operatorId: world.operator.operatorId,
  disbursementIntentId,
});
const totalOf = (externalCustomerId: string, year = 2026) =>
  yearToDateMinor(deps().database.kysely, {
    operatorId: world.operator.operatorId,
    externalCustomerId,
    year,
  });

describe("a W-9 required for every payout", () => {
  beforeEach(() => withSettings({ w9Policy: "every" }));

  test("lists the missing profile fields even after the customer chose a method", async () => {
    const data = { firstName: "Jane", lastName: "Doe", address };
    const externalCustomerId = await world.newCustomer(data);
    const intent = await world.submitted({ externalCustomerId });
    expect(await world.statusOf(intent)).not.toHaveProperty("requiresCustomerData");
    const path = `/v1/customers/${externalCustomerId}/data`;
    await world.call("PUT", path, { body: { lastName: null } });
    expect(await world.statusOf(intent)).toMatchObject({
      status: "pending-validation",
      requiresCustomerData: true,
      missingCustomerDataFields: ["lastName"],
      w9CaptureUrl: expect.stringContaining("/w9#w9_"),
      disbursement: { status: "pending-validation" },
    });
  });

  test("leaves a working link when another requirement refuses the submission", async () => {
    await withSettings({ w9Policy: "over-threshold", verifyOnFirstDisbursement: false });
    const data = { firstName: "Jane", lastName: "Doe", address };
    const externalCustomerId = await world.newCustomer(data);
    const intent = await world.newIntent({ externalCustomerId, amount: 100 });
    expect(intent).not.toHaveProperty("w9CaptureUrl");
    await withSettings({ w9Policy: "every", verifyOnFirstDisbursement: true });
    const refused = await world.choose(intent);
    expect(refused).toMatchObject({ statusCode: 409, body: { errorCode: "requirements_unmet" } });
    const { requirements } = refused.body as unknown as {
      requirements: { type: string; w9CaptureUrl?: string }[];
    };
    const w9 = requirements.find(({ type }) => type === "w9");
    await world.signW9(w9?.w9CaptureUrl);
    const { w9: state } = (await world.call("GET", `/v1/customers/${externalCustomerId}`)).json();
    expect(state.status).toBe("completed");
  });

  test("waits for the legal name and address, then continues", async () => {
    const externalCustomerId = await world.newCustomer({ firstName: "Jane" });
    const intent = await world.newIntent({ externalCustomerId });
    const missing = [
      "lastName",
      "address.line1",
      "address.city",
      "address.state",
      "address.postalCode",
      "address.country",
    ];
    expect(intent).toMatchObject({
      status: "requires-customer-data",
      requiresCustomerData: true,
      missingCustomerDataFields: missing,
      w9CaptureUrl: expect.stringContaining("/w9#w9_"),
    });
    expect(await world.statusOf(intent)).toMatchObject({ missingCustomerDataFields: missing });
    const refused = await world.choose(intent);
    expect(refused).toMatchObject({ statusCode: 409, body: { errorCode: "requirements_unmet" } });

    const filledIn = await world.callAsClient(
      "PUT",
      "/v1/client/customer-data",
      intent.clientSecretKey,
      { body: { lastName: "Doe", address } },
    );
    expect(filledIn.json().requirements).toMatchObject([
      { type: "w9", blocks: "approval", status: "pending", w9CaptureUrl: expect.any(String) },
    ]);
    const status = await world.statusOf(intent);
    expect(status).toMatchObject({ status: "pending", w9CaptureUrl: expect.any(String) });
    expect(status).not.toHaveProperty("requiresCustomerData");
    // No event has this status's name.
    expect(await world.eventsOf(intent)).toEqual(["created"]);
    expect((await world.choose(intent)).statusCode).toBe(201);
  });

  test("is asked for after the customer fills in data while the operator's settings change", async () => {
    const externalCustomerId = await world.newCustomer({ firstName: "Jane" });
    const intent = await world.newIntent({ externalCustomerId });
    const { operators } = world.service.deps;
    const get = operators.get.bind(operators);
    vi.spyOn(operators, "get").mockImplementation(async (operatorId) => {
      const operator = await get(operatorId);
      operators.forget();
      return operator;
    });
    const body = { lastName: "Doe", address };
    const path = "/v1/client/customer-data";
    const filledIn = await world.callAsClient("PUT", path, intent.clientSecretKey, { body });
    vi.restoreAllMocks();
    expect(filledIn.json().requirements).toMatchObject([{ type: "w9" }]);
  });

  test("can be completed up to the approval, which is refused without it and changes nothing", async () => {
    const externalCustomerId = await world.newCustomer(jane);
    const intent = await world.submitted({ externalCustomerId });
    const before = await world.statusOf(intent);
    const refused = await world.proceed(intent, true);
    expect(refused).toMatchObject({ statusCode: 400, body: { errorCode: "w9_not_completed" } });
    expect(await world.statusOf(intent)).toEqual(before);
    expect(world.payouts.calls).not.toContain(before.disbursement?.disbursementId);

    await world.signW9(before.w9CaptureUrl);
    const after = await world.statusOf(intent);
    expect(after).not.toHaveProperty("w9CaptureUrl");
    expect(after.disbursement?.version).toBe(before.disbursement?.version);
    expect((await world.proceed(intent, true)).statusCode).toBe(200);
    await world.idle();
    expect((await world.statusOf(intent)).status).toBe("success");
    expect(await world.newIntent({ externalCustomerId })).not.toHaveProperty("w9CaptureUrl");
  });

  test("cannot be completed by a payee who is not a US person: shown, and refused at approval", async () => {
    const externalCustomerId = await world.newCustomer(jane);
    const intent = await world.submitted({ externalCustomerId });
    const { w9CaptureUrl = "" } = await world.statusOf(intent);
    const token = w9CaptureUrl.split("#")[1] ?? "";
    const response = await world.call("POST", "/v1/client/w9/not-us-person", {
      token,
      body: { notUsPerson: true },
    });
    expect(response.statusCode).toBe(200);
    expect((await world.session(intent)).requirements).toEqual([]);
    const { gates } = await readDisbursement(deps(), keyOf(intent));
    expect(gates).toMatchObject({ w9: "not_completed", notUsPerson: true });
    const refused = await world.proceed(intent, true);
    expect(refused.body).toMatchObject({
      errorCode: "w9_not_completed",
      message: expect.stringContaining("not a US person"),
    });
    expect((await world.proceed(intent, false)).statusCode).toBe(200);
  });

  test("under backup withholding, 24 % of the amount that the approver saw is withheld", async () => {
    const externalCustomerId = await world.newCustomer(jane);
    const intent = await world.submitted({ externalCustomerId, amount: 100.02 });
    const seen = (await world.statusOf(intent)).disbursement;
    expect(seen?.withheldAmount).toBe(0);
    await world.signW9((await world.statusOf(intent)).w9CaptureUrl, { backupWithholding: true });

    const stale = await world.proceed(intent, true, { "if-match": `"${seen?.version}"` });
    expect(stale).toMatchObject({ statusCode: 409, body: { errorCode: "disbursement_changed" } });
    const { disbursement } = await world.statusOf(intent);
    expect(disbursement).toMatchObject({ withheldAmount: 24, amount: 100.02 });
    const decided = await world.proceed(intent, true, { "if-match": `"${disbursement?.version}"` });
    expect(decided.statusCode).toBe(200);
    await world.idle();
    const key = disbursement?.disbursementId ?? "";
    expect(world.payouts.payouts.get(key)?.request.amountMinor).toBe(7_602);
    // The withheld part counts towards the year, too.
    expect(await totalOf(externalCustomerId)).toBe(10_002);

    const next = await world.newIntent({ externalCustomerId, amount: 10 });
    const { amounts } = await world.session(next);
    expect(amounts).toEqual({ amount: 10, withheldAmount: 2.4, netAmount: 7.6, currency: "USD" });
    expect((await world.choose(next)).body.errorCode).toBe("amount_changed");
    expect((await world.choose(next, { ...methods.bank, netAmount: 7.6 })).statusCode).toBe(201);
  });
});

describe("identity", () => {
  test("is verified for a first payout and checked again at approval", async () => {
    await withSettings({ verifyOnFirstDisbursement: true });
    const externalCustomerId = await world.newCustomer(jane);
    const intent = await world.newIntent({ externalCustomerId });
    expect((await world.session(intent)).requirements).toMatchObject([{ type: "kyc" }]);
    expect((await world.choose(intent)).body.errorCode).toBe("requirements_unmet");
    await world.verify(externalCustomerId);
    expect((await world.choose(intent)).statusCode).toBe(201);

    // The operator changes the customer's name, which voids the verification.
    world.clock.advance(1_000);
    await world.call("PUT", `/v1/customers/${externalCustomerId}/data`, {
      body: { lastName: "Roe" },
    });
    const refused = await world.proceed(intent, true);
    expect(refused).toMatchObject({ statusCode: 400, body: { errorCode: "kyc_not_verified" } });
    expect((await world.statusOf(intent)).status).toBe("pending-validation");
    world.clock.advance(1_000);
    await world.verify(externalCustomerId);
    expect((await world.proceed(intent, true)).statusCode).toBe(200);
    await world.idle();
  });

  test("the text message code is required before the payout", async () => {
    await withSettings({ smsVerification: "every_payout" });
    const externalCustomerId = await world.newCustomer({ phoneNumber: "+14155550134" });
    const intent = await world.newIntent({ externalCustomerId });
    expect((await world.session(intent)).requirements).toEqual([
      {
        type: "sms_verification",
        blocks: "submission",
        phoneNumber: "•••• 34",
        canChangeNumber: true,
        code: null,
      },
    ]);
    expect((await world.choose(intent)).body.errorCode).toBe("requirements_unmet");
  });
});

describe("the year to date", () => {
  test("requires identity and a W-9 from $2,000 on, including this payout, and announces them in advance", async () => {
    const externalCustomerId = await world.newCustomer(jane);
    await world.approved({ externalCustomerId, amount: 1_500 });
    const below = await world.newIntent({ externalCustomerId, amount: 499.99 });
    expect((await world.session(below)).requirements).toEqual([]);
    expect(below).not.toHaveProperty("w9CaptureUrl");

    const crossing = await world.newIntent({ externalCustomerId, amount: 500 });
    expect(crossing).toMatchObject({ w9CaptureUrl: expect.any(String) });
    const session = await world.session(crossing);
    expect(session.yearToDate).toEqual({
      year: 2026,
      totalAfter: 2_000,
      threshold: 2_000,
      asks: ["identity_document", "tax_information"],
    });
    expect(session.requirements.map(({ type, blocks }) => [type, blocks])).toEqual([
      ["identity_document", "submission"],
      ["w9", "approval"],
    ]);
    await world.verify(externalCustomerId);
    expect((await world.choose(crossing)).statusCode).toBe(201);
    expect((await world.proceed(crossing, true)).body.errorCode).toBe("w9_not_completed");
    // Submitted payouts count: without the other one, the first would cross the threshold.
    expect((await world.session(below)).yearToDate?.totalAfter).toBe(2_499.99);
    await world.proceed(crossing, false);
    expect((await world.session(below)).yearToDate?.totalAfter).toBe(1_999.99);
  });

  test("does not count failed, voided and refunded payouts", async () => {
    const externalCustomerId = await world.newCustomer();
    world.payouts.next({ becomes: { declined: "account_closed" } });
    await world.approved({ externalCustomerId, amount: 100 });
    expect(await totalOf(externalCustomerId)).toBe(0);
    const rejected = await world.submitted({ externalCustomerId, amount: 100 });
    expect(await totalOf(externalCustomerId)).toBe(10_000);
    await world.proceed(rejected, false);
    expect(await totalOf(externalCustomerId)).toBe(0);
    const paid = await world.approved({ externalCustomerId, amount: 100 });
    const { disbursement } = await world.statusOf(paid);
    const payout = world.payouts.payouts.get(disbursement?.disbursementId ?? "");
    if (payout) Object.assign(payout, { status: "returned", reasonCode: "credit_refused" });
    expect(await totalOf(externalCustomerId)).toBe(10_000);
    await world.recover(13 * 60 * 60_000);
    expect((await world.statusOf(paid)).status).toBe("refunded");
    expect(await totalOf(externalCustomerId)).toBe(0);
  });

  test("uses the year of payment in the operator's time zone", async () => {
    const newYear = Date.UTC(2027, 0, 1, 5);
    const externalCustomerId = await world.newCustomer();
    world.clock.advance(newYear - 60_000 - world.clock.nowMs());
    const intent = await world.submitted({ externalCustomerId, amount: 700 });
    expect([await totalOf(externalCustomerId), await totalOf(externalCustomerId, 2027)]).toEqual([
      70_000, 0,
    ]);
    world.clock.advance(120_000);
    await world.proceed(intent, true);
    await world.idle();
    expect([await totalOf(externalCustomerId), await totalOf(externalCustomerId, 2027)]).toEqual([
      0, 70_000,
    ]);
  });

  test("can be limited to categories", async () => {
    const externalCustomerId = await world.newCustomer();
    await world.submitted({ externalCustomerId, amount: 10, taxCategory: "services" });
    await world.submitted({ externalCustomerId, amount: 5, taxCategory: "winnings" });
    const year = Number(new Date(world.clock.nowMs()).getUTCFullYear());
    const query = { operatorId: world.operator.operatorId, externalCustomerId, year };
    const { kysely } = deps().database;
    expect(await yearToDateMinor(kysely, { ...query, taxCategories: ["services"] })).toBe(1_000);
    expect(await yearToDateMinor(kysely, query)).toBe(1_500);
  });
});

describe("staff", () => {
  test("see the queue with the result of an approval, and decide with their name and reason", async () => {
    await withSettings({ w9Policy: "every", verifyOnFirstDisbursement: false });
    const externalCustomerId = await world.newCustomer(jane);
    const intent = await world.submitted({ externalCustomerId });
    const queue = await listPendingValidation(deps(), world.operator.operatorId, {
      page: 1,
      size: 100,
    });
    const waiting = queue.data.find(
      ({ disbursement }) => disbursement.disbursementIntentId === intent.disbursementIntentId,
    );
    expect(waiting).toMatchObject({
      gates: { w9: "not_completed", kyc: "not_required", backupWithholding: false },
      yearToDateMinor: 5_000,
      customer: { externalCustomerId },
    });
    await decidePayout(deps(), keyOf(intent), {
      decision: "reject",
      reason: "Asked to by Jane Doe",
      decider: { kind: "staff", staffId: "stf_1" },
      version: waiting?.disbursement.version ?? 0,
    });
    const { history, intent: shown } = await readDisbursement(deps(), keyOf(intent));
    expect(shown.disbursement).toMatchObject({ status: "voided", decidedBy: "staff:stf_1" });
    expect(history.map(({ event, actor, reason }) => [event, actor, reason])).toEqual([
      ["created", "api", null],
      ["method_chosen", "customer", null],
      ["rejected", "staff:stf_1", "Asked to by Jane Doe"],
    ]);
    const audited = await deps()
      .database.kysely.selectFrom("audit_entries")
      .select(["actor_kind", "actor_id", "action", "details"])
      .where("subject_id", "=", intent.disbursementIntentId)
      .execute();
    expect(audited).toMatchObject([
      { actor_kind: "staff", actor_id: "stf_1", action: "disbursement.rejected" },
    ]);
    expect(JSON.stringify(audited)).not.toContain("Jane Doe");
    expect(JSON.stringify(shown)).not.toContain("Asked to");
  });
});
