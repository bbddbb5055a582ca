import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { damageValues } from "../testing/damage-values.ts";
import { whileKeysClosed } from "../testing/while-keys-closed.ts";
import { goodCard, type PaymentWorld } from "./testing/payment-world.ts";
import { challenged, createSavedCardWorld, savedCardCalls } from "./testing/saved-card-calls.ts";
import { enrol } from "./testing/three-ds-parties.ts";

let world: PaymentWorld;
const customer = savedCardCalls(() => world);
const { set, newIntent, submit, payAndSave, sessionOf, saveCard, paySaved, confirmAtBank, states } =
  customer;
beforeAll(async () => {
  world = await createSavedCardWorld();
});
afterAll(() => world.close());
beforeEach(customer.startOver);

describe("a card that the customer asks to save", () => {
  it("is offered for the next payment, with the verification that it needs", async () => {
    const { calls } = world.parties.northbank;
    const first = await newIntent();
    expect(await sessionOf(first)).toMatchObject({
      savedPaymentMethods: [],
      canSavePaymentMethod: true,
    });
    await payAndSave({}, first);
    expect(calls.at(-1)?.body.credentialOnFile).toBe("stored");
    expect((await sessionOf()).savedPaymentMethods).toEqual([
      {
        paymentMethodId: expect.stringMatching(/^pm_/),
        type: "card",
        paymentMethod: { brand: "visa", last4: "4242", expiryMonth: 12, expiryYear: 2030 },
        createdAt: expect.any(String),
        lastUsedAt: null,
        verification: "cvc",
        isExpired: false,
      },
    ]);
  });

  it("is not offered if it cannot be decrypted, and the customer can pay another way", async () => {
    await payAndSave();
    await damageValues(world, "payment_methods", "shown_sealed", {
      external_customer_id: customer.id(),
    });
    expect(await sessionOf()).toMatchObject({ savedPaymentMethods: [] });
    const other = { type: "card", card: { ...goodCard, number: "5555555555554444" } };
    expect((await submit(await newIntent(), other)).body.status).toBe("success");
  });

  it("is not saved without consent, nor when it is declined", async () => {
    await submit(await newIntent(), { type: "card", card: goodCard });
    await submit(await newIntent(), { type: "card", card: goodCard, save: false });
    world.parties.northbank.next({ becomes: { declined: "insufficient_funds" } });
    expect((await payAndSave()).body.status).toBe("failed");
    expect(await states()).toEqual([]);
  });

  it("is not saved if the operator saves no methods, and the payment continues", async () => {
    await set({ savedPaymentMethods: false });
    expect((await payAndSave()).body.status).toBe("success");
    expect(world.parties.northbank.calls.at(-1)?.body).not.toHaveProperty("credentialOnFile");
    expect(await states()).toEqual([]);
    expect(await sessionOf()).toMatchObject({
      savedPaymentMethods: [],
      canSavePaymentMethod: false,
    });
  });

  it("is saved after its challenge, by the job", async () => {
    const intent = await newIntent();
    const response = await payAndSave(challenged, intent);
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual(["wanted"]);
    await confirmAtBank(response.body);
    const done = await world.continuePayment(intent, response.body.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "737",
    });
    expect(done.body.status).toBe("success");
    await world.runJob("payments.keep_methods");
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual(["kept"]);
  });

  it.each(["details_sealed", "shown_sealed", "consent_sealed"])(
    "is not saved, and no longer tried, if its %s is damaged in the meantime",
    async (column) => {
      await saveCard();
      enrol(world, goodCard.number, { method: false });
      const intent = await newIntent();
      const response = await payAndSave({}, intent);
      const { paymentId } = response.body;
      await damageValues(world, "payment_methods", column, { payment_id: paymentId });
      await confirmAtBank(response.body);
      await world.continuePayment(intent, paymentId, {
        after: "challenge",
        outcome: "completed",
        cvc: "737",
      });
      await world.runJob("payments.keep_methods");
      expect(await states()).toEqual(["kept"]);
      expect(world.logLines.filter((line) => line.includes(paymentId)).join()).toContain(
        "a damaged payment method is not saved",
      );
    },
  );

  it("is saved later if the operator's keys do not open for a while", async () => {
    await saveCard();
    enrol(world, goodCard.number, { method: false });
    const intent = await newIntent();
    const response = await payAndSave({}, intent);
    await confirmAtBank(response.body);
    await world.continuePayment(intent, response.body.paymentId, {
      after: "challenge",
      outcome: "completed",
      cvc: "737",
    });
    expect((await states()).sort()).toEqual(["kept", "wanted"]);
    await whileKeysClosed(world, () => world.runJob("payments.keep_methods"));
    expect((await states()).sort()).toEqual(["kept", "wanted"]);
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual(["kept"]);
  });

  it("replaces a damaged entry for the same card", async () => {
    await saveCard();
    await damageValues(world, "payment_methods", "details_sealed", {
      external_customer_id: customer.id(),
    });
    const id = await saveCard({ expiryYear: 2032 });
    expect((await paySaved(id)).body.status).toBe("success");
    expect(await states()).toEqual(["kept"]);
  });

  it("is not saved after a canceled challenge", async () => {
    const intent = await newIntent();
    const response = await payAndSave(challenged, intent);
    await world.continuePayment(intent, response.body.paymentId, {
      after: "challenge",
      outcome: "canceled",
    });
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual([]);
  });

  it("is saved even if the service dies while it charges", async () => {
    world.parties.northbank.next({ becomes: "approved", response: "hang" });
    const calls = world.parties.northbank.calls.length;
    const intent = await newIntent();
    const paying = payAndSave({}, intent);
    await expect
      .poll(() => world.parties.northbank.calls.length, { timeout: 15_000 })
      .toBe(calls + 1);
    world.clock.advance(5 * 60_000);
    await world.runJob("payments.recover");
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual(["kept"]);
    world.parties.release();
    await paying;
    expect(await states()).toEqual(["kept"]);
  });

  it("leaves nothing when the payment is refused before it is stored", async () => {
    const intent = await newIntent();
    await world.pay(intent);
    const repeat = await payAndSave({}, intent);
    expect(repeat.body.errorCode).toBe("payment_already_succeeded");
    await world.runJob("payments.keep_methods");
    world.clock.advance(10 * 60_000);
    await world.runJob("payments.keep_methods");
    expect(await states()).toEqual([]);
  });

  it("is one entry, however often it is saved", async () => {
    await payAndSave();
    await payAndSave({ expiryYear: 2032 });
    const { savedPaymentMethods } = await sessionOf();
    expect(savedPaymentMethods).toHaveLength(1);
    expect(savedPaymentMethods[0]?.paymentMethod).toMatchObject({ expiryYear: 2032 });
  });
});
