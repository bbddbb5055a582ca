/** PostgreSQL only: the embedded store runs one transaction at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import {
  getMethodForPayment,
  listMethods,
  maxSaved,
  removeMethod,
  requestSave,
  saveMethod,
} from "./index.ts";
import { createSavedMethod, saveRequestOf, visa } from "./testing/save-requests.ts";

let t: TestService;
beforeAll(async () => {
  t = await createTestService();
});
afterAll(() => t.close());

let customers = 0;
async function newOwner() {
  customers += 1;
  const externalCustomerId = `customer-${customers}`;
  await t.call("POST", "/v1/customers", {
    body: { externalCustomerId, data: { email: `c${customers}@example.com` } },
  });
  return { operatorId: t.operator.operatorId, externalCustomerId };
}

test("one card saved by many payments at once is one entry", async () => {
  const { deps } = t.service;
  const owner = await newOwner();
  const requests = Array.from({ length: 12 }, () => saveRequestOf(t, owner));
  await Promise.all(requests.map((request) => requestSave(deps, request)));
  await Promise.all(
    // The request and the job both save each method.
    [...requests, ...requests].map(({ paymentId }) => saveMethod(deps, paymentId)),
  );
  expect(await listMethods(deps, owner)).toHaveLength(1);
});

test("many cards saved at once never exceed the limit", async () => {
  const { deps } = t.service;
  const owner = await newOwner();
  const requests = Array.from({ length: maxSaved + 6 }, (_, index) =>
    saveRequestOf(t, { ...owner, details: { ...visa, number: `40000000000000${10 + index}` } }),
  );
  await Promise.all(requests.map((request) => requestSave(deps, request)));
  await Promise.all(requests.map(({ paymentId }) => saveMethod(deps, paymentId)));
  expect(await listMethods(deps, owner)).toHaveLength(maxSaved);
});

test("a card removed and saved again at once is complete, or gone", async () => {
  const { deps } = t.service;
  for (let round = 0; round < 10; round += 1) {
    const owner = await newOwner();
    const id = await createSavedMethod(t, owner);
    const again = saveRequestOf(t, owner);
    await requestSave(deps, again);
    await Promise.all([
      removeMethod(deps, owner, id, "customer"),
      saveMethod(deps, again.paymentId),
    ]);
    for (const { paymentMethodId } of await listMethods(deps, owner)) {
      const savedMethod = await getMethodForPayment(deps, owner, paymentMethodId);
      expect(savedMethod?.details).toMatchObject({ number: visa.number });
    }
  }
});

test("a card that is removed many times at once is removed once", async () => {
  const { deps } = t.service;
  const owner = await newOwner();
  const id = await createSavedMethod(t, owner);
  const removals = Array.from({ length: 8 }, () => removeMethod(deps, owner, id, { kind: "api" }));
  expect((await Promise.all(removals)).filter(Boolean)).toHaveLength(1);
});

test("when a card is used and removed at once, the payment has the whole card or none, and later payments have none", async () => {
  const { deps } = t.service;
  for (let round = 0; round < 10; round += 1) {
    const owner = await newOwner();
    const id = await createSavedMethod(t, owner);
    const [taken] = await Promise.all([
      getMethodForPayment(deps, owner, id),
      removeMethod(deps, owner, id, "customer"),
    ]);
    if (taken) expect(taken.details).toMatchObject({ number: visa.number });
    expect(await getMethodForPayment(deps, owner, id)).toBeUndefined();
  }
});
