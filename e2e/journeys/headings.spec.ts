import { countTitles } from "../pages/accessibility.ts";
import { expect, test } from "./journey.ts";

/** Pages whose HTML contains the heading before any script runs. */
const serverRendered = {
  pay: [
    "/w9",
    "/docs",
    "/docs/api",
    "/verify/drivers-license",
    "/verify/passport",
    "/verify/phone",
  ],
  sandbox: ["/", "/specimens", "/wallet", "/receiving-bank", "/carrier"],
} as const;
const scriptRendered = { pay: ["/console"], shop: ["/", "/winnings", "/identity"] } as const;

test("every page of the service and the sandbox has exactly one h1, in its HTML and after its scripts", async ({
  page,
  request,
  stack,
}) => {
  const wrong: string[] = [];
  for (const site of ["pay", "sandbox"] as const) {
    for (const path of serverRendered[site]) {
      const address = `${stack[site]}${path}`;
      const response = await request.get(
        `${site === "pay" ? stack.serviceUrl : stack.sandboxUrl}${path}`,
      );
      expect(response.status(), address).toBe(200);
      const inText = (await response.text()).match(/<h1[ >]/g)?.length ?? 0;
      if (inText !== 1) wrong.push(`${address}: ${inText} in its HTML`);
      await page.goto(address);
      const running = await countTitles(page);
      if (running !== 1) wrong.push(`${address}: ${running} after its scripts`);
    }
  }
  for (const site of ["pay", "shop"] as const) {
    for (const path of scriptRendered[site]) {
      const address = `${stack[site]}${path}`;
      await page.goto(address);
      await page.locator("h1").first().waitFor();
      const running = await countTitles(page);
      if (running !== 1) wrong.push(`${address}: ${running}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("the W-9 and identity pages have their heading before their texts have loaded", async ({
  page,
  stack,
}) => {
  await page.route(/\/v1\/assets\/(w9|kyc)-en-[^/]*\.js/, () => undefined);
  for (const path of ["/w9#w9_1_secret_x", "/verify/passport#kyc_1_secret_x"]) {
    await page.goto(`${stack.pay}${path}`, { waitUntil: "commit" });
    await page.locator("h1").waitFor({ state: "attached" });
    expect(await countTitles(page), path).toBe(1);
  }
});
