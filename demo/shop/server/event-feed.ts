import type { VerifiedWebhookEvent } from "tessera/webhooks";

/** A webhook as the page shows it. */
export interface FeedEntry {
  eventId: string;
  type: string;
  status: string;
  sequence: number;
  createdAt: string;
  receivedAt: string;
  /** How often this event has come; deliveries may repeat. */
  deliveries: number;
  data: Record<string, unknown>;
}

type Listener = (entry: FeedEntry) => void;

/** Verified webhooks by order, kept for pages that come later and told to those that watch. */
export class EventFeed {
  readonly #entries = new Map<string, FeedEntry[]>();
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Adds a delivery; a repeated event is counted, not listed twice. */
  add(orderId: string, event: VerifiedWebhookEvent, receivedAt: string): void {
    const entries = this.#entries.get(orderId) ?? [];
    this.#entries.set(orderId, entries);
    const known = entries.find((entry) => entry.eventId === event.eventId);
    if (known) {
      known.deliveries += 1;
      this.#tell(orderId, known);
      return;
    }
    const { eventId, type, status, sequence, createdAt, data } = event;
    const entry = { eventId, type, status, sequence, createdAt, receivedAt, deliveries: 1, data };
    entries.push(entry);
    this.#tell(orderId, entry);
  }

  /** Tells everything so far, then everything that comes; the answer ends it. */
  watch(orderId: string, listener: Listener): () => void {
    for (const entry of this.#entries.get(orderId) ?? []) listener(entry);
    const listeners = this.#listeners.get(orderId) ?? new Set();
    this.#listeners.set(orderId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(orderId);
    };
  }

  #tell(orderId: string, entry: FeedEntry): void {
    for (const listener of this.#listeners.get(orderId) ?? []) listener(entry);
  }
}
