import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DeliveryDetail, DeliveryList } from "#contract/console/deliveries";
import type { PaymentList } from "#contract/console/payment-list";
import type { PaymentDetail } from "#contract/console/payments";
import type { ConsoleSettings } from "#contract/console/settings";
import { createReceiver, type Receiver } from "../../events/testing/receiver.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { addStaff, type StaffBrowser, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let admin: TestStaff;
let viewer: TestStaff;
let otherStaff: TestStaff;
let browser: StaffBrowser;
beforeAll(async () => {
  world = await createPaymentWorld();
  admin = await addStaff(world, "admin");
  viewer = await addStaff(world, "viewer");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
  ({ browser } = admin);
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(10_000));

describe("payments", () => {
  const list = (query = "", by = browser): Promise<PaymentList> =>
    by.ok("GET", `/payments?size=100&${query}`);
  const ids = async (query: string) => (await list(query)).data.map((each) => each.paymentIntentId);

  test("are listed newest first with their newest attempt, and filtered", async () => {
    const paid = await world.createIntent({ customData: { order: "7" } });
    await world.pay(paid);
    world.clock.advance(1000);
    const declined = await world.createIntent({ amount: 12, currency: "EUR" });
    world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
    await world.pay(declined);
    world.clock.advance(1000);
    const open = await world.createIntent();
    const all = await list();
    expect(all.data.slice(0, 3)).toMatchObject([
      { paymentIntentId: open.paymentIntentId, status: "no-payment", attempts: 0, type: null },
      {
        paymentIntentId: declined.paymentIntentId,
        status: "failed",
        amount: 12,
        currency: "EUR",
        reason: "insufficient_funds",
        attempts: 1,
      },
      {
        paymentIntentId: paid.paymentIntentId,
        status: "success",
        type: "card",
        paymentMethod: { last4: "4242" },
        processor: "northbank",
        total: 49.99,
      },
    ]);
    expect(await ids("status=failed")).toEqual([declined.paymentIntentId]);
    expect(await ids("currency=EUR&type=card")).toEqual([declined.paymentIntentId]);
    expect(await ids("type=bank")).toEqual([]);
    expect(await ids("status=no-payment&externalCustomerId=ada")).toEqual([open.paymentIntentId]);
    expect(await ids(`from=${open.createdAt}`)).toEqual([open.paymentIntentId]);
    expect(await ids(`to=${paid.createdAt}`)).not.toContain(paid.paymentIntentId);
    for (const query of ["status=great", "from=yesterday", "currency=usd"]) {
      expect((await browser.call("GET", `/payments?${query}`)).statusCode).toBe(400);
    }
    expect((await list("", otherStaff.browser)).total).toBe(0);
  });

  test("are found by any id or its beginning, taken literally", async () => {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent);
    for (const search of [
      intent.paymentIntentId,
      intent.paymentIntentId.slice(0, 14),
      intent.externalPaymentIntentId,
      body.paymentId,
      "ad",
    ]) {
      expect(await ids(`search=${search}`)).toContain(intent.paymentIntentId);
    }
    expect(await ids("search=ada%40example.com")).toContain(intent.paymentIntentId);
    expect(await ids("search=bob%40example.com")).toEqual([]);
    expect(await ids(`search=${encodeURIComponent("pi_%")}`)).toEqual([]);
    expect(await ids("search=__")).toEqual([]);
  });

  test("show each attempt with staff-only details, the customer, and the events", async () => {
    const intent = await world.createIntent();
    world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
    await world.pay(intent);
    await world.pay(intent);
    const path = `/payments/${intent.paymentIntentId}`;
    const detail: PaymentDetail = await viewer.browser.ok("GET", path);
    expect(detail).toMatchObject({
      intent: { status: "success", payments: [{ status: "failed" }, { status: "success" }] },
      attempts: [
        { number: 1, liabilityShift: null, reversal: null, surcharge: null },
        { number: 2, step: "success", chargeId: expect.stringMatching(/^ch-/) },
      ],
      customer: { externalCustomerId: "ada", email: "ada@example.com", name: null },
    });
    expect(detail.events.map(({ status }) => status)).toEqual([
      ...["success", "pending", "failed", "pending", "created"].filter((status) =>
        detail.events.some((event) => event.status === status),
      ),
    ]);
    expect(JSON.stringify(detail)).not.toContain("4242424242424242");
    expect((await otherStaff.browser.call("GET", path)).statusCode).toBe(404);
    expect((await browser.call("GET", "/payments/pi_nothing")).statusCode).toBe(404);
  });

  test("explain a card's surcharge as it was decided", async () => {
    const charging = await createPaymentWorld({
      settings: { surcharge: { basisPoints: 250, fixedMinor: 30 } },
    });
    try {
      const staff = await addStaff(charging, "viewer");
      const address = { line1: "1 Main St", city: "Denver", state: "CO", postalCode: "80202" };
      await charging.call("POST", "/v1/customers", {
        body: {
          externalCustomerId: "denver",
          data: { email: "denver@example.com", address: { ...address, country: "US" } },
        },
      });
      const intent = await charging.createIntent({ externalCustomerId: "denver", amount: 100 });
      expect((await charging.pay(intent, { total: 102 })).statusCode).toBe(201);
      const path = `/payments/${intent.paymentIntentId}`;
      const { attempts }: PaymentDetail = await staff.browser.ok("GET", path);
      expect(attempts.map(({ surcharge }) => surcharge)).toEqual([
        {
          outcome: "capped",
          basisPoints: 250,
          fixed: 0.3,
          rule: { kind: "state", of: "CO", from: "2022-07-01", capBasisPoints: 200 },
        },
      ]);
    } finally {
      await charging.close();
    }
  });
});

describe("deliveries", () => {
  let receiver: Receiver;
  let webhookId: string;
  let statusCode: number;
  const list = (query = "", by = browser): Promise<DeliveryList> =>
    by.ok("GET", `/deliveries?size=100&webhookId=${webhookId}&${query}`);
  const deliver = () => world.runJob("webhooks.deliver");
  beforeAll(async () => {
    receiver = await createReceiver(() => ({ statusCode, body: "well, no" }));
    const body = { url: receiver.url };
    const response = await world.call("POST", "/v1/operators/webhooks", { body });
    ({ webhookId } = response.json());
  });
  afterAll(() => receiver.close());

  /** Lets every try fail. */
  const exhaust = async () => {
    statusCode = 500;
    // The last step is after the latest scheduled try, but before the endpoint is disabled.
    for (const minutes of [0, 0.2, 0.7, 3, 13, 80, 8 * 60, 30 * 60]) {
      world.clock.advance(minutes * 60_000);
      await deliver();
    }
  };

  test("show every try with its response, and an admin resends a dead one", async () => {
    const intent = await world.createIntent();
    await exhaust();
    // More than a day has passed, so the session has expired.
    admin = await addStaff(world, "admin");
    viewer = await addStaff(world, "viewer");
    otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
    ({ browser } = admin);
    const { data } = await list(`id=${intent.paymentIntentId}&status=dead`);
    expect(data).toMatchObject([{ type: "payment", eventStatus: "created", lastStatusCode: 500 }]);
    const path = `/deliveries/${data[0]?.eventId}/${webhookId}`;
    const detail: DeliveryDetail = await viewer.browser.ok("GET", path);
    expect(detail.tries).toHaveLength(detail.delivery.attempts);
    expect(detail.tries[0]).toMatchObject({ attempt: 1, statusCode: 500, answer: "well, no" });
    expect(JSON.parse(detail.body ?? "")).toMatchObject({
      data: { paymentIntentId: intent.paymentIntentId },
    });
    expect((await viewer.browser.call("POST", `${path}/resend`, {})).statusCode).toBe(403);
    expect((await otherStaff.browser.call("POST", `${path}/resend`, {})).statusCode).toBe(404);
    expect((await otherStaff.browser.call("GET", path)).statusCode).toBe(404);
    expect(await browser.ok("POST", `${path}/resend`, {})).toMatchObject({ status: "pending" });
    expect((await browser.call("POST", `${path}/resend`, {})).json().errorCode).toBe(
      "conflicting_state",
    );
    statusCode = 200;
    await deliver();
    const after: DeliveryDetail = await browser.ok("GET", path);
    expect(after.delivery).toMatchObject({ status: "delivered", lastStatusCode: 200 });
    expect((await list("status=dead")).data).not.toContainEqual(data[0]);
    const { data: entries } = await browser.ok("GET", `/audit?subject=${data[0]?.eventId}`);
    expect(entries).toMatchObject([
      { action: "delivery.resent", actor: { staffId: admin.staffId, kind: "staff" } },
    ]);
  });

  test("go to endpoints, which an admin can enable again", async () => {
    await world.createIntent();
    statusCode = 410;
    await deliver();
    const path = `/webhooks/${webhookId}/enable`;
    const of = async () =>
      (await viewer.browser.ok("GET", "/webhooks")).data.find(
        (endpoint: { webhookId: string }) => endpoint.webhookId === webhookId,
      );
    expect(await of()).toMatchObject({ status: "disabled", url: receiver.url, events: null });
    expect(JSON.stringify(await of())).not.toContain("whsec");
    expect((await otherStaff.browser.call("POST", path, {})).statusCode).toBe(404);
    expect(await browser.ok("POST", path, {})).toMatchObject({ status: "enabled" });
    expect((await browser.call("POST", path, {})).statusCode).toBe(409);
  });
});

describe("settings", () => {
  const read = (): Promise<ConsoleSettings> => browser.ok("GET", "/settings");
  const write = (body: object, by = browser) => by.call("PUT", "/settings", body);

  test("are changed by an admin, at once, with the names audited", async () => {
    const { version, settings, defaults } = await read();
    expect(settings).toEqual(defaults);
    const changes = {
      allowedOrigins: ["https://shop.example"],
      locationRules: [{ place: "US-NY", rule: "deny" }],
      documentReview: "always",
    };
    expect((await write({ version, changes }, viewer.browser)).statusCode).toBe(403);
    const changed: ConsoleSettings = (await write({ version, changes })).json();
    expect(changed).toMatchObject({ version: version + 1, settings: { ...settings, ...changes } });
    expect(await read()).toEqual(changed);
    const { operatorId } = world.operator;
    expect((await world.service.deps.operators.get(operatorId)).settings).toMatchObject(changes);
    const { data } = await browser.ok("GET", "/audit?action=settings.changed");
    expect(data[0]).toMatchObject({
      actor: { staffId: admin.staffId, name: expect.stringMatching(/^Staff/) },
      details: { settings: expect.arrayContaining(Object.keys(changes)), version: version + 1 },
    });
    expect(JSON.stringify(data)).not.toContain("shop.example");
  });

  test("are not overwritten if somebody else changed them in the meantime, even by command line", async () => {
    const { version } = await read();
    const { operatorId } = world.operator;
    await world.command("set", operatorId, "documentRetentionDays=30");
    const late = await write({ version, changes: { documentRetentionDays: 10 } });
    expect([late.statusCode, late.json().errorCode]).toEqual([409, "conflicting_state"]);
    expect((await read()).settings.documentRetentionDays).toBe(30);
  });

  test.each([
    [{ allowedOrigins: ["https://shop.example", "shop"] }, "changes.allowedOrigins.1"],
    [{ locationRules: [{ place: "Nevada", rule: "deny" }] }, "changes.locationRules.0.place"],
    [{ documentRetentionDays: 0 }, "changes.documentRetentionDays"],
    [{ threeDSecure: "never" }, "changes.threeDSecure"],
    [{ paymentDescriptor: "ACME*SHOP" }, "changes.paymentDescriptor"],
    [{ savedCardVerification: "none" }, "changes.savedCardVerification"],
    [{ colour: "red" }, "changes.colour"],
    [{ routingRules: ["northbank"] }, "changes.routingRules"],
  ])("refuse %j, with its path", async (changes, path) => {
    const before = await read();
    const response = await write({ version: before.version, changes });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorCode: "validation_failed", errors: [{ path }] });
    expect(await read()).toEqual(before);
  });
});

describe("the audit log", () => {
  test("shows actions of command line, API and staff, and verifies as intact", async () => {
    const { operatorId } = world.operator;
    await world.command("key", operatorId, "publishable");
    const all = await browser.ok("GET", "/audit?size=100");
    const actions = new Set(all.data.map((each: { action: string }) => each.action));
    const operatorActions = ["operator.created", "key.issued", "settings.changed"];
    const staffActions = ["staff.invited", "staff.enrolled"];
    const webhookActions = ["webhook.registered", "webhook.disabled", "webhook.enabled"];
    for (const action of [
      ...operatorActions,
      ...staffActions,
      ...webhookActions,
      "delivery.resent",
    ]) {
      expect(actions).toContain(action);
    }
    const names = new Set(all.data.map((each: { actor: { name: string } }) => each.actor.name));
    expect(names).toContain("Command line");
    expect([...names].join("\n")).toMatch(/^API \(secret key\) \(key_\w+\)$/m);
    const verdict = await browser.ok("POST", "/audit/verify", {});
    expect(verdict).toMatchObject({ intact: true, problem: null, entries: all.total });
    expect(verdict.head).toMatchObject({ sequence: all.data[0].sequence, hash: all.data[0].hash });
    const known = { sequence: verdict.head.sequence, hash: "x" };
    expect(await browser.ok("POST", "/audit/verify", { known })).toMatchObject({ intact: false });
    const byActor = await browser.ok("GET", "/audit?actor=command");
    expect(byActor.total).toBeGreaterThan(0);
    const { kysely } = world.service.deps.database;
    await kysely
      .updateTable("audit_entries")
      .set({ actor_kind: "service" })
      .where("operator_id", "=", operatorId)
      .where("sequence", "=", 2)
      .execute();
    const broken = await browser.ok("POST", "/audit/verify", {});
    expect(broken).toMatchObject({ intact: false, problem: { sequence: 2, kind: "changed" } });
    for (const details of ["not JSON", "[1]", "null"]) {
      await kysely
        .updateTable("audit_entries")
        .set({ details })
        .where("operator_id", "=", operatorId)
        .where("sequence", "=", 2)
        .execute();
      const { data } = await browser.ok("GET", "/audit?size=100");
      const changed = data.find((each: { sequence: number }) => each.sequence === 2);
      expect(changed.details).toEqual({ unreadable: details });
    }
  });
});
