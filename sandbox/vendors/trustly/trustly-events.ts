import { loopbackUrl } from "../../http/loopback-url.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import type { WebhookDelivery } from "../kit/vendor-webhooks.ts";
import {
  type BookedTransaction,
  partReturned,
  sandboxMerchant,
  statusOf,
  type TrustlyBook,
} from "./trustly-book.ts";
import { eventHeaders } from "./trustly-signature.ts";

/** Delays before each try. */
const tryAfterMs = [0, 1_000, 5_000, 30_000];
/** Delays after a request until its later outcome is announced. */
const settledAfterMs = [2_500, 5_500, 10_000];

const eventOf: Readonly<Record<string, string>> = {
  "2": "Authorize",
  "3": "Process",
  "4": "Completed",
  "5": "Failed",
  "7": "Cancel",
  "10": "Reverse",
  "13": "Void",
};

/** Events go to the address of each authorization. */
export interface TrustlyEvents {
  /** Sends the known outcomes now, and later ones when they become known. */
  announceSoon(): void;
  announceDue(): void;
  /** All events so far, oldest first. */
  deliveries(): readonly WebhookDelivery[];
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

/** Creates the events. `splitTokenOf` returns the token in the event of an authorization. */
export function createTrustlyEvents(
  deps: SandboxDeps,
  book: TrustlyBook,
  splitTokenOf: (transaction: BookedTransaction) => string,
): TrustlyEvents {
  const sent: WebhookDelivery[] = [];
  const announced = new Set<string>();
  const underWay = new Set<Promise<void>>();

  function bodyOf(booked: BookedTransaction, status: string, code: string): string {
    const event = eventOf[status] ?? "Update";
    return new URLSearchParams({
      merchantId: sandboxMerchant,
      merchantReference: booked.merchantReference,
      paymentType: booked.paymentType ?? "2",
      transactionType: booked.type,
      eventId: String(1_002_593_570 + announced.size),
      eventType: event,
      objectId: booked.transactionId,
      objectType: "Transaction",
      message: "",
      timeZone: "Etc/UTC",
      createdAt: String(deps.now()),
      "paymentProviderTransaction.status": code,
      status,
      statusMessage: event,
      ...(booked.type === "1" && { splitToken: splitTokenOf(booked) }),
    }).toString();
  }

  async function post(delivery: WebhookDelivery, to: string): Promise<void> {
    for (const pauseMs of tryAfterMs) {
      if (pauseMs > 0) await deps.sleep(pauseMs);
      try {
        const response = await fetch(loopbackUrl(to), {
          method: "POST",
          ...delivery,
          signal: AbortSignal.timeout(5_000),
        });
        await response.arrayBuffer();
        if (response.ok) return;
      } catch {
        // The sender tries again.
      }
    }
    deps.log("an event of trustly was not accepted");
  }

  function announceDue(): void {
    for (const booked of book.all()) {
      const { notificationUrl } = booked;
      if (notificationUrl === undefined) continue;
      const part = partReturned(booked, deps.now());
      const [status, code] = part ? ["10", part.code] : statusOf(booked, deps.now());
      const once = `${booked.transactionId} ${status}`;
      if (status === "1" || announced.has(once)) continue;
      announced.add(once);
      const body = bodyOf(booked, status, code);
      const delivery = { body, headers: eventHeaders(body) };
      sent.push(delivery);
      const posting = post(delivery, notificationUrl).finally(() => underWay.delete(posting));
      underWay.add(posting);
    }
  }
  return {
    announceDue,
    announceSoon() {
      announceDue();
      for (const ms of settledAfterMs) deps.schedule(ms, announceDue);
    },
    deliveries: () => sent,
    async idle() {
      await Promise.all(underWay);
    },
  };
}
