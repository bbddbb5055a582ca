import * as z from "zod/mini";
import { loopbackUrl } from "../../http/loopback-url.ts";
import { parseJsonBody } from "../../http/parse-json-body.ts";
import { json, problem, type SandboxResponse } from "../../http/response.ts";
import type { Exchange, Handler, Route } from "../../http/router.ts";
import type { SandboxDeps } from "../../sandbox-deps.ts";

export interface WebhookDelivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Delays before each try. */
const tryAfterMs = [0, 1_000, 5_000, 30_000];

export interface VendorWebhooks {
  /** Sends an event, but only once for each name `once`. */
  announce(once: string, event: object): void;
  /** All events so far, oldest first, signed now. */
  deliveries(): readonly WebhookDelivery[];
  /** Sends each event to this address from now on; null stops sending. */
  sendTo(url: string | null): void;
  isSent(): boolean;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

/** Creates the webhooks. Until an address is set, they can only be read. `headersOf` signs each try. */
export function createVendorWebhooks(
  deps: SandboxDeps,
  vendor: string,
  headersOf: (body: string) => Readonly<Record<string, string>>,
): VendorWebhooks {
  const bodies: string[] = [];
  const announced = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let url: string | null = null;
  const signed = (body: string): WebhookDelivery => ({
    body,
    headers: { "content-type": "application/json", ...headersOf(body) },
  });

  async function post(body: string, to: string): Promise<void> {
    for (const pauseMs of tryAfterMs) {
      if (pauseMs > 0) await deps.sleep(pauseMs);
      try {
        const response = await fetch(loopbackUrl(to), {
          method: "POST",
          ...signed(body),
          signal: AbortSignal.timeout(5_000),
        });
        await response.arrayBuffer();
        if (response.ok) return;
      } catch {
        // The sender tries again.
      }
    }
    deps.log(`an event of ${vendor} was not accepted`);
  }

  return {
    announce(once, event) {
      if (announced.has(once)) return;
      announced.add(once);
      const body = JSON.stringify(event);
      bodies.push(body);
      if (!url) return;
      const delivery = post(body, url).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    deliveries: () => bodies.map(signed),
    sendTo(to) {
      url = to;
    },
    isSent: () => url !== null,
    async idle() {
      await Promise.all(underWay);
    },
  };
}

/**
 * `POST /admin/{vendor}/webhook` `{ url }` sets the address of events, `GET /admin/{vendor}/events` returns them all.
 * `announceDue` announces the outcomes that have become known since.
 */
export function webhookRoutes(
  vendor: string,
  webhooks: Omit<VendorWebhooks, "announce">,
  announceDue: () => void,
): Route[] {
  function setWebhook({ body }: Exchange): SandboxResponse {
    const request = parseJsonBody(z.strictObject({ url: z.nullable(z.url()) }), body);
    if (!request) return problem(400, "validation_failed", "url is missing");
    webhooks.sendTo(request.url);
    return json(200, request);
  }
  function events(): SandboxResponse {
    announceDue();
    return json(200, { data: webhooks.deliveries() });
  }
  return [
    [`POST /admin/${vendor}/webhook`, setWebhook],
    [`GET /admin/${vendor}/events`, events],
  ];
}

/** Delays after a request until its later outcome is announced. */
const settledAfterMs = [2_000, 5_000, 10_000];

/**
 * Handles a request and announces what it changed. A vendor's events can arrive before its response. Without an
 * address, nothing is announced until somebody reads the events.
 */
export function announcing(
  deps: SandboxDeps,
  webhooks: Pick<VendorWebhooks, "isSent">,
  announceDue: () => void,
) {
  return (handler: Handler): Handler =>
    (exchange) => {
      const response = handler(exchange);
      if (webhooks.isSent()) announceSoon(deps, announceDue);
      return response;
    };
}

/** Announces the known outcomes now, and later ones when they become known. */
export function announceSoon(deps: SandboxDeps, announceDue: () => void): void {
  announceDue();
  for (const ms of settledAfterMs) deps.schedule(ms, announceDue);
}
