import { findProduct } from "../products.ts";
import type { TesseraApi } from "./tessera-api.ts";

/** What somebody buys. The client secret goes to that buyer's page only. */
export interface Order {
  orderId: string;
  title: string;
  productId: string | null;
  /** Major units. */
  amount: number;
  currency: string;
  externalCustomerId: string;
  /** The newest intent; an expired one is replaced. */
  clientSecretKey: string;
  paymentIntentIds: string[];
}

/** What the page asks for: a product, or an amount of its own for trying things out. */
export interface NewOrder {
  productId?: string;
  amount?: number;
  currency?: string;
}

/** The shop's orders, in memory: a demo shop forgets. */
export class Orders {
  readonly #orders = new Map<string, Order>();
  readonly #api: TesseraApi;
  readonly #randomId: () => string;

  constructor(api: TesseraApi, randomId: () => string) {
    this.#api = api;
    this.#randomId = randomId;
  }

  /**
   * Makes the customer's record and a payment intent. Prices come from the shop's own list, never from
   * the page; only an order without a product may name its amount. Undefined for an unknown product.
   * @throws TesseraApiError when the service refuses, for instance the currency.
   */
  async place(wanted: NewOrder, externalCustomerId: string): Promise<Order | undefined> {
    const product = wanted.productId === undefined ? undefined : findProduct(wanted.productId);
    if (wanted.productId !== undefined && !product) return undefined;
    const orderId = this.#randomId();
    const order: Order = {
      orderId,
      title: product?.name ?? "An amount of your choice",
      productId: product?.productId ?? null,
      amount: product?.price ?? wanted.amount ?? 0,
      currency: wanted.currency ?? "USD",
      externalCustomerId,
      clientSecretKey: "",
      paymentIntentIds: [],
    };
    await this.#api.ensureCustomer(externalCustomerId, `${externalCustomerId}@example.com`);
    await this.#openIntent(order);
    this.#orders.set(orderId, order);
    return order;
  }

  find(orderId: string): Order | undefined {
    return this.#orders.get(orderId);
  }

  /** A fresh intent for the same order, when the window of the old one has closed. */
  async renew(order: Order): Promise<Order> {
    await this.#openIntent(order);
    return order;
  }

  async #openIntent(order: Order): Promise<void> {
    const { paymentIntentId, clientSecretKey } = await this.#api.createPaymentIntent({
      externalPaymentIntentId: externalIdOf(order.orderId, order.paymentIntentIds.length + 1),
      externalCustomerId: order.externalCustomerId,
      amount: order.amount,
      currency: order.currency,
      description: order.title,
    });
    order.clientSecretKey = clientSecretKey;
    order.paymentIntentIds.push(paymentIntentId);
  }
}

/** The shop's own id of an order's n-th intent. */
function externalIdOf(orderId: string, attempt: number): string {
  return `${orderId}-${attempt}`;
}

/**
 * The order that an intent's `externalPaymentIntentId` belongs to; undefined for intents that this
 * shop did not make. Told by the id alone, because the first webhook may be here before the answer
 * that brings the intent.
 */
export function orderIdOf(externalPaymentIntentId: unknown): string | undefined {
  return /^([0-9a-f]{24})-\d+$/.exec(String(externalPaymentIntentId))?.[1];
}
