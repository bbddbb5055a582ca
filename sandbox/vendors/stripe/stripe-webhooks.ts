import { createHmac } from "node:crypto";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { SandboxDeps } from "../../sandbox-deps.ts";
import { createVendorWebhooks, type VendorWebhooks } from "../kit/vendor-webhooks.ts";

export interface StripeWebhooks extends Omit<VendorWebhooks, "announce"> {
  /** Sends an event only once for each name `once`. */
  announce(once: string, type: string, object: object): void;
}

/** Creates the webhooks. Signatures have the machine's time, because the service compares them with it. */
export function createStripeWebhooks(deps: SandboxDeps): StripeWebhooks {
  const webhooks = createVendorWebhooks(deps, "Stripe", (body) => {
    const seconds = Math.floor(deps.machineNow() / 1000);
    const hex = createHmac("sha256", sandboxCredentials.stripeWebhook)
      .update(`${seconds}.${body}`)
      .digest("hex");
    return { "stripe-signature": `t=${seconds},v1=${hex}` };
  });
  return {
    ...webhooks,
    announce: (once, type, object) =>
      webhooks.announce(once, {
        id: `evt_${deps.randomBytes(12).toString("hex")}`,
        object: "event",
        api_version: "2026-10-28.endive",
        created: Math.floor(deps.now() / 1000),
        type,
        livemode: false,
        data: { object },
      }),
  };
}
