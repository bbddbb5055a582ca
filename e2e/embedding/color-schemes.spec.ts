import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { W9HostPage } from "../pages/w9-host-page.ts";
import { chromiumLaunch } from "../stack/chromium-launch.ts";
import { createIntent, createPayer } from "../stack/operator-api.ts";
import { newOperator, operatorCommand } from "../stack/operator-commands.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { createPayee } from "../stack/w9-api.ts";
import { EmbeddingPage, expect, test } from "./embedding-page.ts";

/** Blink's numbers for what the device prefers. Playwright's emulation gives every frame the same value. */
const systems = { dark: 0, light: 1 } as const;
const surfaces = { light: "#fff", dark: "#14181f" } as const;
const green = [0, 128, 0];

/**
 * Settings and schemes of pages: `auto` in every kind of page, and both others where the page differs.
 * hosted-pages.test.ts and w9-window.test.ts test the rules alone, for every pair.
 */
const pairs = [
  ["auto", "normal"],
  ["auto", "dark"],
  ["auto", "light dark"],
  ["light", "dark"],
  ["dark", "light"],
] as const;

/** The expected look: the setting's, and for `auto` the page's; a page without a scheme is light. */
function expectedLook(mode: string, page: string, system: string): "light" | "dark" {
  if (mode !== "auto") return mode as "light" | "dark";
  if (page === "light dark") return system as "light" | "dark";
  return page === "dark" ? "dark" : "light";
}

for (const [system, number] of Object.entries(systems)) {
  test(`on a ${system} device the widget's look follows the setting and the page, and no box surrounds it`, async ({
    stack,
  }) => {
    const own = await newOperator(stack, { paymentMethodTypes: ["card"] });
    await onDevice(number, async (newPage) => {
      for (const [mode, scheme] of pairs) {
        await publish(own, mode);
        const page = await newPage();
        const { clientSecretKey } = await createIntent(own, await createPayer(own));
        await new EmbeddingPage(page, own).open({
          clientSecretKey,
          body: `<style>html{color-scheme:${scheme};background:rgb(0 128 0)}html.turned{color-scheme:dark}</style><div id="pay"></div>`,
        });
        const frame = page.frameLocator("#pay iframe");
        await frame.locator(".payment-total").waitFor();
        const look = expectedLook(mode, scheme, system);
        const where = `${mode} in a page of ${scheme} on ${system}`;
        await expect
          .poll(() => shownIn(frame), where)
          .toEqual({ surface: surfaces[look], controls: look });

        // The page shows through at the card's corner.
        const box = await page.locator("#pay iframe").boundingBox();
        const picture = await page.screenshot({
          clip: { x: box?.x ?? 0, y: box?.y ?? 0, width: 1, height: 1 },
        });
        const { data } = await sharp(picture)
          .removeAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true });
        expect([...data], `${where}: the corner`).toEqual(green);

        await page.evaluate(() => document.documentElement.classList.add("turned"));
        const turned = mode === "light" ? "light" : "dark";
        await expect
          .poll(() => shownIn(frame), `${where}, turned dark while it is open`)
          .toEqual({ surface: surfaces[turned], controls: turned });
        await page.context().close();
      }
    });
  });

  test(`on a ${system} device the W-9's window and dialog follow the page's look, without the brand`, async ({
    stack,
  }) => {
    const own = await newOperator(stack, { paymentMethodTypes: ["card"] });
    const payee = await createPayee(own);
    await onDevice(number, async (newPage) => {
      for (const [mode, scheme] of pairs) {
        await publish(own, mode);
        const look = expectedLook(mode, scheme, system);
        for (const isBlocking of [false, true]) {
          const page = await newPage();
          const host = await W9HostPage.open(page, own, { ...payee, scheme, isBlocking });
          if (isBlocking) await host.press();
          const w9 = isBlocking ? page.frameLocator("iframe") : await host.openWindow();
          await w9.getByTestId("field-dateOfBirth").waitFor();
          const where = `${isBlocking ? "dialog" : "window"}, ${mode}, page of ${scheme} on ${system}`;
          await expect
            .poll(() => shownIn(w9), where)
            .toEqual({ surface: surfaces[look], controls: look });
          expect(await w9.locator("html").evaluate(brandOf), where).toBe("");
          await page.context().close();
        }
      }
    });
  });
}

/**
 * Runs in a browser on a device that prefers this scheme. Each page has its own context, because a browser keeps a
 * frame's page for a minute.
 */
async function onDevice(number: number, run: (newPage: () => Promise<Page>) => Promise<void>) {
  const browser = await chromium.launch(
    chromiumLaunch(`--blink-settings=preferredColorScheme=${number}`),
  );
  try {
    await run(() => browser.newPage({ colorScheme: null, permissions: ["local-network-access"] }));
  } finally {
    await browser.close();
  }
}

async function publish(own: StackAddresses, mode: string) {
  const { operatorId } = own.operator;
  await operatorCommand(own, "appearance", "set", operatorId, `mode=${mode}`, "brandColor=#ffcc00");
}

const brandOf = (html: Element) => getComputedStyle(html).getPropertyValue("--brand");

/** The color of the card, and the scheme of native controls. */
function shownIn(frame: Pick<import("@playwright/test").Page, "locator">) {
  return frame.locator("body").evaluate((body) => {
    const style = getComputedStyle(body);
    return {
      surface: style.getPropertyValue("--color-surface").trim(),
      controls: style.colorScheme,
    };
  });
}
