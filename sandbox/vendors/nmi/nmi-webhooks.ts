import { createHmac } from "node:crypto";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { Route } from "../../http/router.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import { settleCharge } from "../../processors/settle-charge.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import {
  createVendorWebhooks,
  type VendorWebhooks,
  webhookRoutes,
} from "../kit/vendor-webhooks.ts";

const vendor = "nmi";

/** NMI's webhooks. The first part of the signature is a nonce, not a time. */
export function createNmiWebhooks(deps: SandboxDeps): VendorWebhooks {
  return createVendorWebhooks(deps, "NMI", (body) => {
    const nonce = deps.randomBytes(8).toString("hex");
    const hex = createHmac("sha256", sandboxCredentials.nmiSigning)
      .update(`${nonce}.${body}`)
      .digest("hex");
    return { "webhook-signature": `t=${nonce},s=${hex}` };
  });
}

/** What NMI reports of its transactions. */
export function nmiEvents(
  { deps, book, refunds }: Pick<ProcessorParts, "deps" | "book" | "refunds">,
  webhooks: VendorWebhooks,
): { readonly announceDue: () => void; readonly routes: Route[] } {
  const announce = (type: string, id: string, order: string) =>
    webhooks.announce(`${id} ${type}`, {
      event_id: deps.randomUuid(),
      event_type: `transaction.${type}`,
      event_body: { transaction_id: id, order_id: order },
    });

  function announceDue(): void {
    for (const booked of book.all().filter(({ processor }) => processor === vendor)) {
      const charge = settleCharge(book, booked, deps.now());
      const { chargeId: id, idempotencyKey: order } = charge;
      if (charge.status === "approved") announce("sale.success", id, order);
      if (charge.status === "declined") announce("sale.failure", id, order);
      if (charge.reversal) announce("void.success", id, order);
      for (const { refundId, idempotencyKey } of refunds.ofCharge(charge)) {
        announce("refund.success", refundId, idempotencyKey);
      }
    }
  }

  return { announceDue, routes: webhookRoutes(vendor, webhooks, announceDue) };
}
