import { submitBody } from "../../e2e/stack/client-api.ts";
import { type CreatedIntent, freshId } from "../../e2e/stack/operator-api.ts";
import type { StackAddresses } from "../../e2e/stack/start-stack.ts";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import type { Send } from "./http-load.ts";

export interface Operations {
  createIntent(send: Send): Promise<CreatedIntent>;
  /** Creates an intent and pays it with a card without a challenge. */
  takePayment(send: Send): Promise<CreatedIntent>;
  readStatus(send: Send): Promise<unknown>;
  /** The same two operations on the bare server, with the same bodies (bare-server.ts). */
  createBareIntent(send: Send): Promise<unknown>;
  takeBarePayment(send: Send): Promise<unknown>;
  /** Number of created intents: each status can be read once before the polling limit applies. */
  intentsKnown(): number;
  listCustomers(send: Send): Promise<unknown>;
}

/** Creates the operations for a running stack and one customer. */
export function operationsOn(stack: StackAddresses, externalCustomerId: string): Operations {
  const operator = { Authorization: `Bearer ${stack.operator.secretKey}` };
  const card = findCard("visa").number;
  const known: CreatedIntent[] = [];
  let read = 0;

  const intentBody = () => ({
    externalPaymentIntentId: freshId("intent"),
    externalCustomerId,
    amount: 49.99,
    currency: "USD",
  });
  const createBareIntent = (send: Send) =>
    send<{ turn: number }>({ method: "POST", path: "/0", headers: operator, body: intentBody() });
  const createIntent = async (send: Send) => {
    const intent = await send<CreatedIntent>({
      method: "POST",
      path: "/v1/payment-intents",
      headers: operator,
      body: intentBody(),
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
    createBareIntent,
    takeBarePayment: async (send) => {
      const { turn } = await createBareIntent(send);
      const path = `/1/${turn}`;
      return send({ method: "POST", path, headers: operator, body: submitBody(card) });
    },
    intentsKnown: () => known.length,
    // A second read would hit the polling limit.
    readStatus: (send) => {
      const intent = known[read++ % known.length];
      const path = `/v1/payment-intents/${intent?.paymentIntentId}/status`;
      return send({ method: "GET", path, headers: operator });
    },
    listCustomers: (send) =>
      send({ method: "GET", path: "/v1/customers?size=20", headers: operator }),
  };
}
