import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeOperator } from "../../operators/accounts/index.ts";
import { createKycWorld, type KycWidget, type KycWorld, picture } from "./testing/kyc-world.ts";
import { janesLicense, readingOf } from "./testing/stand-in-reader.ts";

let world: KycWorld;
let customer: string;
let payment: KycWidget;
let paymentSecret: string;
let payout: KycWidget;
let payoutSecret: string;
let serial = 0;

beforeAll(async () => {
  world = await createKycWorld({ verifyOnFirstPayment: true });
});
afterAll(() => world.close());
beforeEach(async () => {
  serial += 1;
  world.reader.next = readingOf({ ...janesLicense, documentNumber: `P${serial}` });
  customer = await world.newCustomer();
  paymentSecret = await paymentSecretOf();
  payment = world.widget(paymentSecret);
  payoutSecret = await payoutSecretOf();
  payout = world.widget(payoutSecret);
});

async function paymentSecretOf(): Promise<string> {
  const body = {
    externalPaymentIntentId: `pay-${customer}`,
    externalCustomerId: customer,
    amount: 10,
    currency: "USD",
  };
  const response = await world.call("POST", "/v1/payment-intents", { body });
  return response.json<{ clientSecretKey: string }>().clientSecretKey;
}

async function payoutSecretOf(name = "first", amount = 25): Promise<string> {
  const body = {
    externalDisbursementIntentId: `${name}-${customer}`,
    externalCustomerId: customer,
    amount,
    currency: "USD",
  };
  const response = await world.call("POST", "/v1/disbursement-intents", { body });
  return response.json<{ clientSecretKey: string }>().clientSecretKey;
}

/** The requirement of a secret; undefined once it is met. */
async function requirementOf(secret: string) {
  const session = await world.callAsClient("GET", "/v1/client/session", secret);
  const { requirements } = session.json<{ requirements: { type: string; status: string }[] }>();
  return requirements.find(({ type }) => type === "kyc" || type === "identity_document");
}

async function verifyWith(widget: KycWidget): Promise<void> {
  const sent = await widget.sendLicense();
  expect(sent.body.nextAction).toBe("wait");
  await world.read();
}

describe("a payment's secret", () => {
  test("verifies for payments only: the payout asks again, and its own secret meets it", async () => {
    await verifyWith(payment);
    expect((await payment.progress()).body.status).toBe("verified");
    expect(await requirementOf(paymentSecret)).toBeUndefined();

    expect(await requirementOf(payoutSecret)).toMatchObject({ type: "kyc", status: null });
    expect((await payout.session()).body).toMatchObject({ status: "none", nextAction: "consent" });
    expect((await payout.upload("front")).body.errorCode).toBe("kyc_consent_required");

    await payout.consent();
    expect(await requirementOf(payoutSecret)).toMatchObject({ type: "kyc", status: "pending" });
    // An open verification for a payout does not stop payments.
    expect(await requirementOf(paymentSecret)).toBeUndefined();
    await verifyWith(payout);
    expect(await requirementOf(payoutSecret)).toBeUndefined();
    expect(await world.eventsOf(customer)).toEqual(["pending", "verified", "pending", "verified"]);
  });

  test("does not meet the document that large payouts need", async () => {
    const { deps } = world.service;
    const { operatorId } = world.operator;
    await changeOperator(deps, operatorId, { settings: { verifyOnFirstDisbursement: false } });
    try {
      const large = await payoutSecretOf("large", 2_500);
      await verifyWith(payment);
      expect(await requirementOf(large)).toMatchObject({ type: "identity_document" });
      await verifyWith(world.widget(large));
      expect(await requirementOf(large)).toBeUndefined();
    } finally {
      await changeOperator(deps, operatorId, { settings: { verifyOnFirstDisbursement: true } });
    }
  });

  test("marks a capture that a payout began, with any step", async () => {
    const steps: Record<string, () => Promise<unknown>> = {
      consent: () => payment.consent(),
      picture: () => payment.upload("front"),
      submit: () => payment.submit(),
    };
    for (const [name, takeStep] of Object.entries(steps)) {
      customer = await world.newCustomer();
      world.reader.next = readingOf({ ...janesLicense, documentNumber: `T${serial}-${name}` });
      payment = world.widget(await paymentSecretOf());
      payoutSecret = await payoutSecretOf();
      payout = world.widget(payoutSecret);
      await payout.consent();
      await payout.upload("front");
      await payout.upload("back");
      await takeStep();
      if (name !== "submit") await payment.submit();
      await world.read();
      expect((await payment.progress()).body.status, name).toBe("verified");
      expect(await requirementOf(payoutSecret), name).toMatchObject({ type: "kyc" });
    }
  });

  test("marks a payout's upload with a single piece", async () => {
    await payout.consent();
    const { uploadId } = (await payout.begin("front")).body;
    await payment.send(uploadId, 0, picture);
    expect((await payout.session()).body.nextAction).toBe("consent");
  });

  test("creates handoffs that count as the payment's", async () => {
    await payment.consent();
    const { url } = (await payment.handoff()).body;
    const phone = world.widget(url.slice(url.indexOf("#") + 1));
    await phone.upload("front");
    await phone.upload("back");
    await phone.submit();
    await world.read();
    expect((await phone.progress()).body.status).toBe("verified");
    expect(await requirementOf(payoutSecret)).toMatchObject({ type: "kyc" });
  });
});

describe("a payout's secret", () => {
  test("starts a payment's capture again without its pictures", async () => {
    await payment.consent();
    await payment.upload("front");
    await payment.upload("back");
    expect((await payout.session()).body).toMatchObject({ nextAction: "consent", sides: [] });
    expect((await payout.submit()).body.errorCode).toBe("kyc_consent_required");
    const after = await payout.consent();
    expect(after.body).toMatchObject({ nextAction: "upload" });
    expect(after.body.sides.map(({ upload }) => upload)).toEqual([null, null]);
    await verifyWith(payout);
    expect(await requirementOf(payoutSecret)).toBeUndefined();
  });

  test("gets its own handoff, which counts for the payout", async () => {
    await payment.consent();
    const payments = (await payment.handoff()).body.url;
    await payout.consent();
    expect((await payout.session()).body.handoff).toBeNull();
    const { url } = (await payout.handoff()).body;
    expect(url).not.toBe(payments);
    const phone = world.widget(url.slice(url.indexOf("#") + 1));
    await phone.upload("front");
    await phone.upload("back");
    await phone.submit();
    await world.read();
    expect(await requirementOf(payoutSecret)).toBeUndefined();
  });

  test("keeps no picture of a payment's rejected document", async () => {
    world.reader.next = readingOf(
      { documentNumber: `R${serial}` },
      {
        readable: false,
        problems: [
          {
            code: "barcode_not_found",
            side: "back",
            party: "picture",
            blocking: true,
            message: "Take the back again.",
          },
        ],
      },
    );
    await payment.sendLicense();
    await world.read();
    const { body } = await payout.session();
    expect(body).toMatchObject({
      status: "rejected",
      nextAction: "retry",
      retakeSides: ["back"],
    });
    const repeat = await payout.retry();
    expect(repeat.body).toMatchObject({ nextAction: "consent", documentType: null, sides: [] });
  });
});
