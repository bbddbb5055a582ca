/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

const atOnce = 16;
let service: TestService;
beforeAll(async () => {
  // Payments require name and date of birth with these settings.
  service = await createTestService({ settings: { verifyOnFirstPayment: true } });
});
afterAll(() => service.close());

async function outcomes(bodies: readonly unknown[]): Promise<Record<string, number>> {
  const responses = await Promise.all(
    bodies.map((body) => service.call("POST", "/v1/customers", { body })),
  );
  const counts: Record<string, number> = {};
  for (const response of responses) {
    const name = `${response.statusCode} ${response.json().errorCode ?? ""}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const numbers = Array.from({ length: atOnce }, (_, index) => index);

test("one of many simultaneous customers with the same id is created, and the others are refused with the reason", async () => {
  const bodies = numbers.map((number) => ({
    externalCustomerId: "same-id",
    data: { email: `same-id-${number}@example.com` },
  }));
  expect(await outcomes(bodies)).toEqual({
    "201": 1,
    "400 duplicate_external_customer_id": atOnce - 1,
  });
});

test("one of many simultaneous customers with the same e-mail is created, and the others are refused with the reason", async () => {
  const bodies = numbers.map((number) => ({
    externalCustomerId: `same-email-${number}`,
    data: { email: number % 2 === 0 ? "same@example.com" : "SAME@Example.com" },
  }));
  expect(await outcomes(bodies)).toEqual({ "201": 1, "400 duplicate_email": atOnce - 1 });
});

test("only one of many simultaneous updates to the same e-mail succeeds", async () => {
  await outcomes(
    numbers.map((number) => ({
      externalCustomerId: `claimant-${number}`,
      data: { email: `claimant-${number}@example.com` },
    })),
  );
  const responses = await Promise.all(
    numbers.map((number) =>
      service.call("PUT", `/v1/customers/claimant-${number}/data`, {
        body: { email: "taken@example.com" },
      }),
    ),
  );
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  for (const response of responses.filter(({ statusCode }) => statusCode !== 200))
    expect(response.json().errorCode).toBe("duplicate_email");
});

test("simultaneous updates of different fields are all stored", async () => {
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

test("many simultaneous requests with one idempotency key create one customer", async () => {
  const body = { externalCustomerId: "one-key", data: { email: "one-key@example.com" } };
  const headers = { "idempotency-key": "one-key" };
  const responses = await Promise.all(
    numbers.map(() => service.call("POST", "/v1/customers", { body, headers })),
  );
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  expect(new Set(responses.map((response) => response.body)).size).toBe(1);
});

test("only the first of many widgets that fill in the same missing data simultaneously succeeds", async () => {
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
  const responses = await Promise.all(
    secrets.map((secret, number) =>
      service.callAsClient("PUT", "/v1/client/customer-data", secret, {
        body: { lastName: `Name${String.fromCharCode(65 + number)}` },
      }),
    ),
  );
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([
    200,
    ...Array<number>(atOnce - 1).fill(400),
  ]);
  const winner = responses.findIndex(({ statusCode }) => statusCode === 200);
  const { data } = (await service.call("GET", "/v1/customers/missing")).json();
  expect(data.lastName).toBe(`Name${String.fromCharCode(65 + winner)}`);
});
