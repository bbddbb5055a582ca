/** Notices of vendors that have look-ups. A notice only makes a look-up due; it decides no outcome. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { shortReference } from "./kit/short-reference.ts";
import { createVendorWorld, sandboxCard, type VendorWorld } from "./testing/vendor-world.ts";

const vendors = {
  nmi: {
    settings: { securityKey: sandboxCredentials.nmi },
    signing: { signingKey: sandboxCredentials.nmiSigning },
    header: "webhook-signature",
  },
  "authorize-net": {
    settings: {
      apiLoginId: "tessera",
      transactionKey: sandboxCredentials.authorizeNet,
      currency: "USD",
    },
    signing: { signatureKey: sandboxCredentials.authorizeNetSignature },
    header: "x-anet-signature",
  },
  worldpay: {
    settings: { username: "tessera", password: sandboxCredentials.worldpay, entity: "default" },
    signing: { eventSecret: sandboxCredentials.worldpayEvents },
    header: "event-signature",
  },
} as const;
type Vendor = keyof typeof vendors;

interface Delivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

describe.each(Object.keys(vendors) as Vendor[])("notices of %s", (vendor) => {
  const { settings, signing, header } = vendors[vendor];
  let world: VendorWorld;
  beforeAll(async () => {
    const entry = { type: vendor, url: `/vendors/${vendor}`, ...settings };
    world = await createVendorWorld([
      { ...entry, name: "gateway", ...signing },
      { ...entry, name: "without-notices" },
    ]);
  });
  afterAll(() => world.close());

  const deliver = async ({ body, headers }: Delivery, to = "gateway") => {
    const path = `/v1/connectors/${to}/notices`;
    return (await world.call("POST", path, { token: null, body, headers })).statusCode;
  };
  async function events(key: string): Promise<readonly Delivery[]> {
    const reference = vendor === "authorize-net" ? shortReference(key, 20) : key;
    const response = await fetch(`${world.sandboxUrl}/admin/${vendor}/events`);
    const { data } = (await response.json()) as { data: Delivery[] };
    return data.filter(({ body }) => body.includes(reference));
  }
  const inAnHour = () => new Date(world.clock.nowMs() + 3_600_000);
  const database = () => world.service.deps.database.kysely;

  /** Charges a payment, but loses the response and fails the first look-up. The next look-up is in an hour. */
  async function payWithoutResponse() {
    await world.fault(vendor, "charge", "dropped_after_charging");
    await world.fault(vendor, "look_up", "error_without_charging");
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    await database()
      .updateTable("payments")
      .set({ next_check_at: inAnHour() })
      .where("payment_id", "=", body.paymentId)
      .execute();
    return { intent, key: `${body.paymentId}-1`, paymentId: body.paymentId };
  }

  test("complete a payment with a lost response immediately, and repeats change nothing", async () => {
    const { intent, key } = await payWithoutResponse();
    const [event] = await events(key);
    if (!event) throw new Error("no event");
    for (let count = 0; count < 3; count += 1) {
      expect(await deliver(event)).toBe(200);
      await world.runJob("payments.recover");
    }
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(await world.eventsOf(intent)).toEqual(["created", "pending", "success"]);
    const [charge, ...others] = (await world.charges(vendor)).filter(({ idempotencyKey }) =>
      [key, shortReference(key, 20)].includes(idempotencyKey),
    );
    expect([charge?.requests, others]).toEqual([1, []]);
    // A repeat after the payment has succeeded.
    expect(await deliver(event)).toBe(200);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
  });

  test("are refused if they are forged, altered, too large, or for a connector without a signing key", async () => {
    const { intent, key } = await payWithoutResponse();
    const [event] = await events(key);
    if (!event) throw new Error("no event");
    const signature = event.headers[header] ?? "";
    const forged = signature.replace(/[0-9a-f]{8}$/i, (end) =>
      (end === "00000000" ? "1" : "0").repeat(8),
    );
    expect(await deliver({ ...event, headers: { ...event.headers, [header]: forged } })).toBe(401);
    const { [header]: _, ...unsigned } = event.headers;
    expect(await deliver({ ...event, headers: unsigned })).toBe(401);
    expect(await deliver({ ...event, body: event.body.replace("{", '{"more":1,') })).toBe(401);
    expect(await deliver(event, "without-notices")).toBe(404);
    expect(await deliver({ ...event, body: `{"a":"${"x".repeat(300_000)}"}` })).toBe(413);
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
    await world.recovered(intent);
  });

  test("make a look-up due if they are about refunds", async () => {
    const intent = await world.createIntent();
    await world.pay(intent, { card: sandboxCard("visa") });
    world.clock.advance(20 * 60_000);
    await world.fault(vendor, "refund", "dropped_after_charging");
    const lookUp = { nmi: "refund_look_up", "authorize-net": "look_up", worldpay: null }[vendor];
    if (lookUp) await world.fault(vendor, lookUp, "error_without_charging");
    const response = await world.call(
      "POST",
      `/v1/payment-intents/${intent.paymentIntentId}/refunds`,
      {
        body: { externalRefundId: `${vendor}-1`, amount: 10 },
      },
    );
    const { refundId } = response.json();
    await runRefunds(world);
    const read = async () => (await world.call("GET", `/v1/refunds/${refundId}`)).json().status;
    const postpone = () =>
      database()
        .updateTable("refunds")
        .set({ next_check_at: inAnHour() })
        .where("refund_id", "=", refundId)
        .execute();
    await postpone();
    await runRefunds(world);
    expect(await read()).toBe("pending");
    // Worldpay needs these minutes; the others refund immediately.
    world.clock.advance(5 * 60_000);
    await postpone();
    for (const event of await events(refundId)) expect(await deliver(event)).toBe(200);
    await runRefunds(world);
    expect(await read()).toBe("success");
    expect(await world.refunds(vendor)).toHaveLength(1);
  });

  test("are accepted and ignored if they are about unknown charges", async () => {
    const { kysely } = world.service.deps.database;
    await kysely
      .updateTable("payments")
      .set({ next_check_at: null, charge_id: null, charge_reference: null, processor: "other" })
      .execute();
    const { data } = (await (await fetch(`${world.sandboxUrl}/admin/${vendor}/events`)).json()) as {
      data: Delivery[];
    };
    expect(data.length).toBeGreaterThan(2);
    for (const event of data) expect(await deliver(event)).toBe(200);
  });
});

describe("notices of Authorize.Net", () => {
  let world: VendorWorld;
  beforeAll(async () => {
    const { settings, signing } = vendors["authorize-net"];
    world = await createVendorWorld([
      {
        name: "gateway",
        type: "authorize-net",
        url: "/vendors/authorize-net",
        ...settings,
        ...signing,
      },
    ]);
  });
  afterAll(() => world.close());

  test("complete the refund of a void; the charge's short reference is stored with the payment", async () => {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    const { kysely } = world.service.deps.database;
    const { charge_reference: stored } = await kysely
      .selectFrom("payments")
      .select("charge_reference")
      .where("payment_id", "=", body.paymentId)
      .executeTakeFirstOrThrow();
    expect(stored).toBe(shortReference(`${body.paymentId}-1`, 20));

    await world.fault("authorize-net", "reversal", "dropped_after_charging");
    const response = await world.call(
      "POST",
      `/v1/payment-intents/${intent.paymentIntentId}/refunds`,
      {
        body: { externalRefundId: "void-1" },
      },
    );
    const { refundId } = response.json();
    await runRefunds(world);
    await kysely
      .updateTable("refunds")
      .set({ next_check_at: new Date(world.clock.nowMs() + 3_600_000) })
      .where("refund_id", "=", refundId)
      .execute();
    const { data } = (await (
      await fetch(`${world.sandboxUrl}/admin/authorize-net/events`)
    ).json()) as { data: Delivery[] };
    const event = data.find(({ body: text }) => text.includes("void.created"));
    if (!event) throw new Error("no event");
    const { headers } = event;
    await world.call("POST", "/v1/connectors/gateway/notices", { token: null, ...event, headers });
    await runRefunds(world);
    const { status } = (await world.call("GET", `/v1/refunds/${refundId}`)).json();
    expect(status).toBe("success");
  });
});

describe("notices of Worldpay", () => {
  let world: VendorWorld;
  beforeAll(async () => {
    const { settings, signing } = vendors.worldpay;
    world = await createVendorWorld([
      { name: "gateway", type: "worldpay", url: "/vendors/worldpay", ...settings, ...signing },
    ]);
  });
  afterAll(() => world.close());

  test("open an inquiry, then turn it into a lost chargeback", async () => {
    const intent = await world.createIntent();
    await world.pay(intent, { card: sandboxCard("visa") });
    const [charge] = await world.charges("worldpay");
    const admin = `${world.sandboxUrl}/admin/worldpay`;
    const stages: unknown[] = [];
    for (const type of ["informationRequested", "chargedBack"]) {
      world.clock.advance(60_000);
      await fetch(`${admin}/disputes`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ chargeId: (charge as { chargeId?: string }).chargeId, type }),
      });
      const { data } = (await (await fetch(`${admin}/events`)).json()) as { data: Delivery[] };
      for (const { body, headers } of data) {
        await world.call("POST", "/v1/connectors/gateway/notices", { token: null, body, headers });
      }
      await world.runJob("payments.disputes.notices");
      const list = (await world.call("GET", "/v1/disputes")).json();
      stages.push(...list.data.map(({ stage, status }: never) => [stage, status]));
    }
    expect(stages).toEqual([
      ["inquiry", "needs-response"],
      ["chargeback", "lost"],
    ]);
  });
});
