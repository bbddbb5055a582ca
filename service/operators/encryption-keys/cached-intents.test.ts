/** Cached intents must not write back details that were sealed with a destroyed key. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { patchAttempt } from "../../payments/attempt-changes.ts";
import { renderChanged } from "../../payments/present.ts";
import { changeIntent } from "../../payments/store/change-intent.ts";
import { createPaymentStore } from "../../payments/store/payment-store.ts";
import { type BankWorld, createBankWorld } from "../../payments/testing/bank-world.ts";
import { readAllSealed } from "./testing/find-unreadable.ts";
import { finishRotation, rotate } from "./testing/key-process.ts";

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

test("changing a payment that was cached before a rotation keeps its details readable", async () => {
  const intent = await world.createIntent();
  const { body } = await world.payByDebit(intent);
  expect(body.status).toBe("pending");
  const { deps } = world.service;
  const store = createPaymentStore({ ...deps, render: renderChanged });
  await store.read(intent.paymentIntentId);
  /** Decides from memory, and writes if the version has not changed. */
  const change = () =>
    changeIntent(store, intent.paymentIntentId, (latest) => {
      const [attempt] = latest.attempts;
      if (!attempt) throw new Error("there is no attempt");
      const nextCheckAtMs = deps.clock.nowMs();
      return patchAttempt(latest, attempt, nextCheckAtMs, { nextCheckAtMs }, null);
    });

  await rotate(world);
  await finishRotation(world);
  expect((await readAllSealed(deps)).versions).toEqual(new Set([2]));
  expect((await change()).written).toBe(true);
  expect(await readAllSealed(deps)).toMatchObject({ unreadable: [], versions: new Set([2]) });

  // A series of changes must not keep old details in memory either.
  await rotate(world);
  for (let round = 0; round < 10; round += 1) {
    world.clock.advance(5 * 60_000);
    await change();
  }
  await finishRotation(world);
  await change();
  expect((await readAllSealed(deps)).unreadable).toEqual([]);
});
