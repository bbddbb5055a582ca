import { findCard } from "../../sandbox/catalogue/cards.ts";
import type { StackAddresses } from "../stack/start-stack.ts";
import { expect, test } from "./embedding-page.ts";

/** The policy of docs/integrate/content-security.md and nothing more. */
const strictest = ({ pay, shop }: StackAddresses) =>
  [
    "default-src 'none'",
    `script-src ${pay} ${shop}`,
    `frame-src ${pay}`,
    `connect-src ${pay}`,
    "style-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "img-src data:",
  ].join("; ");

const policies: [string, (stack: StackAddresses) => Record<string, string>][] = [
  [
    "a strict Content-Security-Policy with Trusted Types",
    (stack) => ({
      "Content-Security-Policy": `${strictest(stack)}; require-trusted-types-for 'script'; trusted-types 'none'`,
    }),
  ],
  [
    "cross-origin isolation (COOP and COEP)",
    () => ({
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
    }),
  ],
  [
    "COEP alone, for which the page gets no event",
    () => ({ "Cross-Origin-Embedder-Policy": "require-corp" }),
  ],
  [
    "no referrer and no permissions",
    () => ({
      "Referrer-Policy": "no-referrer",
      "Permissions-Policy":
        "camera=(), microphone=(), geolocation=(), publickey-credentials-get=()",
    }),
  ],
];

for (const [name, headers] of policies) {
  test(`under ${name} a payment with a challenge succeeds without a violation`, async ({
    page,
    stack,
    host,
    newSecret,
  }) => {
    await host.open({ clientSecretKey: await newSecret(), headers: headers(stack) });
    await host.event("ready");
    await host.widget.payWith(findCard("challenge").number);
    await host.challenge.enterCode();
    expect(await host.event("complete")).toMatchObject({ type: "success" });
    await expect(host.challenge.dialog).toHaveCount(0);
    expect(await host.read("violations")).toEqual([]);
    if (name.startsWith("cross-origin"))
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  });
}
