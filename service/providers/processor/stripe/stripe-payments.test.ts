/** The Stripe connector against the sandbox's Stripe and its webhooks. */
import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { runRefunds } from "../../../payments/testing/run-refunds.ts";
import { bankAnswers, enrol } from "../../../payments/testing/three-ds-parties.ts";
import {
  createVendorWorld,
  knownCustomer,
  sandboxCard,
  type VendorWorld,
} from "../testing/vendor-world.ts";

const entry = {
  name: "shop",
  type: "stripe",
  url: "/vendors/stripe",
  secretKey: { env: "STRIPE_SECRET_KEY" },
  webhookSecret: { env: "STRIPE_WEBHOOK_SECRET" },
  statementPrefix: "ACME",
};
const env = {
  STRIPE_SECRET_KEY: sandboxCredentials.stripe,
  STRIPE_WEBHOOK_SECRET: sandboxCredentials.stripeWebhook,
};

let world: VendorWorld;
beforeAll(async () => {
  world = await createVendorWorld([entry], env);
});
afterAll(() => world.close());

interface Delivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const admin = async (path: string, body?: object) => {
  const post = { method: "POST", headers: { "content-type": "application/json" } };
  const init = body ? { ...post, body: JSON.stringify(body) } : {};
  const response = await fetch(`${world.sandboxUrl}/admin/stripe/${path}`, init);
  return response.json() as Promise<Record<string, unknown>>;
};
const deliver = ({ body, headers }: Delivery) =>
  world.call("POST", "/v1/connectors/shop/notices", {
    token: null,
    body,
    headers: { ...headers },
  });
async function deliverAbout(text: string): Promise<number[]> {
  const { data } = (await admin("events")) as unknown as { data: Delivery[] };
  const codes: number[] = [];
  for (const delivery of data.filter(({ body }) => body.includes(text))) {
    codes.push((await deliver(delivery)).statusCode);
  }
  return codes;
}
const rowOf = (paymentId: string) =>
  world.service.deps.database.kysely
    .selectFrom("payments")
    .select(["charge_id", "charge_reference", "charge_number", "step"])
    .where("payment_id", "=", paymentId)
    .executeTakeFirstOrThrow();
const chargesOf = async (paymentId: string) =>
  (await world.charges("stripe")).filter(
    ({ merchantReference }) => merchantReference === paymentId,
  );
const pay = async (card = sandboxCard("visa")) =>
  (await world.pay(await world.createIntent(), { card })).body;

describe("payments through Stripe", () => {
  test("are paid, store the payment intent before the charge, and keep the network's facts", async () => {
    const { paymentId, status } = await pay();
    expect(status).toBe("success");
    const { charge_id: chargeId, charge_reference: reference } = await rowOf(paymentId);
    expect(reference).toMatch(/^pi_/);
    expect(chargeId).toMatch(/^ch_/);
    expect(await chargesOf(paymentId)).toMatchObject([
      { chargeId, idempotencyKey: `${paymentId}-1`, requests: 1 },
    ]);
    expect(await world.factsOf(paymentId)).toMatchObject({
      networkTransactionId: expect.stringMatching(/^\d{15}$/),
      cvcResult: "match",
    });
  });

  test("send the customer's known data and the payment descriptor", async () => {
    await world.call("POST", "/v1/customers", { body: knownCustomer });
    const intent = await world.createIntent({
      externalCustomerId: knownCustomer.externalCustomerId,
    });
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(await chargesOf(body.paymentId)).toMatchObject([
      { descriptor: expect.stringMatching(/[A-Z]/), hasAddress: true, hasPostalCode: true },
    ]);
    expect(await world.factsOf(body.paymentId)).toMatchObject({ avsResult: "match" });
  });

  test("are declined with Stripe's reason", async () => {
    const body = await pay(sandboxCard("insufficient_funds"));
    expect(body).toMatchObject({ status: "failed", messages: [{ code: "insufficient_funds" }] });
    expect(await world.factsOf(body.paymentId)).toMatchObject({
      networkDeclineCode: "51",
      vendorCode: "insufficient_funds",
    });
  });

  test("are charged again after 3-D Secure if the first charge is declined softly", async () => {
    const card = sandboxCard("three_ds_required");
    enrol(world, card.number, { method: false });
    bankAnswers(world, { transStatus: "Y", eci: "05" });
    const paid = await pay(card);
    expect(paid).toMatchObject({ status: "success" });
    expect(await chargesOf(paid.paymentId)).toMatchObject([
      { status: "approved", threeDSecure: { transStatus: "Y", eci: "05" } },
    ]);
  });

  test.each(["dropped_after_charging", "error_after_charging", "silent_after_charging", "garbled"])(
    "%s: the look-up of the payment intent has the outcome, and one charge was made",
    async (kind) => {
      await world.fault("stripe", "charge", kind);
      const { paymentId, status } = await pay();
      expect(status).toBe("success");
      expect(await chargesOf(paymentId)).toMatchObject([{ requests: 1 }]);
    },
  );

  test.each(["error_without_charging", "rate_limited"])(
    "%s: the look-up shows that nothing was charged, and the same request again is paid",
    async (kind) => {
      await world.fault("stripe", "charge", kind);
      const { paymentId, status } = await pay();
      expect(status).toBe("success");
      expect(await chargesOf(paymentId)).toMatchObject([{ requests: 2 }]);
    },
  );

  test("are found by the job if the response and the look-ups were lost", async () => {
    await world.fault("stripe", "charge", "dropped_after_charging");
    await world.fault("stripe", "look_up", "error_without_charging", 3);
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    expect(await world.recovered(intent)).toMatchObject({ status: "success" });
    expect(await chargesOf(body.paymentId)).toHaveLength(1);
  });

  test("are completed by the webhook as soon as it arrives if the response was lost", async () => {
    await world.fault("stripe", "charge", "dropped_after_charging");
    await world.fault("stripe", "look_up", "error_without_charging");
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    expect(await deliverAbout(body.paymentId)).toEqual([200]);
    // Without the notice the look-up would be due later.
    await world.runJob("payments.recover");
    expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
    expect(await deliverAbout(body.paymentId)).toEqual([200]);
  });

  test("fail if the charge never reached Stripe, and nothing is charged", async () => {
    await world.fault("stripe", "charge", "silent_without_charging");
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    expect(body.status).toBe("pending");
    expect(await world.recovered(intent)).toMatchObject({ status: "failed" });
    expect(await chargesOf(body.paymentId)).toEqual([]);
  });

  test.each(["silent_without_charging", "dropped_after_charging", "garbled"])(
    "fail at once if the preparation was %s: nothing can be charged",
    async (kind) => {
      await world.fault("stripe", "prepare", kind, 2);
      const { paymentId, status } = await pay();
      expect(status).toBe("failed");
      expect(await rowOf(paymentId)).toMatchObject({ charge_id: null, charge_reference: null });
      expect(await chargesOf(paymentId)).toEqual([]);
      // The sandbox keeps unused faults.
      await fetch(`${world.sandboxUrl}/admin/faults`, { method: "DELETE" });
    },
  );

  test.each(["wrong_amount", "wrong_currency"])(
    "are returned and fail if their amount or currency is another one (%s)",
    async (kind) => {
      await world.fault("stripe", "charge", kind);
      const intent = await world.createIntent();
      const { body } = await world.pay(intent, { card: sandboxCard("visa") });
      expect(await world.recovered(intent)).toMatchObject({ status: "failed" });
      expect(await chargesOf(body.paymentId)).toMatchObject([{ reversal: {} }]);
    },
  );

  test("ignore a webhook that is not signed with our secret", async () => {
    const { data } = (await admin("events")) as unknown as { data: Delivery[] };
    const [first] = data;
    const headers = { ...first?.headers, "stripe-signature": "t=1,v1=00" };
    const forged = { body: first?.body ?? "", headers };
    expect((await deliver(forged)).json()).toMatchObject({ errorCode: "notice_signature_invalid" });
  });
});

describe("refunds through Stripe", () => {
  let made = 0;
  const refund = async (intent: { paymentIntentId: string }, amount?: number) => {
    made += 1;
    const path = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
    const body = { externalRefundId: `stripe-${made}`, amount };
    const response = await world.call("POST", path, { body });
    expect(response.statusCode, response.body).toBe(201);
    return response.json<{ refundId: string }>().refundId;
  };
  const statusesOf = async (intent: { paymentIntentId: string }) => {
    const path = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
    const { data } = (await world.call("GET", path)).json<{ data: { status: string }[] }>();
    return data.map(({ status }) => status);
  };
  const paidIntent = async (card = sandboxCard("visa")) => {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card });
    expect(body.status).toBe("success");
    return { intent, paymentId: body.paymentId };
  };
  const atStripe = async (refundId: string) =>
    ((await world.refunds("stripe")) as unknown as { merchantReference: string }[]).filter(
      ({ merchantReference }) => merchantReference === refundId,
    );

  test("return parts and the rest, each once", async () => {
    const { intent } = await paidIntent();
    for (const amount of [20, undefined]) {
      const refundId = await refund(intent, amount);
      await runRefunds(world);
      expect(await atStripe(refundId)).toHaveLength(1);
    }
    expect(await statusesOf(intent)).toEqual(["success", "success"]);
  });

  test.each(["dropped_after_charging", "error_after_charging", "rate_limited"])(
    "are found or sent again under their key, and made once, if the response is %s",
    async (kind) => {
      const { intent } = await paidIntent();
      await world.fault("stripe", "refund", kind);
      const refundId = await refund(intent);
      await runRefunds(world);
      world.clock.advance(3_600_000);
      await runRefunds(world);
      expect(await statusesOf(intent)).toEqual(["success"]);
      expect(await atStripe(refundId)).toHaveLength(1);
    },
  );

  test("become failed by the webhook if they fail later", async () => {
    const { intent } = await paidIntent(sandboxCard("refund_returned_later"));
    const refundId = await refund(intent);
    await runRefunds(world);
    expect(await statusesOf(intent)).toEqual(["success"]);
    world.clock.advance(10_000);
    await deliverAbout(refundId);
    await runRefunds(world);
    expect(await statusesOf(intent)).toEqual(["failed"]);
  });
});

describe("disputes at Stripe", () => {
  interface Shown {
    readonly disputeId: string;
    readonly status: string;
  }
  async function opened() {
    const intent = await world.createIntent();
    const { body } = await world.pay(intent, { card: sandboxCard("visa") });
    const { charge_id: chargeId } = await rowOf(body.paymentId);
    const { disputeId } = (await admin("disputes", { chargeId })) as { disputeId: string };
    await deliverDispute(disputeId);
    const { data } = (await world.call("GET", "/v1/disputes")).json<{
      data: (Shown & { paymentId: string })[];
    }>();
    const dispute = data.find(({ paymentId }) => paymentId === body.paymentId);
    return { chargeId, atStripe: disputeId, dispute: dispute ?? expect.fail() };
  }
  async function deliverDispute(disputeId: string): Promise<void> {
    const codes = await deliverAbout(disputeId);
    expect(new Set(codes)).toEqual(new Set([200]));
    await world.runJob("payments.disputes.notices");
  }
  const statusOf = async ({ disputeId }: Shown) =>
    (await world.call("GET", `/v1/disputes/${disputeId}`)).json<Shown>().status;
  const follow = async () => {
    world.clock.advance(10_000);
    await world.runJob("payments.disputes.answers");
  };
  const shownAtStripe = async (id: string) => {
    const { data } = (await admin("disputes")) as { data: { id: string }[] };
    return data.find((each) => each.id === id);
  };

  test("open with a webhook, and a later one decides them", async () => {
    const { chargeId, atStripe, dispute } = await opened();
    expect(dispute).toMatchObject({
      status: "needs-response",
      stage: "chargeback",
      category: "fraudulent",
      canRespond: true,
    });
    world.clock.advance(60_000);
    await admin("disputes", { chargeId, type: "closed", status: "lost" });
    await deliverDispute(atStripe);
    expect(await statusOf(dispute)).toBe("lost");
  });

  test.each(["", "dropped_after_charging", "error_without_charging"])(
    "get their evidence with its files and long texts once, even if the response is '%s'",
    async (kind) => {
      const { atStripe, dispute } = await opened();
      const document = await PDFDocument.create();
      document.addPage();
      const content = Buffer.from(await document.save()).toString("base64");
      const path = `/v1/disputes/${dispute.disputeId}`;
      const explanation = "It arrived. ".repeat(1_600);
      const put = await world.call("PUT", `${path}/evidence`, {
        body: {
          fields: { explanation, customerName: "Ada", productDescription: explanation },
          files: { receipt: { name: "r.pdf", contentType: "application/pdf", content } },
        },
      });
      expect(put.statusCode, put.body).toBe(200);
      if (kind) await world.fault("stripe", "dispute_answer", kind);
      expect((await world.call("POST", `${path}/submit`, { body: {} })).statusCode).toBe(200);
      for (let round = 0; round < 4; round += 1) await follow();
      expect(await shownAtStripe(atStripe)).toMatchObject({
        status: "under_review",
        evidence: {
          customer_name: "Ada",
          receipt: expect.stringMatching(/^file_/),
          uncategorized_file: expect.stringMatching(/^file_/),
          uncategorized_text: explanation.trim(),
        },
        evidence_details: { submission_count: 1 },
      });
      await deliverDispute(atStripe);
      expect(await statusOf(dispute)).toBe("under-review");
    },
  );

  test("are closed at Stripe when staff accept them", async () => {
    const { atStripe, dispute } = await opened();
    await world.call("POST", `/v1/disputes/${dispute.disputeId}/accept`, { body: {} });
    await follow();
    expect(await shownAtStripe(atStripe)).toMatchObject({ status: "lost" });
    await deliverDispute(atStripe);
    expect(await statusOf(dispute)).toBe("accepted");
  });
});
