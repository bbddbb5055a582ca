/** On PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

const atOnce = 16;
let service: TestService;
beforeAll(async () => {
  // A payment then asks for name and date of birth.
  service = await createTestService({ settings: { verifyOnFirstPayment: true } });
});
afterAll(() => service.close());

/** Status codes and error codes of requests made at the same time, counted. */
async function outcomes(bodies: readonly unknown[]): Promise<Record<string, number>> {
  const answers = await Promise.all(
    bodies.map((body) => service.call("POST", "/v1/customers", { body })),
  );
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const name = `${answer.statusCode} ${answer.json().errorCode ?? ""}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const numbers = Array.from({ length: atOnce }, (_, index) => index);

test("of many customers with one id at once, one is made and the others hear why not", async () => {
  const bodies = numbers.map((number) => ({
    externalCustomerId: "same-id",
    data: { email: `same-id-${number}@example.com` },
  }));
  expect(await outcomes(bodies)).toEqual({
    "201": 1,
    "400 duplicate_external_customer_id": atOnce - 1,
  });
});

test("of many customers with one e-mail at once, one is made and the others hear why not", async () => {
  const bodies = numbers.map((number) => ({
    externalCustomerId: `same-email-${number}`,
    data: { email: number % 2 === 0 ? "same@example.com" : "SAME@Example.com" },
  }));
  expect(await outcomes(bodies)).toEqual({ "201": 1, "400 duplicate_email": atOnce - 1 });
});

test("of many customers that take one e-mail by update at once, one gets it", async () => {
  await outcomes(
    numbers.map((number) => ({
      externalCustomerId: `taker-${number}`,
      data: { email: `taker-${number}@example.com` },
    })),
  );
  const answers = await Promise.all(
    numbers.map((number) =>
      service.call("PUT", `/v1/customers/taker-${number}/data`, {
        body: { email: "taken@example.com" },
      }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
    expect(answer.json().errorCode).toBe("duplicate_email");
});

test("updates of different fields at once are all kept", async () => {
  await outcomes([{ externalCustomerId: "merged", data: { email: "merged@example.com" } }]);
  const fields = {
    firstName: "Ada",
    middleName: "King",
    lastName: "Lovelace",
    suffix: "PhD",
    dateOfBirth: "1990-12-10",
    phoneNumber: "+14155550123",
  };
  await Promise.all(
    Object.entries(fields).map(([field, value]) =>
      service.call("PUT", "/v1/customers/merged/data", { body: { [field]: value } }),
    ),
  );
  const customer = (await service.call("GET", "/v1/customers/merged")).json();
  expect(customer.data).toMatchObject(fields);
});

test("the same request many times at once under one key makes one customer", async () => {
  const body = { externalCustomerId: "one-key", data: { email: "one-key@example.com" } };
  const headers = { "idempotency-key": "one-key" };
  const answers = await Promise.all(
    numbers.map(() => service.call("POST", "/v1/customers", { body, headers })),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
});

test("of many customers' browsers that fill in the same missing data at once, only the first may", async () => {
  await outcomes([{ externalCustomerId: "missing", data: { email: "missing@example.com" } }]);
  const secrets = await Promise.all(
    numbers.map(async (number) => {
      const body = {
        externalPaymentIntentId: `missing-${number}`,
        externalCustomerId: "missing",
        amount: 10,
        currency: "USD",
      };
      return (await service.call("POST", "/v1/payment-intents", { body })).json().clientSecretKey;
    }),
  );
  const answers = await Promise.all(
    secrets.map((secret, number) =>
      service.callAsClient("PUT", "/v1/client/customer-data", secret, {
        body: { lastName: `Name${String.fromCharCode(65 + number)}` },
      }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
    200,
    ...Array<number>(atOnce - 1).fill(400),
  ]);
  const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
  const { data } = (await service.call("GET", "/v1/customers/missing")).json();
  expect(data.lastName).toBe(`Name${String.fromCharCode(65 + winner)}`);
});
