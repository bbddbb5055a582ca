import { createHmac } from "node:crypto";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { toMajor } from "#contract/money";
import type { Route } from "../../http/router.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import { settleCharge } from "../../processors/settle-charge.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import {
  createVendorWebhooks,
  type VendorWebhooks,
  webhookRoutes,
} from "../kit/vendor-webhooks.ts";

const vendor = "authorize-net";

/** Creates the webhooks. They are signed with the text of the signature key, without decoding it from hexadecimal. */
export function createAuthorizeNetWebhooks(deps: SandboxDeps): VendorWebhooks {
  return createVendorWebhooks(deps, "Authorize.Net", (body) => ({
    "x-anet-signature": `sha512=${createHmac("sha512", sandboxCredentials.authorizeNetSignature)
      .update(body)
      .digest("hex")
      .toUpperCase()}`,
  }));
}

/** The events of a charge and its refunds. A declined sale has no event. */
export function authorizeNetEvents(
  { deps, book, refunds }: Pick<ProcessorParts, "deps" | "book" | "refunds">,
  webhooks: VendorWebhooks,
): { readonly announceDue: () => void; readonly routes: Route[] } {
  const webhookId = deps.randomUuid();

  function announce(
    type: string,
    {
      id,
      reference,
      amount,
    }: { readonly id: string; readonly reference: string; readonly amount: number },
  ): void {
    webhooks.announce(`${id} ${type}`, {
      notificationId: deps.randomUuid(),
      eventType: `net.authorize.payment.${type}`,
      eventDate: new Date(deps.now()).toISOString(),
      webhookId,
      payload: {
        responseCode: 1,
        authAmount: amount,
        merchantReferenceId: reference,
        invoiceNumber: reference,
        entityName: "transaction",
        id,
      },
    });
  }

  function announceDue(): void {
    for (const booked of book.all().filter(({ processor }) => processor === vendor)) {
      const charge = settleCharge(book, booked, deps.now());
      const { chargeId: id, idempotencyKey: reference } = charge;
      const amount = toMajor(charge.amountMinor, charge.currency);
      if (charge.status === "pending") announce("fraud.held", { id, reference, amount });
      if (charge.status === "approved") announce("authcapture.created", { id, reference, amount });
      if (charge.reversal) announce("void.created", { id, reference, amount });
      for (const refund of refunds.ofCharge(charge)) {
        announce("refund.created", {
          id: refund.refundId,
          reference: refund.idempotencyKey,
          amount: toMajor(refund.amountMinor, refund.currency),
        });
      }
    }
  }

  return { announceDue, routes: webhookRoutes(vendor, webhooks, announceDue) };
}
