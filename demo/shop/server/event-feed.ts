import type { VerifiedWebhookEvent } from "tessera/server";

export interface FeedEntry {
  eventId: string;
  type: string;
  status: string;
  sequence: number;
  createdAt: string;
  receivedAt: string;
  /** Number of deliveries of this event; they may repeat. */
  deliveries: number;
  data: Record<string, unknown>;
}

type Listener = (entry: FeedEntry) => void;

/** Webhooks by order, for later pages and for watching ones. */
export class EventFeed {
  readonly #entries = new Map<string, FeedEntry[]>();
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Adds a delivery. A repeated event is counted, not listed twice. */
  add(orderId: string, event: VerifiedWebhookEvent, receivedAt: string): void {
    const entries = this.#entries.get(orderId) ?? [];
    this.#entries.set(orderId, entries);
    const known = entries.find((entry) => entry.eventId === event.eventId);
    if (known) {
      known.deliveries += 1;
      this.#notify(orderId, known);
      return;
    }
    const { eventId, type, status, sequence, createdAt, data } = event;
    const entry = { eventId, type, status, sequence, createdAt, receivedAt, deliveries: 1, data };
    entries.push(entry);
    this.#notify(orderId, entry);
  }

  /**
   * Calls the listener with all events so far and each new one. Returns a function that stops it.
   */
  watch(orderId: string, listener: Listener): () => void {
    for (const entry of this.#entries.get(orderId) ?? []) listener(entry);
    const listeners = this.#listeners.get(orderId) ?? new Set();
    this.#listeners.set(orderId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(orderId);
    };
  }

  #notify(orderId: string, entry: FeedEntry): void {
    for (const listener of this.#listeners.get(orderId) ?? []) listener(entry);
  }
}
