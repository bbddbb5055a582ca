import { createHmac } from "node:crypto";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { loopbackUrl } from "../../http/loopback-url.ts";
import type { BookedCharge, ChargeBook } from "../../processors/charge-book.ts";
import type { BookedRefund, RefundBook } from "../../processors/refund-book.ts";
import { settleCharge } from "../../processors/settle-charge.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import { additionalDataOf, refusalOf } from "./adyen-wire.ts";

/** Adyen's name in the books. */
export const adyenName = "adyen";
export const merchantAccount = "TesseraSandbox";

interface Event {
  readonly eventCode: string;
  readonly success: boolean;
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantReference: string;
  readonly amount: { readonly currency: string; readonly value: number };
  readonly reason?: string;
  readonly additionalData?: Readonly<Record<string, string>>;
}

/** A notification is the request's body. */
export interface AdyenNotification {
  readonly live: "false";
  readonly notificationItems: readonly { readonly NotificationRequestItem: object }[];
}

/** Delays before each try. */
const tryAfterMs = [0, 1_000, 5_000, 30_000];

export interface AdyenWebhooks {
  /** Queues the known outcomes of all charges and refunds, each once. */
  announceDue(): void;
  announce(event: Event): void;
  /** All notifications so far, oldest first. */
  readonly notifications: readonly AdyenNotification[];
  /** Sends notifications to this address from now on; null stops sending. */
  sendTo(url: string | null): void;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

/** Creates the webhooks. Until an address is set, they can only be read. */
export function createAdyenWebhooks(
  deps: SandboxDeps,
  { book, refunds }: { book: ChargeBook; refunds: RefundBook },
): AdyenWebhooks {
  const notifications: AdyenNotification[] = [];
  const announced = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let url: string | null = null;

  async function post(notification: AdyenNotification, to: string): Promise<void> {
    for (const pauseMs of tryAfterMs) {
      if (pauseMs > 0) await deps.sleep(pauseMs);
      try {
        const response = await fetch(loopbackUrl(to), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(notification),
          signal: AbortSignal.timeout(5_000),
        });
        if (response.ok && (await response.text()) === "[accepted]") return;
      } catch {
        // The loop tries again.
      }
    }
    deps.log("an Adyen notification was not accepted");
  }

  function announce(event: Event): void {
    const at = new Date(deps.now()).toISOString().replace(/\.\d+Z$/, "+00:00");
    const notification = sign({ ...event, success: String(event.success), eventDate: at });
    notifications.push(notification);
    if (!url) return;
    const delivery = post(notification, url).finally(() => underWay.delete(delivery));
    underWay.add(delivery);
  }

  function once(key: string, event: () => Event): void {
    if (announced.has(key)) return;
    announced.add(key);
    announce(event());
  }

  function announceCharge(booked: BookedCharge): void {
    const charge = settleCharge(book, booked, deps.now());
    const isApproved = charge.status === "approved";
    if (isApproved || charge.status === "declined") {
      once(`${charge.chargeId} authorised`, () => ({
        eventCode: "AUTHORISATION",
        success: isApproved,
        ...ofCharge(charge),
        pspReference: charge.chargeId,
        merchantReference: charge.idempotencyKey,
        reason: isApproved ? `123456:${charge.last4}:12/2030` : refusalOf(charge)[1],
        additionalData: additionalDataOf(charge),
      }));
    }
    const { reversal } = charge;
    if (!reversal) return;
    once(`${charge.chargeId} reversed`, () => ({
      eventCode: "CANCEL_OR_REFUND",
      success: true,
      ...ofCharge(charge),
      pspReference: reversal.reversalId,
      originalReference: charge.chargeId,
      merchantReference: reversal.idempotencyKey,
      additionalData: { "modification.action": "cancel" },
    }));
  }

  function announceRefund(booked: BookedRefund): void {
    const refund = refunds.settle(booked, deps.now());
    const event = (eventCode: string, success: boolean): Event => ({
      eventCode,
      success,
      pspReference: refund.refundId,
      originalReference: refund.chargeId,
      merchantReference: refund.idempotencyKey,
      amount: { currency: refund.currency, value: refund.amountMinor },
      ...(refund.arn ? { additionalData: { arn: refund.arn } } : {}),
      ...(success ? {} : { reason: "Insufficient balance on payment" }),
    });
    const succeeded = refund.applied?.some(({ status }) => status === "success");
    if (succeeded) once(`${refund.refundId} refunded`, () => event("REFUND", true));
    if (refund.status !== "failed") return;
    if (succeeded) once(`${refund.refundId} returned`, () => event("REFUNDED_REVERSED", true));
    else once(`${refund.refundId} refunded`, () => event("REFUND", false));
  }

  return {
    announceDue() {
      for (const charge of book.all()) if (charge.processor === adyenName) announceCharge(charge);
      for (const refund of refunds.all()) {
        if (refund.processor === adyenName) announceRefund(refund);
      }
    },
    announce,
    notifications,
    sendTo(to) {
      url = to;
    },
    async idle() {
      await Promise.all(underWay);
    },
  };
}

function ofCharge({ currency, amountMinor }: BookedCharge) {
  return { amount: { currency, value: amountMinor } };
}

/** Adyen's signature: HMAC-SHA256 over eight fields with colons between them. */
function sign(
  event: Omit<Event, "success"> & { readonly success: string; readonly eventDate: string },
): AdyenNotification {
  const { pspReference, originalReference = "", merchantReference, amount } = event;
  const signed = [
    pspReference,
    originalReference,
    merchantAccount,
    merchantReference,
    amount.value,
    amount.currency,
    event.eventCode,
    event.success,
  ].join(":");
  const hmacSignature = createHmac("sha256", Buffer.from(sandboxCredentials.adyenHmac, "hex"))
    .update(signed)
    .digest("base64");
  const item = {
    ...event,
    merchantAccountCode: merchantAccount,
    paymentMethod: "visa",
    reason: event.reason ?? "",
    additionalData: { ...event.additionalData, hmacSignature },
  };
  return { live: "false", notificationItems: [{ NotificationRequestItem: item }] };
}
