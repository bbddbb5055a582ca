export interface PlacedOrder {
  orderId: string;
  title: string;
  productId: string | null;
  amount: number;
  currency: string;
  clientSecretKey: string;
}

/** A payout, as the shop's server returns it to its winner. */
export interface PlacedPayout {
  payoutId: string;
  title: string;
  /** The amount in US dollars. */
  amount: number;
  clientSecretKey: string;
}

/** A verified webhook from the shop's server. */
export interface FeedEntry {
  eventId: string;
  type: string;
  status: string;
  sequence: number;
  createdAt: string;
  receivedAt: string;
  deliveries: number;
  data: Record<string, unknown>;
}

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init);
  const body = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Error(body.message ?? `The shop answered ${response.status}.`);
  return body;
}

export function placeOrder(wanted: {
  productId?: string;
  amount?: number;
  currency: string;
}): Promise<PlacedOrder> {
  const headers = { "content-type": "application/json" };
  return call("/api/orders", { method: "POST", headers, body: JSON.stringify(wanted) });
}

export function loadOrder(orderId: string): Promise<PlacedOrder> {
  return call(`/api/orders/${encodeURIComponent(orderId)}`);
}

/** Starts or resumes the buyer's verification. Returns a new secret once the old one has expired. */
export function loadIdentity(): Promise<{ clientSecret: string }> {
  return call("/api/identity", { method: "POST" });
}

/** Gets a new client secret for an order with an expired intent. */
export async function renewOrder(orderId: string): Promise<string> {
  const path = `/api/orders/${encodeURIComponent(orderId)}/renew`;
  return (await call<PlacedOrder>(path, { method: "POST" })).clientSecretKey;
}

/** Calls `onEntry` for every webhook of the order, including earlier ones. */
export function watchWebhooks(orderId: string, onEntry: (entry: FeedEntry) => void): EventSource {
  const source = new EventSource(`/api/orders/${encodeURIComponent(orderId)}/events`);
  source.addEventListener("message", (event) => onEntry(JSON.parse(event.data) as FeedEntry));
  return source;
}

export function collect(wanted: { winningId?: string; amount?: number }): Promise<PlacedPayout> {
  const headers = { "content-type": "application/json" };
  return call("/api/payouts", { method: "POST", headers, body: JSON.stringify(wanted) });
}

export function loadPayout(payoutId: string): Promise<PlacedPayout> {
  return call(`/api/payouts/${encodeURIComponent(payoutId)}`);
}

/** Gets a new client secret for a payout with an expired intent. */
export async function renewPayout(payoutId: string): Promise<string> {
  const path = `/api/payouts/${encodeURIComponent(payoutId)}/renew`;
  return (await call<PlacedPayout>(path, { method: "POST" })).clientSecretKey;
}

/** Sends the operator's decision. Rejects with the service's message if it refuses. */
export async function decidePayout(payoutId: string, allow: boolean): Promise<void> {
  const response = await fetch(`/api/payouts/${encodeURIComponent(payoutId)}/decide`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ allow }),
  });
  if (response.ok) return;
  const { message } = (await response.json()) as { message?: string };
  throw new Error(message ?? `The shop answered ${response.status}.`);
}

/** Like {@link watchWebhooks}, with the customer's identity and tax events. */
export function watchPayoutWebhooks(
  payoutId: string,
  onEntry: (entry: FeedEntry) => void,
): EventSource {
  const source = new EventSource(`/api/payouts/${encodeURIComponent(payoutId)}/events`);
  source.addEventListener("message", (event) => onEntry(JSON.parse(event.data) as FeedEntry));
  return source;
}
