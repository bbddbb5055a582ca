import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addStaff } from "../../app/console/testing/staff-browser.ts";
import { decideReview, type KycDeps, openReview, reopenReview } from "./index.ts";
import { createKycWorld, type KycWidget, type KycWorld, picture } from "./testing/kyc-world.ts";
import { janesLicense, readingOf } from "./testing/stand-in-reader.ts";

let world: KycWorld;
let deps: KycDeps;
let customer: string;
let payment: KycWidget;
let paymentSecret: string;
let payout: KycWidget;
let payoutSecret: string;
let serial = 0;

let ann: string;
beforeAll(async () => {
  world = await createKycWorld({ verifyOnFirstPayment: true });
  deps = world.service.kyc.deps;
  ({ staffId: ann } = await addStaff(world, "reviewer"));
});
afterAll(() => world.close());
beforeEach(async () => {
  serial += 1;
  readLicense();
  customer = await world.newCustomer();
  paymentSecret = await secretOf("payment-intents", "externalPaymentIntentId");
  payment = world.widget(paymentSecret);
  payoutSecret = await secretOf("disbursement-intents", "externalDisbursementIntentId");
  payout = world.widget(payoutSecret);
});

/** Makes the next reading a valid license. */
function readLicense(): void {
  world.reader.next = readingOf({ ...janesLicense, documentNumber: `A${serial}` });
}

async function secretOf(path: string, idName: string): Promise<string> {
  const body = {
    [idName]: `${path}-${customer}`,
    externalCustomerId: customer,
    amount: 25,
    currency: "USD",
  };
  const created = await world.call("POST", `/v1/${path}`, { body });
  return created.json<{ clientSecretKey: string }>().clientSecretKey;
}

async function requirementOf(secret: string): Promise<string | undefined> {
  const session = await world.callAsClient("GET", "/v1/client/session", secret);
  const { requirements } = session.json<{ requirements: { type: string }[] }>();
  return requirements.find(({ type }) => type === "kyc" || type === "identity_document")?.type;
}

async function verifyWith(widget: KycWidget): Promise<void> {
  await widget.sendLicense();
  await world.read();
}

function openOnPhone(url: string): KycWidget {
  return world.widget(url.slice(url.indexOf("#") + 1));
}

async function review(decision: "approve" | "reject"): Promise<string> {
  const { verifications } = await world.kycInfo(customer);
  const kycVerificationId = verifications[0]?.kycVerificationId ?? "";
  const key = { operatorId: world.operator.operatorId, kycVerificationId, staffId: ann };
  const { version } = await openReview(deps, key);
  await decideReview(deps, key, { decision, reason: "Seen.", version });
  return kycVerificationId;
}

const unreadable = () =>
  readingOf(
    {},
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

describe("dead ends", () => {
  test("completing a reopened case in a payment does not block payouts", async () => {
    world.reader.next = readingOf({
      ...janesLicense,
      lastName: "MALLORY",
      documentNumber: `A${serial}`,
    });
    await verifyWith(payout);
    const id = await review("reject");
    const key = { operatorId: world.operator.operatorId, kycVerificationId: id, staffId: ann };
    world.clock.advance(1);
    await reopenReview(deps, key);
    readLicense();
    await verifyWith(payment);
    expect((await payment.progress()).body.status).toBe("verified");
    expect(await requirementOf(payoutSecret)).toBe("kyc");
    const { body } = await payout.session();
    expect(body).toMatchObject({ nextAction: "consent" });
    expect((await payout.consent()).body.errorCode).toBeUndefined();
    await verifyWith(payout);
    expect(await requirementOf(payoutSecret)).toBeUndefined();
  });

  test("using up a payment's uploads leaves the payout's uploads", async () => {
    await payment.consent();
    for (let each = 0; each < 40; each += 1) {
      expect((await payment.begin("front")).statusCode).toBe(201);
    }
    await payout.consent();
    const first = await payout.upload("front");
    expect(first.statusCode).toBe(200);
  });

  test("a year later the customer can continue with another document", async () => {
    await payment.consent();
    for (let each = 0; each < 40; each += 1) await payment.begin("front");
    world.clock.advance(400 * 24 * 3_600_000);
    await world.runJob("kyc.forget_images");
    const operators = await world.widgetOf(customer);
    await operators.consent("passport");
    const page = world.widget((await world.kycInfo(customer)).clientSecret);
    expect((await page.upload("photo_page")).body.errorCode).toBeUndefined();
  });

  test("after a payment verified the customer, the operator's link can verify for payouts", async () => {
    await verifyWith(payment);
    const operators = await world.widgetOf(customer);
    expect((await operators.session()).body).toMatchObject({ nextAction: "consent" });
    await verifyWith(operators);
    expect(await requirementOf(payoutSecret)).toBeUndefined();
  });

  test("an unreadable picture in a payout does not stop a verified customer from paying", async () => {
    await verifyWith(payment);
    expect(await requirementOf(paymentSecret)).toBeUndefined();
    world.reader.next = unreadable();
    await verifyWith(payout);
    expect((await payout.progress()).body.status).toBe("rejected");
    expect(await requirementOf(paymentSecret)).toBeUndefined();
    for (let each = 0; each < 3; each += 1) {
      await payout.retry();
      await payout.upload("back");
      await payout.submit();
      await world.read();
    }
    expect(await requirementOf(paymentSecret)).toBeUndefined();
  });
});

describe("lost pictures", () => {
  test("a piece of a replaced picture changes nothing", async () => {
    await payment.consent();
    const { uploadId } = (await payment.begin("front")).body;
    await payment.send(uploadId, 0, picture);
    await payout.consent();
    await payout.upload("front");
    await payout.upload("back");
    await payment.send(uploadId, 0, picture);
    expect((await payout.session()).body.nextAction).toBe("submit");
  });

  test("a phone from a payment's handoff cannot upload to the payout's retry", async () => {
    world.reader.next = unreadable();
    await payment.consent();
    const phone = openOnPhone((await payment.handoff()).body.url);
    await phone.session();
    await phone.upload("front");
    await phone.upload("back");
    await phone.submit();
    await world.read();
    readLicense();
    expect((await payout.retry()).body.nextAction).toBe("consent");
    await payout.consent();
    await payout.upload("front");
    await phone.upload("front");
    expect((await payout.session()).body.nextAction).toBe("upload");
  });

  test("a payment's handoff does not end the payout's handoff", async () => {
    await payout.consent();
    const phone = openOnPhone((await payout.handoff()).body.url);
    await phone.upload("front");
    await payment.handoff();
    const next = await phone.upload("back");
    expect(next.statusCode).toBe(200);
  });
});

describe("an upgrade", () => {
  test("a payment's handoff from before the upgrade does not verify for payouts", async () => {
    await payment.consent();
    const phone = openOnPhone((await payment.handoff()).body.url);
    await phone.session();
    // Sets the columns as the migration does.
    const { kysely } = deps.database;
    await kysely
      .updateTable("kyc_handoffs")
      .set({ from_payment: true })
      .where("external_customer_id", "=", customer)
      .execute();
    await kysely
      .updateTable("kyc_verifications")
      .set({ payment_secret_used: false })
      .where("external_customer_id", "=", customer)
      .execute();
    world.reader.next = unreadable();
    await phone.upload("front");
    await phone.upload("back");
    await phone.submit();
    await world.read();
    readLicense();
    // The customer retries after the upgrade, with only a payment's secret.
    expect((await phone.retry()).statusCode).toBe(200);
    await phone.upload("back");
    await phone.submit();
    await world.read();
    expect((await phone.progress()).body.status).toBe("verified");
    expect(await requirementOf(payoutSecret)).toBe("kyc");
  });
});

describe("payment and payout together", () => {
  test("a phone from a payment's handoff that outlives the intent verifies only for payments", async () => {
    await payment.consent();
    const phone = openOnPhone((await payment.handoff()).body.url);
    await phone.session();
    for (let each = 0; each < 4; each += 1) {
      world.clock.advance(50 * 60_000);
      expect((await phone.begin("front")).statusCode).toBe(201);
    }
    expect((await payment.begin("front")).body.errorCode).toBe("client_secret_expired");
    await phone.upload("front");
    await phone.upload("back");
    await phone.submit();
    await world.read();
    expect((await phone.progress()).body.status).toBe("verified");
    const response = await world.call("POST", "/v1/disbursement-intents", {
      body: {
        externalDisbursementIntentId: `later-${customer}`,
        externalCustomerId: customer,
        amount: 25,
        currency: "USD",
      },
    });
    expect(await requirementOf(response.json<{ clientSecretKey: string }>().clientSecretKey)).toBe(
      "kyc",
    );
  });

  test("the same Idempotency-Key works for both secrets", async () => {
    await payment.consent();
    await payment.upload("front");
    await payment.upload("back");
    const headers = { "idempotency-key": "same" };
    await payment.submit(headers);
    await payout.submit(headers);
    await world.read();
    expect((await payout.submit(headers)).headers["idempotent-replayed"]).toBe("true");
    expect(await requirementOf(payoutSecret)).toBe("kyc");
    expect((await payout.session()).body.nextAction).toBe("consent");
  });

  test("the operator's link restarts a payment's capture", async () => {
    await payment.consent();
    await payment.upload("front");
    await payment.upload("back");
    const operators = await world.widgetOf(customer);
    expect((await operators.submit()).body.errorCode).toBe("kyc_consent_required");
    expect((await operators.upload("front")).body.errorCode).toBe("kyc_consent_required");
    expect((await operators.handoff()).body.errorCode).toBe("kyc_consent_required");
    await operators.consent();
    expect((await operators.submit()).body.errorCode).toBe("kyc_side_missing");
  });

  test("a payout's earlier handoff cannot submit a payment's pictures", async () => {
    await payout.consent();
    const phone = openOnPhone((await payout.handoff()).body.url);
    await payment.consent();
    await payment.upload("front");
    await payment.upload("back");
    expect((await phone.submit()).body.errorCode).toBe("kyc_consent_required");
    await payment.submit();
    await phone.submit();
    await payout.submit();
    await world.read();
    expect(await requirementOf(payoutSecret)).toBe("kyc");
    await phone.retry();
    expect(await requirementOf(payoutSecret)).toBe("kyc");
  });

  test("the payout, its handoff and the operator's link can each retry a payment's rejected verification", async () => {
    for (const who of ["link", "payout", "phone"] as const) {
      serial += 1;
      customer = await world.newCustomer();
      payment = world.widget(await secretOf("payment-intents", "externalPaymentIntentId"));
      payoutSecret = await secretOf("disbursement-intents", "externalDisbursementIntentId");
      payout = world.widget(payoutSecret);
      await payout.consent();
      const phone = openOnPhone((await payout.handoff()).body.url);
      world.reader.next = unreadable();
      await payment.upload("front");
      await payment.upload("back");
      await payment.submit();
      await world.read();
      const link = await world.widgetOf(customer);
      const widget = { link, payout, phone }[who];
      readLicense();
      const repeat = await widget.retry();
      expect(repeat.body.sides, who).toEqual([]);
      expect(repeat.body.nextAction, who).toBe("consent");
      await verifyWith(widget);
      expect(await requirementOf(payoutSecret), who).toBeUndefined();
    }
  });

  test("a change of name expires both, and a payment's new verification does not count for payouts", async () => {
    await verifyWith(payment);
    await verifyWith(payout);
    expect(await requirementOf(payoutSecret)).toBeUndefined();
    await world.call("PUT", `/v1/customers/${customer}/data`, { body: { lastName: "Roe" } });
    expect(await requirementOf(payoutSecret)).toBe("kyc");
    world.reader.next = readingOf({
      ...janesLicense,
      lastName: "ROE",
      documentNumber: `A${serial}`,
    });
    expect((await payment.retry()).statusCode).toBe(200);
    await verifyWith(payment);
    expect(await requirementOf(paymentSecret)).toBeUndefined();
    expect(await requirementOf(payoutSecret)).toBe("kyc");
    expect((await payout.session()).body.nextAction).toBe("consent");
    await verifyWith(payout);
    expect(await requirementOf(payoutSecret)).toBeUndefined();
  });

  test("a payment's steps after the payout's submission change nothing", async () => {
    await payout.sendLicense();
    expect((await payment.submit()).statusCode).toBe(200);
    expect((await payment.consent()).body.errorCode).toBe("kyc_already_submitted");
    expect((await payment.begin("front")).body.errorCode).toBe("kyc_already_submitted");
    await payment.retry();
    await payment.handoff();
    await world.read();
    for (const step of [payment.submit, payment.consent, payment.retry, payment.handoff])
      await step();
    expect(await requirementOf(payoutSecret)).toBeUndefined();
  });

  test("a payment's verification counts for payouts after staff approve it", async () => {
    world.reader.next = readingOf({
      ...janesLicense,
      lastName: "MALLORY",
      documentNumber: `A${serial}`,
    });
    await verifyWith(payment);
    expect(await requirementOf(payoutSecret)).toBe("kyc");
    expect((await payout.session()).body.nextAction).toBe("wait");
    await review("approve");
    expect(await requirementOf(payoutSecret)).toBeUndefined();
  });
});
