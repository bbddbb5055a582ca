/** PostgreSQL only: the embedded store runs one statement at a time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestService, type TestService } from "../testing/create-test-service.ts";
import { reopenTestDatabase } from "../testing/test-database.ts";
import { openPayoutWorld, type PayoutWorld } from "./testing/payout-world.ts";
import {
  createTrustlyPayoutWorld,
  type TrustlyPayoutWorld,
  trustlySteps,
} from "./testing/trustly-payout-world.ts";

let world: TrustlyPayoutWorld;
let steps: ReturnType<typeof trustlySteps>;
let second: TestService;
let other: PayoutWorld;
beforeAll(async () => {
  world = await createTrustlyPayoutWorld();
  steps = trustlySteps(world);
  if (!world.databaseUrl) throw new Error("races need PostgreSQL: TESSERA_TEST_DATABASE_URL");
  second = await createTestService({
    database: reopenTestDatabase(world.databaseUrl),
    clock: world.clock,
    env: { ...world.env },
  });
  other = openPayoutWorld({ ...second, operator: world.operator }, world.payouts);
});
afterAll(async () => {
  await second.close();
  await world.close();
});

const both = <Result>(run: (at: PayoutWorld) => Promise<Result>) =>
  Promise.all([run(world), run(other), run(world), run(other)]);

test("only one of many concurrent approvals and rejections at two services takes effect, and one deposit is made", async () => {
  for (let round = 0; round < 4; round += 1) {
    const intent = await steps.submitted();
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 === 0 ? world : other).call(
          "POST",
          `/v1/disbursements/${intent.disbursementIntentId}/proceed/${index % 3 > 0}`,
          { token: world.operator.secretKey },
        ),
      ),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    await Promise.all([world.idle(), other.idle()]);
    world.clock.advance(60_000);
    await both((at) => at.runJob("disbursements.recover"));
    const { status, disbursement } = await world.statusOf(intent);
    const books = await world.books("trustly");
    const sent = books.filter(
      ({ idempotencyKey }) => idempotencyKey === disbursement?.disbursementId,
    );
    expect([status, sent.map(({ requests }) => requests)]).toEqual(
      status === "success" ? ["success", [1]] : ["rejected", []],
    );
  }
});

test("after lost responses two services look payouts up at once, and none is sent twice", async () => {
  const faults = ["dropped_after_charging", "error_after_charging", "garbled"];
  const intents = [];
  for (const fault of faults) {
    await world.fault("trustly", "payout", fault);
    const intent = await steps.submitted();
    await world.proceed(intent, true);
    intents.push(intent);
  }
  await world.idle();
  for (let round = 0; round < 4; round += 1) {
    world.clock.advance(40 * 60_000);
    await both((at) => at.runJob("disbursements.recover"));
  }
  for (const intent of intents) {
    const { status, disbursement } = await world.statusOf(intent);
    expect(status).toBe("success");
    const books = await world.books("trustly");
    expect(
      books.filter(({ idempotencyKey }) => idempotencyKey === disbursement?.disbursementId),
    ).toMatchObject([{ requests: 1 }]);
  }
});

test("a payout that Trustly never got is sent again by neither of two services", async () => {
  await world.fault("trustly", "payout", "error_without_charging");
  const intent = await steps.submitted({ amount: 41 });
  await world.proceed(intent, true);
  await world.idle();
  for (let round = 0; round < 4; round += 1) {
    world.clock.advance(61 * 60_000);
    await both((at) => at.runJob("disbursements.recover"));
    await Promise.all([world.idle(), other.idle()]);
  }
  expect((await world.statusOf(intent)).disbursement?.status).toBe("pending");
  expect(await steps.depositsOf(intent)).toEqual([]);
});

test("a payout that was refused for us is sent once by one of two services", async () => {
  for (let round = 0; round < 4; round += 1) {
    await world.fault("trustly", "payout", "refused");
    const intent = await steps.approved();
    world.clock.advance(60_000);
    await both((at) => at.runJob("disbursements.recover"));
    await Promise.all([world.idle(), other.idle()]);
    expect((await world.statusOf(intent)).status).toBe("success");
    expect(await steps.depositsOf(intent)).toMatchObject([{ requests: 2 }]);
  }
});

test("a consent is ended once nothing uses it, and never while a saved method has it", async () => {
  const before = (await steps.consents()).length;
  const externalCustomerId = await world.newCustomer();
  await steps.approved({ externalCustomerId }, "everyday", true);
  world.clock.advance(60_000);
  await world.runJob("disbursements.recover");
  for (let day = 0; day < 3; day += 1) {
    world.clock.advance(24 * 60 * 60_000);
    await both((at) => at.runJob("disbursements.end_consents"));
  }
  expect((await steps.consents()).slice(before)).toEqual(["2"]);
  const next = await world.newIntent({ externalCustomerId });
  const [saved] = (await world.session(next)).savedPayoutMethods;
  const savedPayoutMethodId = saved?.savedPayoutMethodId ?? "";
  const owner = { operatorId: world.operator.operatorId, externalCustomerId };
  // The method is chosen and removed, while both services look for consents to end.
  const [chosen] = await Promise.all([
    world.choose(next, { type: "saved", savedPayoutMethodId }),
    second.service.disbursements.client.removeMethod(owner, savedPayoutMethodId),
    both((at) => at.runJob("disbursements.end_consents")),
  ]);
  await both((at) => at.runJob("disbursements.end_consents"));
  if (chosen.statusCode === 201) {
    await steps.approve(next);
    world.clock.advance(60_000);
    await world.runJob("disbursements.recover");
    expect((await world.statusOf(next)).status).toBe("success");
    expect(await steps.depositsOf(next)).toMatchObject([{ requests: 1 }]);
  } else expect(chosen.body.errorCode).toBe("payout_method_not_found");
  for (let hour = 0; hour < 30; hour += 1) {
    world.clock.advance(60 * 60_000);
    await both((at) => at.runJob("disbursements.end_consents"));
  }
  expect((await steps.consents()).slice(before)).toEqual(["13"]);
  // Only the consent of the unknown outcome stays.
  expect(await steps.keptConsents()).toHaveLength(1);
});
