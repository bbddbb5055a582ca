import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeOperator } from "../operators/accounts/index.ts";
import {
  browser,
  createPaymentWorld,
  goodCard,
  type PaymentWorld,
} from "./testing/payment-world.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
  await world.call("POST", "/v1/customers", {
    body: {
      externalCustomerId: "lena",
      data: {
        email: "lena@example.com",
        phoneNumber: "+12125550123",
        address: {
          line1: "1 Main St",
          city: "Albany",
          state: "NY",
          postalCode: "12207-1234",
          country: "US",
        },
      },
    },
  });
  await changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { savedPaymentMethods: true, savedCardVerification: "cvc" },
  });
});
afterAll(() => world.close());

async function pay(body: object, externalCustomerId = "lena") {
  const intent = await world.createIntent({ externalCustomerId });
  const response = await world.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
    body: { total: intent.amount, browser, ...body },
  });
  return { intent, body: response.json() };
}
const payByCard = (card: object = {}) => pay({ type: "card", card: { ...goodCard, ...card } });
const factsOf = async ({ body }: { body: { paymentId: string } }) =>
  (
    await world.service.deps.database.kysely
      .selectFrom("payments")
      .select("detail")
      .where("payment_id", "=", body.paymentId)
      .executeTakeFirstOrThrow()
  ).detail["facts"];
const lastCharge = () => world.parties.northbank.calls.at(-1)?.body;

describe("a charge request", () => {
  it("has what the service knows about the customer", async () => {
    await payByCard({ postalCode: "12207" });
    expect(lastCharge()?.customer).toEqual({
      customerId: "lena",
      email: "lena@example.com",
      phoneNumber: "+12125550123",
      ipAddress: "127.0.0.1",
      billingAddress: {
        line1: "1 Main St",
        city: "Albany",
        state: "NY",
        postalCode: "12207-1234",
        country: "US",
      },
    });
  });

  it("has no address if the card is billed at another postal code", async () => {
    await payByCard({ postalCode: "90210" });
    expect(lastCharge()?.customer).not.toHaveProperty("billingAddress");
    expect(lastCharge()?.card.postalCode).toBe("90210");
  });
});

describe("what the network says about a charge", () => {
  const network = {
    networkTransactionId: "012345678901234",
    authorisationCode: "675725",
    avsResult: "match",
    cvcResult: "match",
  };

  it("is stored with the attempt, without what does not fit", async () => {
    world.parties.northbank.next({
      response: (charge) => ({ ...charge, ...network, adviceCode: "<b>", vendorCode: 7 }),
    });
    const paid = await payByCard();
    expect(paid.body.status).toBe("success");
    expect(await factsOf(paid)).toEqual(network);
  });

  it("is stored with a decline, and with an outcome that a look-up found", async () => {
    const codes = { networkDeclineCode: "51", adviceCode: "02" };
    world.parties.northbank.next({
      becomes: { declined: "insufficient_funds" },
      response: (charge) => ({ ...charge, ...codes }),
    });
    expect(await factsOf(await payByCard())).toEqual(codes);

    world.parties.northbank.lookUps = (charge) => charge && { ...charge, ...network };
    world.parties.northbank.next({ response: "break" });
    expect(await factsOf(await payByCard())).toEqual(network);
    world.parties.northbank.lookUps = null;
  });

  it("goes with later charges of the card that it saved", async () => {
    world.parties.northbank.next({ response: (charge) => ({ ...charge, ...network }) });
    await pay({ type: "card", card: goodCard, save: true });
    expect(lastCharge()).not.toHaveProperty("networkTransactionId");
    const paySaved = async () => {
      const { clientSecretKey } = await world.createIntent({ externalCustomerId: "lena" });
      const session = await world.callAsClient("GET", "/v1/client/session", clientSecretKey);
      const [method] = session.json().savedPaymentMethods;
      await pay({ type: "saved", paymentMethodId: method.paymentMethodId, cvc: "123" });
      return lastCharge();
    };
    const stored = { credentialOnFile: "used", networkTransactionId: "012345678901234" };
    expect(await paySaved()).toMatchObject(stored);
    // The network gave the later payment no id, so the first id stays.
    await pay({ type: "card", card: goodCard, save: true });
    expect(await paySaved()).toMatchObject(stored);
  });
});

describe("a card that a network forbids to try again", () => {
  const stopped = "4000000000000010";
  const calls = () => world.parties.northbank.calls.length + world.parties.quayside.calls.length;

  it("is declined for 30 days without a charge, for every customer of the operator", async () => {
    world.parties.northbank.next({
      becomes: { declined: "do_not_honor" },
      response: (charge) => ({ ...charge, adviceCode: "03" }),
    });
    expect((await payByCard({ number: stopped })).body.status).toBe("failed");
    const before = calls();
    const again = await pay({ type: "card", card: { ...goodCard, number: stopped } }, "ada");
    expect(again.body).toMatchObject({
      status: "failed",
      messages: [{ code: "do_not_try_again" }],
    });
    expect(calls()).toBe(before);
    expect((await payByCard()).body.status).toBe("success");

    world.clock.advance(31 * 24 * 60 * 60_000);
    expect((await payByCard({ number: stopped })).body.status).toBe("success");
  });

  it("is not asked for 3-D Secure after a soft decline", async () => {
    world.parties.northbank.next({
      becomes: { declined: "authentication_required" },
      response: (charge) => ({ ...charge, adviceCode: "21" }),
    });
    const { body } = await payByCard({ number: "4000000000000028" });
    expect(body).toMatchObject({
      status: "failed",
      messages: [{ code: "authentication_required" }],
    });
  });

  it("is charged with the correct security code after somebody typed a wrong one", async () => {
    const number = "4000000000000036";
    world.parties.northbank.next({
      becomes: { declined: "do_not_honor" },
      response: (charge) => ({ ...charge, adviceCode: "03", cvcResult: "no_match" }),
    });
    const guessed = { ...goodCard, number, cvc: "999" };
    expect((await pay({ type: "card", card: guessed }, "ada")).body.status).toBe("failed");
    expect((await payByCard({ number })).body.status).toBe("success");
  });
});
