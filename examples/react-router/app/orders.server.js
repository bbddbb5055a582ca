import { tessera } from "./tessera.server.js";

/** Orders in memory. Use a database instead. */
const orders = new Map();

/** A second call with the same number changes nothing. */
export async function createOrder(orderId) {
  const externalCustomerId = `customer-of-${orderId}`;
  await tessera().createCustomer(
    { externalCustomerId, data: { email: `${externalCustomerId}@example.com` } },
    { idempotencyKey: externalCustomerId },
  );
  const { clientSecretKey } = await tessera().createPaymentIntent(
    {
      externalPaymentIntentId: orderId,
      externalCustomerId,
      amount: 49.99,
      currency: "USD",
      description: "Enamel mug",
    },
    { idempotencyKey: orderId },
  );
  if (!orders.has(orderId))
    orders.set(orderId, { status: "created", sequence: 0, clientSecretKey });
}

export function findOrder(orderId) {
  return orders.get(orderId);
}

/** Events can come more than once and out of order; `sequence` grows with each change. */
export function recordEvent({ type, status, sequence, data }) {
  if (type !== "payment") return;
  const order = orders.get(data.externalPaymentIntentId);
  if (!order || sequence <= order.sequence) return;
  order.status = status;
  order.sequence = sequence;
}
