// @vitest-environment happy-dom
import { expect, test } from "vitest";
import type { Language } from "#contract/languages";
import { textsOf } from "./i18n/texts-of.ts";
import { prerenderPages } from "./prerender.tsx";

test("every page with a first script has the message for a lost script, with a button, in its language", () => {
  const pages = prerenderPages().filter(({ boot }) => boot !== undefined);
  expect(new Set(pages.map(({ name }) => name))).toEqual(
    new Set(["payment", "kyc", "disbursement"]),
  );
  const texts = pages.map(({ body }) => {
    document.body.innerHTML = body;
    const message = document.querySelector<HTMLTemplateElement>("#lost")?.content;
    expect(message?.querySelectorAll("[role=alert] > button[type=button]")).toHaveLength(1);
    return message?.textContent;
  });
  expect(new Set(texts).size).toBe(pages.length);
});

test("every page of our own says in its language what to do if its script does not run", () => {
  const pages = prerenderPages().filter(({ name }) => /^(verify-|refund|w9)/.test(name));
  expect(new Set(pages.map(({ name }) => name)).size).toBe(5);
  for (const { name, locale, body } of pages) {
    document.body.innerHTML = body;
    const message = document.querySelector("#widget .late-page");
    expect(message?.textContent, `${name} ${locale}`).toBe(
      textsOf("late-page", locale as Language).late,
    );
  }
});
