// @vitest-environment happy-dom
import { expect, test } from "vitest";
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
