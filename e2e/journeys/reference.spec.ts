import { errorCodes } from "#contract/errors";
import { expectAccessible } from "../pages/accessibility.ts";
import { expect, test } from "./journey.ts";

test("the reference page and the OpenAPI document are served and name every error code", async ({
  page,
  request,
  stack,
}) => {
  const response = await request.get(`${stack.serviceUrl}/v1/openapi.json`);
  expect(response.ok()).toBe(true);
  const document = await response.json();
  expect(document.openapi).toMatch(/^3\.1/);
  for (const path of ["/v1/customers", "/v1/payment-intents", "/v1/operators/webhooks"]) {
    expect(Object.keys(document.paths)).toContain(path);
  }
  await page.goto(`${stack.pay}/docs/api`);
  const text = await page.locator("body").innerText();
  expect(Object.keys(errorCodes).filter((code) => !text.includes(code))).toEqual([]);
  await expectAccessible(page, undefined, "the reference page");
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page, undefined, "the reference page on a phone");
});

test("health, readiness, metrics and the SDK are served", async ({ request, stack }) => {
  for (const path of ["/healthz", "/readyz", "/metrics", "/v1/tessera.js"]) {
    const response = await request.get(`${stack.serviceUrl}${path}`);
    expect(response.status(), path).toBe(200);
  }
});
