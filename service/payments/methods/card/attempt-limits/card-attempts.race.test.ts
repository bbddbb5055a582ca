/** PostgreSQL only: the embedded store runs one statement at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { TestService } from "../../../../testing/create-test-service.ts";
import {
  browser,
  createPaymentWorld,
  goodCard,
  openSecondProcess,
  type PaymentWorld,
} from "../../../testing/payment-world.ts";

let world: PaymentWorld;
let second: TestService;
beforeAll(async () => {
  world = await createPaymentWorld({
    settings: { cardAttemptsPerCustomer: 20, cardAttemptsPerAddress: 30 },
  });
  second = await openSecondProcess(world);
});
afterAll(async () => {
  await second.close();
  await world.close();
});

let serial = 0;
async function newIntents(customer: string, count: number): Promise<CreatedPaymentIntent[]> {
  await world.call("POST", "/v1/customers", {
    body: { externalCustomerId: customer, data: { email: `${customer}@example.com` } },
  });
  const intents: CreatedPaymentIntent[] = [];
  for (let index = 0; index < count; index += 1) {
    serial += 1;
    intents.push(
      await world.createIntent({
        externalPaymentIntentId: `race-${serial}`,
        externalCustomerId: customer,
      }),
    );
  }
  return intents;
}
/** Pays all intents at once, alternating between the two services. */
async function payAtOnce(intents: readonly CreatedPaymentIntent[]): Promise<number[]> {
  const responses = await Promise.all(
    intents.map((intent, index) =>
      (index % 2 === 0 ? world : second).callAsClient(
        "POST",
        "/v1/client/payments",
        intent.clientSecretKey,
        {
          publishableKey: world.operator.publishableKey,
          body: { type: "card", card: goodCard, total: intent.amount, browser },
        },
      ),
    ),
  );
  return responses.map(({ statusCode }) => statusCode);
}
const countOf = (codes: readonly number[], code: number) =>
  codes.filter((each) => each === code).length;

test("exactly twenty of one customer's concurrent attempts at two services are made", async () => {
  const codes = await payAtOnce(await newIntents("racer", 36));
  expect([countOf(codes, 201), countOf(codes, 429)]).toEqual([20, 16]);
});

test("at most thirty concurrent attempts of many customers from one address are made", async () => {
  // The previous test used twenty of the address's thirty attempts.
  const intents = [...(await newIntents("racer-a", 12)), ...(await newIntents("racer-b", 12))];
  const codes = await payAtOnce(intents);
  expect([countOf(codes, 201), countOf(codes, 429)]).toEqual([10, 14]);
});
