import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, problem } from "../../http/response.ts";
import type { Route } from "../../http/router.ts";
import type { BookedCharge } from "../../processors/charge-book.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import { settleCharge } from "../../processors/settle-charge.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import {
  createVendorWebhooks,
  type VendorWebhooks,
  webhookRoutes,
} from "../kit/vendor-webhooks.ts";

const vendor = "worldpay";

/** `POST /admin/worldpay/disputes`: the event of a charge's dispute. */
const disputeOrder = z.strictObject({
  chargeId: z.string(),
  type: z._default(z.enum(["informationRequested", "chargedBack"]), "chargedBack"),
});

/** Worldpay's events, signed like `Event-Signature: 1/SHA256/<hex>`. */
export function createWorldpayWebhooks(deps: SandboxDeps): VendorWebhooks {
  return createVendorWebhooks(deps, "Worldpay", (body) => ({
    "content-type": "application/vnd.worldpay.events-v1.hal+json",
    "event-signature": `1/SHA256/${createHmac("sha256", sandboxCredentials.worldpayEvents)
      .update(body)
      .digest("hex")}`,
  }));
}

export function worldpayEvents(
  { deps, book, refunds }: Pick<ProcessorParts, "deps" | "book" | "refunds">,
  webhooks: VendorWebhooks,
): { readonly announceDue: () => void; readonly routes: Route[] } {
  function announce(
    type: string,
    charge: Pick<BookedCharge, "idempotencyKey" | "createdAt" | "currency">,
    {
      value,
      reference,
      refundId = "",
    }: { readonly value: number; readonly reference?: string; readonly refundId?: string },
    classification = "payment",
  ): void {
    const at = new Date(deps.now()).toISOString();
    webhooks.announce(`${charge.idempotencyKey} ${type} ${refundId}`, {
      eventId: deps.randomUuid(),
      eventTimestamp: at.replace("Z", ""),
      eventDetails: {
        classification,
        downstreamReference: String(3_378_792_436),
        transactionReference: charge.idempotencyKey,
        type,
        date: charge.createdAt.slice(0, 10),
        ...(reference === undefined ? {} : { reference }),
        amount: { value, currencyCode: charge.currency },
        _links: { payment: { href: "" } },
      },
    });
  }

  function announceDue(): void {
    for (const booked of book.all().filter(({ processor }) => processor === vendor)) {
      const charge = settleCharge(book, booked, deps.now());
      const whole = { value: charge.amountMinor };
      if (charge.status === "declined") announce("refused", charge, whole);
      if (charge.status === "approved") announce("sentForSettlement", charge, whole);
      if (charge.reversal) announce("cancelled", charge, whole);
      for (const each of refunds.ofCharge(charge)) {
        const refund = refunds.settle(each, deps.now());
        const { amountMinor: value, merchantReference, refundId } = refund;
        const part = { value, reference: merchantReference, refundId };
        announce("sentForRefund", charge, part);
        if (refund.status === "success") announce("refunded", charge, part);
        if (refund.status === "failed") announce("refundFailed", charge, part);
      }
    }
  }

  return {
    announceDue,
    routes: [
      ...webhookRoutes(vendor, webhooks, announceDue),
      [
        `POST /admin/${vendor}/disputes`,
        ({ body }) => {
          const order = parseJsonBody(disputeOrder, body);
          const charge = order && book.findById(vendor, order.chargeId);
          if (!order || !charge) return problem(404, "charge_not_found", "There is no such charge");
          const isInquiry = order.type === "informationRequested";
          const value = charge.amountMinor;
          announce(order.type, charge, { value }, isInquiry ? "chargeback" : "payment");
          return json(201, order);
        },
      ],
    ],
  };
}
