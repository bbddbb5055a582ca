import { test as base, expect, type Page } from "@playwright/test";
import { ChallengeDialog } from "../pages/challenge-dialog.ts";
import { PaymentWidget } from "../pages/payment-widget.ts";
import { sharedStack } from "../stack/global-setup.ts";
import { createIntent, createPayer } from "../stack/operator-api.ts";
import type { StackAddresses } from "../stack/start-stack.ts";

export interface Seen {
  /** Events of all instances in order: `[instance, name, detail]`. */
  seen: [number, string, { code?: string; type?: string } | null][];
  traces: { name: string; element: string; type?: string; reason?: string; origin?: string }[];
  violations: string[];
}

export interface HostWindow extends Window, Seen {
  /** Listeners on window and document that were added and not removed. */
  listeners: number;
  /** Creates another instance and returns its number. */
  create(options?: object): number;
  instances: HostedPayment[];
}

export interface HostedPayment {
  mount(target: string | Element): void;
  unmount(): void;
  destroy(): void;
  confirm(): Promise<{ type: string }>;
  update(options: object): void;
  on(name: string, handler: (detail: unknown) => void): () => void;
}

export interface EmbeddingOptions {
  clientSecretKey: string;
  headers?: Record<string, string>;
  /** Content of `<body>`. The widget mounts in `#pay`. */
  body?: string;
  /** Options of `new Tessera`. */
  tessera?: object;
  /** False if the test mounts the widget itself. */
  mount?: boolean;
  /** False if `body` loads the SDK. */
  sdkInHead?: boolean;
}

/**
 * A hostile or strict host page at an allowed origin of the demo operator. All its scripts are files, so that even the
 * strictest policies let them run.
 */
export class EmbeddingPage {
  readonly widget: PaymentWidget;
  readonly challenge: ChallengeDialog;

  constructor(
    readonly page: Page,
    readonly stack: StackAddresses,
  ) {
    this.widget = new PaymentWidget(page);
    this.challenge = new ChallengeDialog(page);
  }

  async open(options: EmbeddingOptions): Promise<void> {
    const { page, stack } = this;
    const { headers = {}, body = `<main><div id="pay"></div></main>` } = options;
    const sdk = `<script src="${stack.pay}/v1/tessera.js"></script>`;
    await page.route(`${stack.shop}/embedding.js`, (route) =>
      route.fulfill({
        contentType: "text/javascript",
        headers: { "Cross-Origin-Resource-Policy": "same-origin" },
        body: script(stack, options),
      }),
    );
    await page.route(`${stack.shop}/embedding`, (route) =>
      route.fulfill({
        contentType: "text/html; charset=utf-8",
        headers,
        body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Host</title>
<link rel="icon" href="data:,"><script src="${stack.shop}/embedding-before.js"></script>
${options.sdkInHead === false ? "" : sdk}</head>
<body>${body}<script src="${stack.shop}/embedding.js"></script></body></html>`,
      }),
    );
    await page.route(`${stack.shop}/embedding-before.js`, (route) =>
      route.fulfill({ contentType: "text/javascript", body: before }),
    );
    // A frame that never loads also delays the page's load event.
    await page.goto(`${stack.shop}/embedding`, { waitUntil: "domcontentloaded" });
  }

  /** Waits until an instance emits this event and returns its detail. */
  async event(name: string, instance = 0): Promise<{ code?: string; type?: string } | null> {
    const event = await this.page.waitForFunction(
      ([wanted, number]) =>
        (window as unknown as HostWindow).seen.find(
          ([at, name]) => name === wanted && at === number,
        ),
      [name, instance] as const,
      { timeout: 60_000 },
    );
    return ((await event.jsonValue()) as HostWindow["seen"][number])[2];
  }

  async read<K extends keyof Seen>(name: K): Promise<Seen[K]> {
    const all = await this.page.evaluate((): Seen => {
      const { seen, traces, violations } = window as unknown as HostWindow;
      return { seen, traces, violations };
    });
    return all[name];
  }
}

/** Runs before any other script and counts listeners. */
const before = `
window.listeners = 0;
for (const target of [window, document]) {
  const { addEventListener, removeEventListener } = target;
  const known = new Map();
  const remove = (type, handler) => { if (known.delete(handler)) window.listeners -= 1; };
  target.addEventListener = (type, handler, options) => {
    if (!known.has(handler)) { known.set(handler, type); window.listeners += 1; }
    options?.signal?.addEventListener("abort", () => remove(type, handler));
    addEventListener.call(target, type, handler, options);
  };
  target.removeEventListener = (type, handler, options) => {
    remove(type, handler);
    removeEventListener.call(target, type, handler, options);
  };
}
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(event.effectiveDirective + " " + event.blockedURI);
});
window.seen = [];
window.traces = [];
window.listeners = 0;
`;

const script = (stack: StackAddresses, options: EmbeddingOptions): string => {
  const tessera = { publishableKey: stack.operator.publishableKey, ...options.tessera };
  return `
window.tessera = new Tessera({ ...${JSON.stringify(tessera)}, onTrace: (entry) => traces.push(entry) });
window.instances = [];
window.create = (options) => {
  const number = instances.length;
  const payment = tessera.createPaymentElements({ clientSecretKey: ${JSON.stringify(options.clientSecretKey)}, ...options });
  instances.push(payment);
  for (const name of ["ready", "change", "step", "status", "complete", "error", "loaderror", "escape"])
    payment.on(name, (detail) => seen.push([number, name, detail === undefined ? null
      : detail instanceof Error ? { code: detail.code, party: detail.party, message: detail.message }
      : JSON.parse(JSON.stringify(detail))]));
  return number;
};
create();
${options.mount === false ? "" : `instances[0].mount("#pay");`}
`;
};

interface Embedding {
  stack: StackAddresses;
  newSecret(): Promise<string>;
  host: EmbeddingPage;
}

/** Playwright's test with the running stack and a host page that is not open yet. */
export const test = base.extend<Embedding>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  stack: async ({}, use) => use(sharedStack()),
  newSecret: async ({ stack }, use) => {
    await use(async () => (await createIntent(stack, await createPayer(stack))).clientSecretKey);
  },
  host: async ({ page, stack }, use) => use(new EmbeddingPage(page, stack)),
});

export { expect };
