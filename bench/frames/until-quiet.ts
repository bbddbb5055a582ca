import type { Browser } from "../../e2e/stack/devtools-browser.ts";

/**
 * Waits until the browser is idle, at most ten seconds. A new window loads internal pages (its address bar has about
 * 400 modules), which must not run during a measurement.
 */
export async function untilQuiet(browser: Pick<Browser, "send">): Promise<void> {
  const deadline = Date.now() + 10_000;
  let before = await cpuSeconds(browser);
  for (let quietTimes = 0; quietTimes < 3 && Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = await cpuSeconds(browser);
    quietTimes = now - before < 0.01 ? quietTimes + 1 : 0;
    before = now;
  }
}

async function cpuSeconds(browser: Pick<Browser, "send">): Promise<number> {
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  return (processInfo as { cpuTime: number }[]).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
