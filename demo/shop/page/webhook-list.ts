import { element } from "./dom.ts";
import type { FeedEntry } from "./shop-api.ts";

/** The webhooks that the shop's server received, newest last, with their bodies. */
export interface WebhookList {
  view: HTMLElement;
  show(entry: FeedEntry): void;
}

/** Creates an empty list. `show` adds an event, or counts its repeated delivery. */
export function createWebhookList(): WebhookList {
  const list = element("ol", {
    class: "webhooks",
    "data-testid": "webhooks",
    "aria-live": "polite",
  });
  const empty = element("p", { class: "quiet" }, "No webhooks yet. Each change appears here.");
  const shown = new Map<string, HTMLElement>();
  const view = element(
    "section",
    { class: "webhook-panel", "aria-labelledby": "webhook-panel" },
    element("h2", { id: "webhook-panel" }, "Webhooks of the shop’s server"),
    empty,
    list,
  );
  return {
    view,
    show(entry) {
      empty.remove();
      const item = webhookItem(entry);
      const known = shown.get(entry.eventId);
      shown.set(entry.eventId, item);
      if (known) known.replaceWith(item);
      else list.append(item);
    },
  };
}

/** The screen says "payout"; the body shows the name on the wire. */
function webhookItem(entry: FeedEntry): HTMLElement {
  const times = entry.deliveries > 1 ? ` ×${entry.deliveries}` : "";
  return element(
    "li",
    {
      "data-testid": "webhook",
      "data-type": entry.type,
      "data-status": entry.status,
      "data-sequence": entry.sequence,
    },
    element(
      "details",
      {},
      element(
        "summary",
        {},
        element(
          "span",
          { class: "kind" },
          `${entry.type.replaceAll("disbursement", "payout")} `,
          element("b", {}, entry.status),
        ),
        element("span", { class: "verified" }, `✓ Signature verified${times}`),
        element("time", { datetime: entry.receivedAt }, timeText(entry.receivedAt)),
      ),
      element("pre", { tabindex: 0 }, JSON.stringify(entry.data, null, 2)),
    ),
  );
}

function timeText(at: string): string {
  return new Date(at).toLocaleTimeString([], { timeStyle: "medium" });
}
