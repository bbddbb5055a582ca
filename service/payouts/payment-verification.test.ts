import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import {
  createKycWorld,
  type KycWidget,
  type KycWorld,
} from "../customers/identity/testing/kyc-world.ts";
import { janesLicense, readingOf } from "../customers/identity/testing/stand-in-reader.ts";
import { changeOperator, type SettingsPatch } from "../operators/accounts/index.ts";
import { insertStaff } from "../testing/insert-staff.ts";
import { decidePayout, listPendingValidation, readDisbursement } from "./index.ts";
import { minimalSettings, openPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";
import { startStandInPayouts } from "./testing/stand-in-payouts.ts";

let kyc: KycWorld;
let world: PayoutWorld;
let customer: string;
let payment: KycWidget;
let serial = 0;
beforeAll(async () => {
  kyc = await createKycWorld({ ...minimalSettings, verifyOnFirstPayment: true });
  world = openPayoutWorld(kyc, await startStandInPayouts());
  await insertStaff(kyc, ["stf_1"]);
});
afterAll(() => world.close());
beforeEach(async () => {
  serial += 1;
  await withSettings({});
  reads("DOE");
  customer = await kyc.newCustomer();
  payment = kyc.widget(await paymentSecretOf());
});

const withSettings = (settings: SettingsPatch) =>
  changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { ...minimalSettings, verifyOnFirstPayment: true, ...settings },
  });
function reads(lastName: string): void {
  kyc.reader.next = readingOf({ ...janesLicense, lastName, documentNumber: `Y${serial}` });
}
async function paymentSecretOf(): Promise<string> {
  const body = {
    externalPaymentIntentId: `pay-${customer}`,
    externalCustomerId: customer,
    amount: 10,
    currency: "USD",
  };
  const response = await kyc.call("POST", "/v1/payment-intents", { body });
  return response.json<{ clientSecretKey: string }>().clientSecretKey;
}
async function verifyWith(widget: KycWidget): Promise<void> {
  await widget.sendLicense();
  await kyc.read();
}
const keyOf = ({ disbursementIntentId }: CreatedDisbursementIntent) => ({
  operatorId: world.operator.operatorId,
  disbursementIntentId,
});

async function approveInConsole(intent: CreatedDisbursementIntent): Promise<string> {
  const { disbursement } = await world.statusOf(intent);
  return decidePayout(world.service.disbursements.deps, keyOf(intent), {
    decision: "approve",
    reason: "",
    decider: { kind: "staff", staffId: "stf_1" },
    version: disbursement?.version ?? 0,
  }).then(
    () => "approved",
    (error: { code: string }) => error.code,
  );
}

describe("a payment's verification", () => {
  test("is refused by API, console and queue, whether a setting or the threshold requires one", async () => {
    const first = await world.submitted({ externalCustomerId: customer });
    await withSettings({ verifyOnFirstDisbursement: true });
    await verifyWith(payment);
    expect((await world.proceed(first, true)).body.errorCode).toBe("kyc_not_verified");
    expect(await approveInConsole(first)).toBe("kyc_not_verified");
    const { gates } = await readDisbursement(world.service.disbursements.deps, keyOf(first));
    expect(gates).toMatchObject({ kyc: "not_verified" });
    const queue = await listPendingValidation(
      world.service.disbursements.deps,
      world.operator.operatorId,
      { page: 1, size: 100 },
    );
    const waiting = queue.data.find(
      ({ disbursement }) => disbursement.disbursementIntentId === first.disbursementIntentId,
    );
    expect(waiting?.gates).toMatchObject({ kyc: "not_verified" });
    await verifyWith(kyc.widget(first.clientSecretKey));
    expect((await world.proceed(first, true)).statusCode).toBe(200);
    await world.idle();

    await withSettings({});
    const asked = async () => {
      const large = await world.newIntent({ externalCustomerId: customer, amount: 2_500 });
      return (await world.session(large)).requirements.map(({ type }) => type);
    };
    expect(await asked()).not.toContain("identity_document");
    customer = await kyc.newCustomer();
    reads("DOE");
    kyc.reader.next = readingOf({ ...janesLicense, documentNumber: `Z${serial}` });
    await verifyWith(kyc.widget(await paymentSecretOf()));
    expect(await asked()).toContain("identity_document");
  });

  test("confirms no W-9 with a date of birth that the payment stated", async () => {
    await withSettings({ w9Policy: "every", verifyOnFirstDisbursement: true });
    const address = {
      line1: "1 Main Street",
      city: "Reno",
      state: "NV",
      postalCode: "89501",
      country: "US",
    };
    customer = await kyc.newCustomer({ dateOfBirth: null, address });
    const secret = await paymentSecretOf();
    const response = await kyc.callAsClient("PUT", "/v1/client/customer-data", secret, {
      body: { dateOfBirth: "1985-04-23" },
    });
    expect(response.statusCode).toBe(200);
    await verifyWith(kyc.widget(secret));
    const intent = await world.newIntent({ externalCustomerId: customer });
    const { w9CaptureUrl = "" } = intent as { w9CaptureUrl?: string };
    const token = w9CaptureUrl.split("#")[1] ?? "";
    const confirm = () =>
      kyc.call("POST", "/v1/client/w9/confirm", { token, body: { dateOfBirth: "1985-04-23" } });
    const before = await confirm();
    expect(before.statusCode).not.toBe(200);
    await verifyWith(kyc.widget(intent.clientSecretKey));
    const after = await confirm();
    expect(after.statusCode).toBe(200);
  });
});

describe("a payout that waits for approval when its secret's window has closed", () => {
  test("can still be approved after a new name was verified in a payment", async () => {
    await withSettings({ verifyOnFirstDisbursement: true });
    const intent = await world.newIntent({ externalCustomerId: customer });
    const payout = kyc.widget(intent.clientSecretKey);
    await verifyWith(payout);
    expect((await world.choose(intent)).statusCode).toBe(201);
    await kyc.call("PUT", `/v1/customers/${customer}/data`, { body: { lastName: "Roe" } });
    reads("ROE");
    await payment.retry();
    await verifyWith(payment);
    expect((await payment.progress()).body.status).toBe("verified");
    expect((await world.proceed(intent, true)).body.errorCode).toBe("kyc_not_verified");
    kyc.clock.advance(3 * 3_600_000);
    // The payout's own secret can no longer take steps.
    expect((await payout.retry()).body.errorCode).toBe("client_secret_expired");
    // The operator sends the customer the link of kyc-info.
    const operators = await kyc.widgetOf(customer);
    const { body } = await operators.session();
    expect.soft(body.nextAction).not.toBe("none");
    if (body.nextAction === "retry") await operators.retry();
    await verifyWith(operators);
    expect((await world.proceed(intent, true)).statusCode).toBe(200);
  });

  test("can also be approved without the payment", async () => {
    await withSettings({ verifyOnFirstDisbursement: true });
    const intent = await world.newIntent({ externalCustomerId: customer });
    await verifyWith(kyc.widget(intent.clientSecretKey));
    expect((await world.choose(intent)).statusCode).toBe(201);
    await kyc.call("PUT", `/v1/customers/${customer}/data`, { body: { lastName: "Roe" } });
    reads("ROE");
    kyc.clock.advance(3 * 3_600_000);
    const operators = await kyc.widgetOf(customer);
    await operators.retry();
    await verifyWith(operators);
    expect((await world.proceed(intent, true)).statusCode).toBe(200);
  });
});
