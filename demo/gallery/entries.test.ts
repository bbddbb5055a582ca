// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { texts as en } from "../../widgets/i18n/en.ts";
import { texts as es } from "../../widgets/i18n/es.ts";
import { entries } from "./entries.ts";
import { linkTo, readLook } from "./look.ts";

it("has a link of its own for each entry", () => {
  const ids = entries.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/);
});

it.each(entries.map((entry) => [entry.id, entry] as const))(
  "shows %s in both languages",
  (_, entry) => {
    for (const view of [
      { texts: en, locale: "en-US" },
      { texts: es, locale: "es-MX" },
    ]) {
      const place = document.createElement("div");
      document.body.replaceChildren(place);
      entry.render(place, view);
      expect(place.textContent?.trim()).not.toBe("");
    }
  },
);

it("keeps the look from link to link", () => {
  const look = { lang: "es", dir: "rtl", zoom: 200 } as const;
  const query = linkTo("show", "payment-empty", look);
  expect(readLook(new URLSearchParams(query))).toEqual(look);
  expect(readLook(new URLSearchParams("lang=xx&dir=up&zoom=9"))).toEqual({
    lang: "en",
    dir: "ltr",
    zoom: 100,
  });
});
