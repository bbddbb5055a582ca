import { expect } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { ClientSession } from "#contract/client/session";
import { changeOperator } from "../../operators/accounts/index.ts";
import { browser, createPaymentWorld, goodCard, type PaymentWorld } from "./payment-world.ts";
import { aResFor, decoded, enrol, postResults } from "./three-ds-parties.ts";

/** A card that is enrolled in 3-D Secure; {@link goodCard} is not. */
export const challenged = { number: "4000002760003184" };

/** Creates a world whose operator also takes bank debits. Close it in `afterAll`. */
export async function createSavedCardWorld(): Promise<PaymentWorld> {
  const world = await createPaymentWorld({ settings: { paymentMethodTypes: ["card", "bank"] } });
  enrol(world, challenged.number, { method: false });
  return world;
}

/** Calls of one customer who saves cards and pays with them. `current`: the world, once it exists. */
export function savedCardCalls(current: () => PaymentWorld) {
  let customers = 0;
  let externalCustomerId = "";

  /** Begins a test: another customer, the default settings and issuers. */
  async function startOver() {
    const world = current();
    customers += 1;
    externalCustomerId = `keeper-${customers}`;
    await world.call("POST", "/v1/customers", {
      body: { externalCustomerId, data: { email: `keeper${customers}@example.com` } },
    });
    await set({
      savedPaymentMethods: true,
      savedCardVerification: "cvc",
      threeDSecureUnavailable: "decline",
      surcharge: "off",
    });
    world.parties.directory.cards.delete(goodCard.number);
    world.parties.directory.answer = (request) => aResFor(request, { transStatus: "C" });
  }

  const set = (settings: object) =>
    changeOperator(current().service.deps, current().operator.operatorId, { settings });
  const newIntent = (overrides = {}) =>
    current().createIntent({ externalCustomerId, ...overrides });

  async function submit(intent: CreatedPaymentIntent, body: object, key?: string) {
    const response = await current().callAsClient(
      "POST",
      "/v1/client/payments",
      intent.clientSecretKey,
      {
        body: { total: intent.amount, browser, ...body },
        headers: key ? { "idempotency-key": key } : {},
      },
    );
    return { statusCode: response.statusCode, body: response.json() };
  }
  const payAndSave = async (card: object = {}, intent?: CreatedPaymentIntent) =>
    submit(intent ?? (await newIntent()), {
      type: "card",
      card: { ...goodCard, ...card },
      save: true,
    });
  const sessionOf = async (intent?: CreatedPaymentIntent): Promise<ClientSession> => {
    const { clientSecretKey } = intent ?? (await newIntent());
    return (await current().callAsClient("GET", "/v1/client/session", clientSecretKey)).json();
  };
  async function saveCard(card?: object): Promise<string> {
    expect((await payAndSave(card)).body.status).toBe("success");
    return (await sessionOf()).savedPaymentMethods[0]?.paymentMethodId ?? "";
  }
  const paySaved = async (paymentMethodId: string, fields: object = { cvc: "123" }) =>
    submit(await newIntent(), { type: "saved", paymentMethodId, ...fields });
  async function confirmAtBank({ nextAction }: { nextAction: { creq: string } }) {
    const { threeDSServerTransID = "" } = decoded(nextAction.creq);
    await postResults(current(), { threeDSServerTransID });
  }
  async function states() {
    const { kysely } = current().service.deps.database;
    const rows = await kysely
      .selectFrom("payment_methods")
      .select("status")
      .where("external_customer_id", "=", externalCustomerId)
      .execute();
    return rows.map(({ status }) => status);
  }

  return {
    id: () => externalCustomerId,
    startOver,
    set,
    newIntent,
    submit,
    payAndSave,
    sessionOf,
    saveCard,
    paySaved,
    confirmAtBank,
    states,
  };
}
