import { type Page, test } from "@playwright/test";
import type { StackAddresses } from "../stack/start-stack.ts";

export interface W9HostOptions {
  w9CaptureUrl: string;
  /** The page's response headers, with its policies. */
  headers?: Record<string, string>;
  whenBlocked?: "inline" | "fail";
  /** Makes `window.open` fail, as a popup blocker does. */
  isBlocking?: boolean;
  scheme?: string;
}

export interface W9Outcome {
  type?: string;
  status?: string;
  code?: string;
  party?: string;
}

interface HostWindow {
  w9: { mode: string; close(): void; focus(): void };
  outcome: W9Outcome | undefined;
}

export class W9HostPage {
  private constructor(readonly page: Page) {}

  static async open(
    page: Page,
    stack: StackAddresses,
    options: W9HostOptions,
  ): Promise<W9HostPage> {
    const url = `${stack.shop}/w9-page-of-a-test-${test.info().testId}`;
    await page.route(url, (route) =>
      route.fulfill({
        contentType: "text/html; charset=utf-8",
        headers: options.headers ?? {},
        body: content(stack, options),
      }),
    );
    await page.goto(url);
    return new W9HostPage(page);
  }

  /** Presses the button and returns the new window. */
  async openWindow(): Promise<Page> {
    const opening = this.page.context().waitForEvent("page");
    await this.press();
    return opening;
  }

  async press(): Promise<void> {
    await this.page.getByRole("button", { name: "Tax form" }).click();
  }

  async mode(): Promise<string> {
    return this.page.evaluate(() => (window as unknown as HostWindow).w9.mode);
  }

  async close(): Promise<void> {
    await this.page.evaluate(() => (window as unknown as HostWindow).w9.close());
  }

  async outcome(): Promise<W9Outcome> {
    const found = await this.page.waitForFunction(
      () => (window as unknown as HostWindow).outcome,
      undefined,
      { timeout: 60_000 },
    );
    return (await found.jsonValue()) as W9Outcome;
  }

  /** The outcome, or undefined while `result` is pending. */
  async outcomeSoFar(): Promise<W9Outcome | undefined> {
    return this.page.evaluate(() => (window as unknown as HostWindow).outcome);
  }
}

function content(stack: StackAddresses, options: W9HostOptions): string {
  const { w9CaptureUrl, whenBlocked, isBlocking, scheme = "normal" } = options;
  const json = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en" style="color-scheme:${scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payout</title>
<link rel="icon" href="data:,">
<script src="${stack.pay}/v1/tessera.js"></script>
</head>
<body>
<main><h1>Payout</h1><button type="button">Tax form</button></main>
<script>
${isBlocking ? "window.open = () => null;" : ""}
const tessera = new Tessera(${json({ publishableKey: stack.operator.publishableKey, apiUrl: stack.pay })});
document.querySelector("button").addEventListener("click", () => {
  const w9 = tessera.openW9(${json({ w9CaptureUrl, ...(whenBlocked ? { whenBlocked } : {}) })});
  window.w9 = w9;
  w9.result.then(
    (result) => { window.outcome = result; },
    ({ code, party }) => { window.outcome = { code, party }; },
  );
});
</script>
</body>
</html>`;
}
