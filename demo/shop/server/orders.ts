import type { TesseraClient } from "tessera/server";
import { findProduct } from "../products.ts";
import { ensureCustomer } from "./customers.ts";

export interface Order {
  orderId: string;
  title: string;
  productId: string | null;
  /** The amount in major units. */
  amount: number;
  currency: string;
  externalCustomerId: string;
  /** The secret of the newest intent. An expired intent is replaced. */
  clientSecretKey: string;
  paymentIntentIds: string[];
}

/** What the page requests: a product, or a custom amount for demonstrations. */
export interface NewOrder {
  productId?: string;
  amount?: number;
  currency?: string;
}

/** The shop's orders, in memory only. */
export class Orders {
  readonly #orders = new Map<string, Order>();
  readonly #tessera: TesseraClient;
  readonly #randomId: () => string;

  constructor(tessera: TesseraClient, randomId: () => string) {
    this.#tessera = tessera;
    this.#randomId = randomId;
  }

  /**
   * Creates the customer and a payment intent. Prices come from the shop's list, never from the page; only an order
   * without a product may set its amount. Returns undefined for an unknown product.
   * @throws TesseraApiError if the service refuses, for example the currency.
   */
  async place(request: NewOrder, externalCustomerId: string): Promise<Order | undefined> {
    const product = request.productId === undefined ? undefined : findProduct(request.productId);
    if (request.productId !== undefined && !product) return undefined;
    const orderId = this.#randomId();
    const order: Order = {
      orderId,
      title: product?.name ?? "Custom amount",
      productId: product?.productId ?? null,
      amount: product?.price ?? request.amount ?? 0,
      currency: request.currency ?? "USD",
      externalCustomerId,
      clientSecretKey: "",
      paymentIntentIds: [],
    };
    await ensureCustomer(this.#tessera, externalCustomerId);
    await this.#openIntent(order);
    this.#orders.set(orderId, order);
    return order;
  }

  find(orderId: string): Order | undefined {
    return this.#orders.get(orderId);
  }

  /** The order of an intent. Refunds name only the intent, not the order. */
  ofIntent(paymentIntentId: string): Order | undefined {
    return [...this.#orders.values()].find((order) =>
      order.paymentIntentIds.includes(paymentIntentId),
    );
  }

  /** Creates a new intent for the same order after the old one expired. */
  async renew(order: Order): Promise<Order> {
    await this.#openIntent(order);
    return order;
  }

  async #openIntent(order: Order): Promise<void> {
    const attempt = order.paymentIntentIds.length + 1;
    const externalPaymentIntentId = externalIdOf(order.orderId, attempt);
    const { paymentIntentId, clientSecretKey } = await this.#tessera.createPaymentIntent(
      {
        externalPaymentIntentId,
        externalCustomerId: order.externalCustomerId,
        amount: order.amount,
        currency: order.currency,
        description: order.title,
      },
      { idempotencyKey: externalPaymentIntentId },
    );
    order.clientSecretKey = clientSecretKey;
    order.paymentIntentIds.push(paymentIntentId);
  }
}

/** The external id of an order's n-th intent. */
function externalIdOf(orderId: string, count: number): string {
  return `${orderId}-${count}`;
}

/**
 * Returns the order of an `externalPaymentIntentId`; undefined for intents of other systems. Uses only the id, because
 * the first webhook may arrive before the response that creates the intent.
 */
export function orderIdOf(externalPaymentIntentId: unknown): string | undefined {
  return /^([0-9a-f]{24})-\d+$/.exec(String(externalPaymentIntentId))?.[1];
}
