/** PostgreSQL only: the embedded store runs one statement at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { TestService } from "../testing/create-test-service.ts";
import {
  browser,
  createPaymentWorld,
  goodCard,
  openSecondProcess,
  type PaymentWorld,
} from "./testing/payment-world.ts";

let world: PaymentWorld;
let second: TestService;
beforeAll(async () => {
  world = await createPaymentWorld();
  second = await openSecondProcess(world);
});
afterAll(async () => {
  await second.close();
  await world.close();
});

let customers = 0;
async function newCustomer(): Promise<string> {
  customers += 1;
  const externalCustomerId = `racer-${customers}`;
  await world.call("POST", "/v1/customers", {
    body: { externalCustomerId, data: { email: `racer${customers}@example.com` } },
  });
  return externalCustomerId;
}

async function submit(at: TestService, intent: CreatedPaymentIntent, body: object) {
  const response = await at.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
    publishableKey: world.operator.publishableKey,
    body: { total: intent.amount, browser, ...body },
  });
  return { statusCode: response.statusCode, body: response.json() };
}
const asNew = { type: "card", card: goodCard, save: true };
const savedMethodsOf = async (externalCustomerId: string): Promise<{ paymentMethodId: string }[]> =>
  (await world.call("GET", `/v1/customers/${externalCustomerId}/payment-methods`)).json().data;

test("one card, saved by payments at two services at once while their jobs run, is one entry", async () => {
  for (let round = 0; round < 3; round += 1) {
    const externalCustomerId = await newCustomer();
    const intents = await Promise.all(
      Array.from({ length: 6 }, () => world.createIntent({ externalCustomerId })),
    );
    const paid = await Promise.all([
      ...intents.map((intent, index) => submit(index % 2 ? second : world, intent, asNew)),
      world.runJob("payments.keep_methods"),
      second.runJob("payments.keep_methods"),
    ]);
    for (const each of paid) if (each) expect(each.body.status).toBe("success");
    expect(await savedMethodsOf(externalCustomerId)).toHaveLength(1);
  }
});

test("a card that is removed while it pays is charged only for payments that started before", async () => {
  for (let round = 0; round < 6; round += 1) {
    const externalCustomerId = await newCustomer();
    await submit(world, await world.createIntent({ externalCustomerId }), asNew);
    const paymentMethodId = (await savedMethodsOf(externalCustomerId))[0]?.paymentMethodId ?? "";
    const intents = await Promise.all(
      Array.from({ length: 4 }, () => world.createIntent({ externalCustomerId })),
    );
    const saved = { type: "saved", paymentMethodId, cvc: "737" };
    const charges = world.parties.northbank.charges.size;
    const path = `/v1/client/payment-methods/${paymentMethodId}`;
    const [removed, ...responses] = await Promise.all([
      second.callAsClient("DELETE", path, intents[0]?.clientSecretKey ?? "", {
        publishableKey: world.operator.publishableKey,
      }),
      ...intents.map((intent, index) => submit(index % 2 ? second : world, intent, saved)),
    ]);
    expect(removed.statusCode).toBe(200);
    const paid = responses.filter(({ body }) => body.status === "success");
    const refused = responses.filter(({ body }) => body.errorCode === "payment_method_not_found");
    expect(paid.length + refused.length).toBe(responses.length);
    expect(world.parties.northbank.charges.size - charges).toBe(paid.length);
    const late = await world.createIntent({ externalCustomerId });
    expect((await submit(world, late, saved)).body.errorCode).toBe("payment_method_not_found");
    expect(await savedMethodsOf(externalCustomerId)).toEqual([]);
  }
});
