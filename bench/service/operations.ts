import { submitBody } from "../../e2e/stack/client-api.ts";
import { type CreatedIntent, freshId } from "../../e2e/stack/operator-api.ts";
import type { StackAddresses } from "../../e2e/stack/start-stack.ts";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import type { Send } from "./http-load.ts";

/** What is measured, each as a client does it. */
export interface Operations {
  createIntent(send: Send): Promise<CreatedIntent>;
  /** Creates an intent and pays it by a card that nobody asks about. */
  takePayment(send: Send): Promise<CreatedIntent>;
  readStatus(send: Send): Promise<unknown>;
  /** Intents made so far: as many statuses can be read before the polling cooldown is met. */
  intentsKnown(): number;
  listCustomers(send: Send): Promise<unknown>;
}

/** The operations on a running stack, all for one customer. */
export function operationsOn(stack: StackAddresses, externalCustomerId: string): Operations {
  const operator = { Authorization: `Bearer ${stack.operator.secretKey}` };
  const card = findCard("visa").number;
  const known: CreatedIntent[] = [];
  let read = 0;

  const createIntent = async (send: Send) => {
    const body = {
      externalPaymentIntentId: freshId("intent"),
      externalCustomerId,
      amount: 49.99,
      currency: "USD",
    };
    const intent = await send<CreatedIntent>({
      method: "POST",
      path: "/v1/payment-intents",
      headers: operator,
      body,
    });
    known.push(intent);
    return intent;
  };
  return {
    createIntent,
    takePayment: async (send) => {
      const intent = await createIntent(send);
      const attempt = await send<{ status: string }>({
        method: "POST",
        path: "/v1/client/payments",
        headers: {
          Authorization: `Bearer ${intent.clientSecretKey}`,
          "Tessera-Publishable-Key": stack.operator.publishableKey,
          "Idempotency-Key": freshId("attempt"),
        },
        body: submitBody(card),
      });
      if (attempt.status !== "success") throw new Error(`The payment is ${attempt.status}.`);
      return intent;
    },
    intentsKnown: () => known.length,
    // Each intent once: the same one again would meet the polling cooldown.
    readStatus: (send) => {
      const intent = known[read++ % known.length];
      const path = `/v1/payment-intents/${intent?.paymentIntentId}/status`;
      return send({ method: "GET", path, headers: operator });
    },
    listCustomers: (send) =>
      send({ method: "GET", path: "/v1/customers?size=20", headers: operator }),
  };
}
