// @vitest-environment happy-dom
import { render } from "preact";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { appearanceSchema, ownAppearance } from "#contract/appearance/appearance";
import { languages } from "#contract/languages";
import { cryptoPaymentTexts } from "../../widgets/i18n/en/crypto-payment.ts";
import { texts as en } from "../../widgets/i18n/en/payment.ts";
import { paymentMethodTexts } from "../../widgets/i18n/en/payment-method.ts";
import { paymentOutcomeTexts } from "../../widgets/i18n/en/payment-outcome.ts";
import { savedMethodTexts } from "../../widgets/i18n/en/saved-method.ts";
import { textsOf } from "../../widgets/i18n/texts-of.ts";
import { paymentSteps } from "../../widgets/payment/machine/state.ts";
import { knownTypes } from "../../widgets/payment/offered-methods.ts";
import { entries } from "./entries.ts";
import { isFound } from "./gallery-page.tsx";
import { applyLookToLoadedTexts, galleryTexts } from "./gallery-texts.ts";
import { appearanceIn, brands, type Look, linkTo, readLook } from "./look.ts";
import { wordsOf } from "./testing/words-of.ts";

// Entries count deadlines from their import; on a busy machine short ones would pass before they are shown.
vi.hoisted(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

const english = { texts: en, language: "en", locale: "en-US" } as const;
/** Returns an empty place. Unmounts the previous one, with its clocks. */
const place = () => {
  for (const root of document.querySelectorAll("body > div, body > div > div")) render(null, root);
  const element = document.createElement("div");
  document.body.replaceChildren(element);
  return element;
};

it("has a unique link for each entry", () => {
  const ids = entries.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/);
});

it.each(entries.map((entry) => [entry.id, entry] as const))(
  "shows %s in every language",
  (_, entry) => {
    for (const language of languages) {
      const view = { texts: textsOf("payment", language), language, locale: language };
      const shown = place();
      void entry.render(shown, view);
      expect(shown.textContent?.trim()).not.toBe("");
    }
  },
);

describe("the payment widget", () => {
  /** The steps seen: `step` and `step of method`. */
  const seen = new Set<string>();
  /** `step` and `step of method`. */
  const steps = new Set<string>();

  beforeAll(async () => {
    for (const entry of entries.filter(({ group }) => group.startsWith("Payment"))) {
      const shown = place();
      await entry.render(shown, english);
      for (const element of shown.querySelectorAll("*")) {
        for (const { value } of element.attributes) seen.add(plain(value));
        for (const { nodeType, textContent } of element.childNodes) {
          if (nodeType === Node.TEXT_NODE) seen.add(plain(textContent ?? ""));
        }
      }
      const step = shown.querySelector<HTMLElement>("[data-step]")?.dataset["step"];
      const method = shown.querySelector<HTMLInputElement>("[name=payment-method]:checked")?.value;
      steps.add(`${step}`).add(`${step} of ${method}`);
    }
  });
  it("is shown in every step of the state machine", () => {
    expect(paymentSteps.filter((step) => !steps.has(step))).toEqual([]);
  });

  it("is shown with every payment method before, during and after payment", () => {
    const missing = knownTypes.flatMap((type) =>
      ["form", "paying", "pending", "success"]
        .map((step) => `${step} of ${type}`)
        .filter((each) => !steps.has(each)),
    );
    expect(missing).toEqual([]);
  });

  // The SDK shows the challenge's title, above the bank's page.
  const { challengeTitle: _, ...widgetTexts } = en;
  const all = {
    widgetTexts,
    paymentOutcomeTexts,
    paymentMethodTexts,
    cryptoPaymentTexts,
    savedMethodTexts,
  };
  it.each(Object.entries(all))("shows every text of %s", (_, texts) => {
    const missing = wordsOf(texts).filter(
      ({ pieces }) => ![...seen].some((text) => holds(text, pieces.map(plain))),
    );
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});

it("keeps the look and the search from link to link", () => {
  const look: Look = {
    lang: "es",
    dir: "rtl",
    zoom: 200,
    pseudo: "long",
    brand: "yellow",
    mode: "dark",
    width: 768,
  };
  const query = linkTo("entry", "payment-empty", look, "card 3-D");
  expect(readLook(new URLSearchParams(query))).toEqual(look);
  expect(new URLSearchParams(query).get("search")).toBe("card 3-D");
  const unknown = "lang=xx&dir=up&zoom=9&pseudo=short&brand=constructor&mode=sepia&width=9";
  expect(readLook(new URLSearchParams(unknown))).toEqual({
    lang: "en",
    dir: "ltr",
    zoom: 100,
    pseudo: null,
    brand: "none",
    mode: "light",
    width: null,
  });
});

describe("a pseudo-language", () => {
  beforeAll(() => {
    history.replaceState(null, "", "?pseudo=long");
    applyLookToLoadedTexts();
  });
  afterAll(() => history.replaceState(null, "", "?"));

  it.each(["ways-bank", "pay-by-bank-form", "crypto-form", "saved-list", "saved-bank"])(
    "changes every heading, label and button of %s, which loads later",
    async (id) => {
      const shown = place();
      const entry = entries.find((entry) => entry.id === id);
      await entry?.render(shown, { ...english, texts: galleryTexts("payment", "en") });
      const texts = [...shown.querySelectorAll("h1, h2, h3, legend, .field-label, button")]
        .map(({ textContent }) => plain(textContent ?? ""))
        .filter((text) => text !== "");
      expect(texts.length).toBeGreaterThan(3);
      expect(texts.filter((text) => !text.includes("·l"))).toEqual([]);
    },
  );

  it("changes the hints of the first screen too", async () => {
    const shown = place();
    const entry = entries.find(({ id }) => id === "payment-empty");
    await entry?.render(shown, { ...english, texts: galleryTexts("payment", "en") });
    expect(shown.querySelector<HTMLInputElement>("[name=expiry]")?.placeholder).toContain("·l");
  });
});

it("has the look of an operator with a brand, and Tessera's own dark mode without", () => {
  const plain = readLook(new URLSearchParams());
  expect(appearanceIn(plain)).toBeNull();
  expect(appearanceIn({ ...plain, mode: "dark" })).toEqual({ ...ownAppearance, mode: "dark" });
  for (const brand of Object.keys(brands).filter((key) => key !== "none")) {
    const appearance = appearanceIn({ ...plain, brand });
    expect(appearanceSchema.parse(appearance)).toEqual(appearance);
  }
});

it("finds entries by words of their title, group or link, in any order", () => {
  const found = (search: string) =>
    entries.filter((entry) => isFound(entry, search)).map(({ id }) => id);
  expect(found("")).toHaveLength(entries.length);
  expect(found("signed w9")).toContain("w9-signed");
  expect(found("SIGNED payment declined")).not.toContain("w9-signed");
  expect(found("no such words")).toEqual([]);
});

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** Whether the text contains all pieces in order. */
function holds(text: string, pieces: readonly string[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}
