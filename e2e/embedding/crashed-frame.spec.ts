import type { CDPSession } from "@playwright/test";
import { findCard } from "../../sandbox/catalogue/cards.ts";
import { type Browser, startBrowser } from "../stack/devtools-browser.ts";
import { readStatus } from "../stack/operator-api.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { type EmbeddingPage, expect, type HostWindow, test } from "./embedding-page.ts";

/**
 * Kills the process of the widget's frames, as a phone does when memory is short. Playwright then treats the page as
 * dead although it still runs, so the returned function evaluates in it over a separate session.
 */
async function crashFrames({ page, stack }: EmbeddingPage) {
  const browser = page.context().browser();
  const frame = page.frames().find((frame) => frame.url().startsWith(stack.pay));
  if (!browser || !frame) throw new Error("no frame of the service");
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send("Target.getTargets");
  const target = targetInfos.find(({ url }) => url === page.url());
  const { targetId = "" } = target ?? {};
  const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
  const frameSession = await page.context().newCDPSession(frame);
  // The process dies before it can answer.
  frameSession.send("Page.crash").catch(() => {});
  return <T>(read: () => T) => evaluate<T>(session, sessionId, `(${read})()`);
}

let lastId = 0;

async function evaluate<T>(session: CDPSession, sessionId: string, expression: string): Promise<T> {
  lastId += 1;
  const id = lastId;
  const answered = new Promise<T>((resolve) => {
    const receive = (event: { sessionId: string; message: string }) => {
      const reply = JSON.parse(event.message);
      if (event.sessionId !== sessionId || reply.id !== id) return;
      session.off("Target.receivedMessageFromTarget", receive);
      resolve(reply.result.result.value);
    };
    session.on("Target.receivedMessageFromTarget", receive);
  });
  const params = { expression, returnByValue: true, awaitPromise: true };
  const message = JSON.stringify({ id, method: "Runtime.evaluate", params });
  await session.send("Target.sendMessageToTarget", { sessionId, message });
  return answered;
}

/** Runs in the page: the SDK checks liveness every three seconds instead of ten. */
const askSooner = () => {
  const { setInterval } = window;
  window.setInterval = ((run: () => void, ms: number) =>
    setInterval(run, ms === 10_000 ? 3000 : ms)) as typeof window.setInterval;
};

test("confirm() rejects when the widget's process dies, and no empty dialog covers the page", async ({
  page,
  host,
  newSecret,
}) => {
  await page.addInitScript(askSooner);
  const clientSecretKey = await newSecret();
  await host.open({ clientSecretKey });
  await host.event("ready");
  await host.widget.fill({ number: findCard("challenge").number });
  await page.evaluate(() => {
    const page = window as unknown as HostWindow & { confirmed: string };
    page.confirmed = "waiting";
    page.instances[0]?.confirm().then(
      () => Object.assign(page, { confirmed: "resolved" }),
      ({ code }: { code: string }) => Object.assign(page, { confirmed: code }),
    );
  });
  await expect(host.challenge.code).toBeVisible();
  // Waits for an answer from the frame: the SDK never reloads a frame that has not answered, because it may be an older
  // version.
  await page.waitForTimeout(4000);
  const read = await crashFrames(host);
  const confirmed = () => (window as unknown as { confirmed: string }).confirmed;
  await expect.poll(() => read(confirmed), { timeout: 60_000 }).toBe("frame_reloaded");
  const dialogs = () => document.querySelectorAll("dialog[open] iframe").length;
  await expect.poll(() => read(dialogs), { timeout: 60_000 }).toBe(0);
  const { payments } = await readStatus(host.stack, clientSecretKey.split("_secret_")[0] ?? "");
  expect(payments).toHaveLength(1);
});

// Playwright holds back what the page loads after a crash, so this test does not use it.
test("a widget whose process died is loaded again", async ({ stack, newSecret }) => {
  const browser = await startBrowser(process.env["CHROMIUM_PATH"] ?? "chromium");
  try {
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
    const page = await attach(browser, String(targetId));
    const source = `window.messages = 0;
      addEventListener("message", ({ data }) => { if (data.tessera) messages += 1; });
      (${askSooner})();`;
    await browser.send("Page.enable", {}, page);
    await browser.send("Page.addScriptToEvaluateOnNewDocument", { source }, page);
    await browser.send(
      "Page.navigate",
      { url: `${stack.shop}/?secret=${await newSecret()}` },
      page,
    );
    const messages = () => evaluateIn(browser, page, "window.messages");
    await expect.poll(messages, { timeout: 60_000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const frame = await attach(browser, await widgetOf(browser, stack));
    browser.send("Page.crash", {}, frame).catch(() => {});
    await expect.poll(messages, { timeout: 60_000 }).toBe(2);
    const input = `document.querySelector('input[autocomplete="cc-number"]') !== null`;
    const shows = async () =>
      evaluateIn(browser, await attach(browser, await widgetOf(browser, stack)), input);
    await expect.poll(shows, { timeout: 60_000 }).toBe(true);
  } finally {
    await browser.close();
  }
});

async function attach(browser: Browser, targetId: string): Promise<string> {
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
  return String(sessionId);
}

async function widgetOf(browser: Browser, stack: StackAddresses): Promise<string> {
  const { targetInfos } = await browser.send("Target.getTargets");
  const found = (targetInfos as { targetId: string; url: string }[]).find(({ url }) =>
    url.startsWith(`${stack.pay}/v1/frames/payment`),
  );
  if (!found) throw new Error("no frame of the service");
  return found.targetId;
}

async function evaluateIn(browser: Browser, session: string, expression: string) {
  const params = { expression, returnByValue: true };
  const { result } = await browser.send("Runtime.evaluate", params, session);
  return (result as { value?: unknown }).value;
}
