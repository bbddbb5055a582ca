import type { KycResult } from "../../../src/index.ts";
import type { Checkout } from "./checkout-view.ts";
import { element } from "./dom.ts";
import { errorWords } from "./error-words.ts";
import type { PageOptions } from "./page-options.ts";
import { loadIdentity } from "./shop-api.ts";

/** The SDK's global, added by its script tag. */
declare const Tessera: typeof import("../../../src/index.ts").Tessera;

const headlines: Record<string, string> = {
  success: "Thank you. You can now collect prizes of any size.",
  pending: "We’ll e-mail you when the review is done.",
};

export function openIdentity(
  clientSecret: string,
  { publishableKey, sandboxUrl }: { publishableKey: string; sandboxUrl: string },
  options: PageOptions,
): Checkout {
  if (typeof Tessera === "undefined") {
    throw new Error("The script did not load. Reload the page.");
  }
  const outcome = element("p", { class: "outcome", role: "status", "data-testid": "outcome" });
  const target = element("div", { id: "identity", "data-testid": "widget" });
  const kyc = new Tessera({
    publishableKey,
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  }).createKycElements({
    clientSecret,
    fetchClientSecret: async () => (await loadIdentity()).clientSecret,
  });
  const say = (text: string, type: string): void => {
    outcome.textContent = text;
    outcome.dataset["type"] = type;
  };
  kyc.on("complete", ({ type }: KycResult) => say(headlines[type] ?? "", type));
  kyc.on("loaderror", () => say(errorWords.notLoaded, "loaderror"));
  const view = element(
    "main",
    { class: "checkout" },
    element("a", { href: "/", class: "back" }, "← Back to the shop"),
    element("h1", {}, "Verify your identity"),
    element(
      "div",
      { class: "columns" },
      element(
        "section",
        { class: "why", "aria-label": "Why we ask" },
        element("h2", {}, "Why we ask"),
        element("p", {}, "The law requires us to know who receives a prize."),
        element(
          "p",
          {},
          "To try it, create ",
          element(
            "a",
            { href: `${sandboxUrl}/specimens`, target: "_blank" },
            "a test document for any name",
          ),
          " in the sandbox.",
        ),
      ),
      element("section", { class: "pay", "aria-label": "Identity" }, target, outcome),
    ),
  );
  // A frame reloads each time it is inserted, so the widget is mounted only in the page.
  queueMicrotask(() => kyc.mount(target));
  return { view, close: () => kyc.destroy() };
}
