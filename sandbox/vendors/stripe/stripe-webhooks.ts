import { createHmac } from "node:crypto";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { loopbackUrl } from "../../http/loopback-url.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";

/** An event as it is sent, with the header that signs it. */
export interface StripeDelivery {
  readonly body: string;
  readonly signature: string;
}

/** Pauses before each attempt to send an event. */
const tryAfterMs = [0, 1_000, 5_000, 30_000];

/** Stripe's signed webhooks. */
export interface StripeWebhooks {
  /** Sends an event once, whatever else happens to the object. `once` names it. */
  announce(once: string, type: string, object: object): void;
  /** All events so far, oldest first, signed now. */
  deliveries(): readonly StripeDelivery[];
  /** Sends each event to this address from now on; null: to nobody. */
  sendTo(url: string | null): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Creates the webhooks. At first they go to nobody, and can only be read. */
export function createStripeWebhooks(deps: SandboxDeps): StripeWebhooks {
  const bodies: string[] = [];
  const announced = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let url: string | null = null;

  /** Signatures have the machine's time: they are compared with it. */
  function signed(body: string): StripeDelivery {
    const seconds = Math.floor(deps.machineNow() / 1000);
    const hex = createHmac("sha256", sandboxCredentials.stripeWebhook)
      .update(`${seconds}.${body}`)
      .digest("hex");
    return { body, signature: `t=${seconds},v1=${hex}` };
  }

  async function post(body: string, to: string): Promise<void> {
    for (const pauseMs of tryAfterMs) {
      if (pauseMs > 0) await deps.sleep(pauseMs);
      try {
        const answer = await fetch(loopbackUrl(to), {
          method: "POST",
          headers: {
            "content-type": "application/json",
            "stripe-signature": signed(body).signature,
          },
          body,
          signal: AbortSignal.timeout(5_000),
        });
        await answer.arrayBuffer();
        if (answer.ok) return;
      } catch {
        // Tried again.
      }
    }
    deps.log("a Stripe event was not accepted");
  }

  return {
    announce(once, type, object) {
      if (announced.has(once)) return;
      announced.add(once);
      const body = JSON.stringify({
        id: `evt_${deps.randomBytes(12).toString("hex")}`,
        object: "event",
        api_version: "2026-10-28.endive",
        created: Math.floor(deps.now() / 1000),
        type,
        livemode: false,
        data: { object },
      });
      bodies.push(body);
      if (!url) return;
      const delivery = post(body, url).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    deliveries: () => bodies.map(signed),
    sendTo(to) {
      url = to;
    },
    async idle() {
      await Promise.all(underWay);
    },
  };
}
