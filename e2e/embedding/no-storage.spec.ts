/** The browser gives frames of other sites no cookies and no storage, as with strict privacy settings. */
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { expect, test } from "./embedding-page.ts";

test("a card is saved, and pays with a challenge, without cookies and storage of other sites", async ({
  page,
  stack,
  host,
  newSecret,
}) => {
  await page.addInitScript(() => {
    if (window === top) return;
    const deny = () => {
      throw new DOMException("The user agent denies access.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, name, { get: deny });
    }
  });
  await host.open({ clientSecretKey: await newSecret() });
  await host.event("ready");
  const frame = page.frames().find((frame) => frame.url().startsWith(stack.pay));
  const cookie = await frame?.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API would not be denied in the same way
    document.cookie = "a=1; SameSite=None; Secure";
    return document.cookie;
  });
  expect(cookie).toBe("");
  await host.widget.fill({ number: findCard("challenge").number });
  await host.widget.saveCard.check();
  await host.widget.pay();
  await host.challenge.enterCode();
  expect(await host.event("complete")).toMatchObject({ type: "success" });
});
