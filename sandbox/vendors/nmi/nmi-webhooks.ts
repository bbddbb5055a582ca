import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { toDecimalText } from "#contract/money";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, problem, type SandboxResponse } from "../../http/response.ts";
import type { Exchange, Route } from "../../http/router.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import { settleCharge } from "../../processors/settle-charge.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import {
  createVendorWebhooks,
  type VendorWebhooks,
  webhookRoutes,
} from "../kit/vendor-webhooks.ts";

const vendor = "nmi";

/** `POST /admin/nmi/chargebacks`: the event of a batch with one chargeback. */
const chargebackOrder = z.strictObject({
  chargeId: z.string(),
  reason: z._default(z.string(), "10.4: Other Fraud-Card Absent Environment"),
});

/** Creates the webhooks. The first part of their signature is a nonce, not a time. */
export function createNmiWebhooks(deps: SandboxDeps): VendorWebhooks {
  return createVendorWebhooks(deps, "NMI", (body) => {
    const nonce = deps.randomBytes(8).toString("hex");
    const hex = createHmac("sha256", sandboxCredentials.nmiSigning)
      .update(`${nonce}.${body}`)
      .digest("hex");
    return { "webhook-signature": `t=${nonce},s=${hex}` };
  });
}

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
      for (const { refundId, merchantReference } of refunds.ofCharge(charge)) {
        announce("refund.success", refundId, merchantReference);
      }
    }
  }

  function chargeBack({ body }: Exchange): SandboxResponse {
    const order = parseJsonBody(chargebackOrder, body);
    const charge = order && book.findById(vendor, order.chargeId);
    if (!order || !charge) return problem(404, "charge_not_found", "There is no such charge");
    const amount = toDecimalText(charge.amountMinor, charge.currency);
    const now = new Date(deps.now());
    webhooks.announce(`${charge.chargeId} chargeback ${order.reason}`, {
      event_id: deps.randomUuid(),
      event_type: "chargeback.batch.complete",
      event_body: {
        merchant: { id: "123456", name: "Sandbox" },
        processor: { id: "ccprocessora", name: "CC Processor", type: "cc" },
        count: 1,
        chargeback_amount: amount,
        chargebacks: [
          {
            id: charge.chargeId,
            date: `${now.getUTCMonth() + 1}/${now.getUTCDate()}/${now.getUTCFullYear()}`,
            customer_name: "Ada Lovelace",
            cc_number: `411111******${charge.last4}`,
            amount,
            reason: order.reason,
          },
        ],
      },
    });
    return json(201, order);
  }

  return {
    announceDue,
    routes: [
      ...webhookRoutes(vendor, webhooks, announceDue),
      [`POST /admin/${vendor}/chargebacks`, chargeBack],
    ],
  };
}
