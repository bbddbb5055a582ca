import type { KycResult } from "../../../src/index.ts";
import type { Checkout } from "./checkout-view.ts";
import { element } from "./dom.ts";
import { errorWords } from "./error-words.ts";
import type { PageOptions } from "./page-options.ts";
import { loadIdentity } from "./shop-api.ts";

/** The SDK's global, left by its script tag. */
declare const Tessera: typeof import("../../../src/index.ts").Tessera;

/** What the shop adds to the widget's own words. */
const headlines: Record<string, string> = {
  success: "Thank you! Prizes of any size can be yours now.",
  pending: "We write to you as soon as it is decided.",
};

/** Verifying who the customer is: what it is for, and the identity widget. */
export function openIdentity(
  clientSecret: string,
  { publishableKey, sandboxUrl }: { publishableKey: string; sandboxUrl: string },
  options: PageOptions,
): Checkout {
  if (typeof Tessera === "undefined") {
    throw new Error("The script did not load. Please reload the page.");
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
        element(
          "p",
          {},
          "Prizes go to the person who won them. The law wants us to know who that is.",
        ),
        element(
          "p",
          {},
          "For trying it out, the sandbox makes ",
          element(
            "a",
            { href: `${sandboxUrl}/specimens`, target: "_blank" },
            "a document for any name",
          ),
          ".",
        ),
      ),
      element("section", { class: "pay", "aria-label": "Identity" }, target, outcome),
    ),
  );
  // The frame loads again each time it is put into the page, so it is mounted once its place is there.
  queueMicrotask(() => kyc.mount(target));
  return { view, close: () => kyc.destroy() };
}
