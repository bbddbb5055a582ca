import { element } from "./dom.ts";
import type { FeedEntry } from "./shop-api.ts";

/** What the shop's server heard, newest last, each with its body to open. */
export interface WebhookList {
  view: HTMLElement;
  show(entry: FeedEntry): void;
}

/** An empty list; `show` adds an event or counts a repeated delivery of it. */
export function createWebhookList(): WebhookList {
  const list = element("ol", {
    class: "webhooks",
    "data-testid": "webhooks",
    "aria-live": "polite",
  });
  const empty = element("p", { class: "quiet" }, "Nothing yet. Each change arrives here, signed.");
  const shown = new Map<string, HTMLElement>();
  const view = element(
    "section",
    { class: "heard", "aria-labelledby": "heard" },
    element("h2", { id: "heard" }, "What the shop’s server hears"),
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

/** Screens say "payout"; the body below the line shows the name on the wire. */
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
