/** A customer with data in every place that stores personal data. */
import { methods, type PayoutWorld } from "../../../payouts/testing/payout-world.ts";
import { addIdentity } from "./canary-identity.ts";
import { addMoney } from "./canary-money.ts";
import { addOther } from "./canary-other.ts";
import type { CanaryRows } from "./canary-rows.ts";

/** Texts that only the canary has. */
export const canaryWords = [
  "canary-mail",
  "Zebulon",
  "Quillfeather",
  "Featherstone Alley",
  "2025550177",
  "1971-04-09",
  "203.0.113.177",
  "canary note",
  "canary-data",
  "536-22-8714",
  "536228714",
  "000123456789",
];

const address = {
  line1: "7 Featherstone Alley",
  city: "Reno",
  state: "NV",
  postalCode: "89501",
  country: "US",
};
const data = {
  email: "canary-mail@example.com",
  firstName: "Zebulon",
  middleName: "Xavier",
  lastName: "Quillfeather",
  suffix: "Jr",
  dateOfBirth: "1971-04-09",
  phoneNumber: "+12025550177",
  address,
};

/**
 * Creates the customer, with nothing pending. Returns the sealed texts by `table.column`; other columns contain {@link
 * canaryWords}.
 */
export async function makeCanary(
  world: PayoutWorld,
  externalCustomerId: string,
  email = data.email,
): Promise<ReadonlyMap<string, string>> {
  const keyed = (key: string) => ({ "idempotency-key": `${externalCustomerId}-${key}` });
  const created = await world.call("POST", "/v1/customers", {
    body: { externalCustomerId, data: { ...data, email } },
    headers: keyed("customer"),
  });
  if (created.statusCode !== 201) throw new Error(created.body);
  const paid = await world.call("POST", "/v1/payment-intents", {
    body: {
      externalPaymentIntentId: `pay-${externalCustomerId}`,
      amount: 5,
      currency: "USD",
      externalCustomerId,
      description: "canary note",
      customData: { who: "canary-data" },
    },
    headers: keyed("intent"),
  });
  if (paid.statusCode !== 201) throw new Error(paid.body);
  const paymentIntentId: string = paid.json().paymentIntentId;
  const method = { ...methods.bank, save: true };
  const payout = await world.submitted(
    { externalCustomerId, description: "canary note", customData: { who: "canary-data" } },
    method,
  );
  await world.session(payout);
  await world.signW9(payout.w9CaptureUrl ?? (await world.statusOf(payout)).w9CaptureUrl, {
    firstName: "Zebulon",
    lastName: "Quillfeather",
    signature: "Zebulon Quillfeather",
    address,
  });
  const decided = await world.proceed(payout, true);
  if (decided.statusCode !== 200) throw new Error(JSON.stringify(decided.body));
  await world.idle();
  await world.call("GET", `/v1/customers/${externalCustomerId}/kyc-info`);
  await world.runJob("customers.search");

  const canary: CanaryRows = {
    world,
    externalCustomerId,
    owner: { operator_id: world.operator.operatorId, external_customer_id: externalCustomerId },
    now: new Date(world.clock.nowMs()),
    paymentIntentId,
    disbursementIntentId: payout.disbursementIntentId,
    texts: new Map(),
  };
  // Inserted directly: through the API, these rows would need outside parties or take long.
  await addIdentity(canary);
  await addMoney(canary);
  await addOther(canary);
  // Closes the payment intent's window.
  world.clock.advance(3 * 3_600_000);
  return canary.texts;
}
