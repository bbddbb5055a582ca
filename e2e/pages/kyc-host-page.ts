import type { Page } from "@playwright/test";
import type { StackAddresses } from "../stack/start-stack.ts";
import { KycWidget } from "./kyc-widget.ts";

export interface KycHostOptions {
  clientSecret: string;
  locale?: string;
  documentType?: string;
  /** What `fetchClientSecret` returns. Without it, the page does not pass that function. */
  freshSecret?: string;
}

/** An operator's page as simple as the documentation's snippet, with the identity widget. */
export class KycHostPage {
  readonly widget: KycWidget;

  private constructor(readonly page: Page) {
    this.widget = KycWidget.inFrame(page);
  }

  static async open(
    page: Page,
    stack: StackAddresses,
    options: KycHostOptions,
  ): Promise<KycHostPage> {
    const url = `${stack.shop}/identity-page-of-a-test`;
    await page.route(url, (route) =>
      route.fulfill({ contentType: "text/html; charset=utf-8", body: content(stack, options) }),
    );
    await page.goto(url);
    return new KycHostPage(page);
  }

  /** Waits for this event and returns its detail. */
  async event<T = Record<string, unknown>>(name: string): Promise<T> {
    const event = await this.page.waitForFunction(
      (eventName) =>
        (window as unknown as { seen: { name: string; detail: unknown }[] }).seen.find(
          (each) => each.name === eventName,
        ),
      name,
      { timeout: 60_000 },
    );
    return ((await event.jsonValue()) as { detail: unknown }).detail as T;
  }
}

function content(stack: StackAddresses, options: KycHostOptions): string {
  const { clientSecret, locale, documentType, freshSecret } = options;
  const json = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
  const { publishableKey } = stack.operator;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Verify your identity</title>
<link rel="icon" href="data:,">
<script src="${stack.pay}/v1/tessera.js"></script>
</head>
<body>
<main>
<h1>Your account</h1>
<div id="verify"></div>
</main>
<script>
window.seen = [];
const tessera = new Tessera(${json({ publishableKey, ...(locale ? { locale } : {}) })});
const kyc = tessera.createKycElements({
  clientSecret: ${json(clientSecret)},
  ${documentType ? `documentType: ${json(documentType)},` : ""}
  ${freshSecret ? `fetchClientSecret: async () => ${json(freshSecret)},` : ""}
});
for (const name of ["ready", "step", "status", "complete", "error", "loaderror", "escape"]) {
  kyc.on(name, (detail) => {
    const plain = detail instanceof Error ? { code: detail.code, party: detail.party } : detail;
    window.seen.push({ name, detail: plain === undefined ? null : JSON.parse(JSON.stringify(plain)) });
  });
}
kyc.mount("#verify");
</script>
</body>
</html>`;
}
