import { plain } from "../terminal.ts";
import { allows, parsePolicies } from "./content-policy.ts";
import { type Finding, note, ok, problem } from "./finding.ts";
import type { Page, Tag } from "./read-page.ts";

/** `/v1/tessera.js`, or a version such as `/1.2.3/tessera.mjs`. */
const sdkPath = /\/(v1|\d+\.\d+\.\d+[\w.+-]*)\/tessera(-elements)?\.m?js$/;

/** Whether an address is on this machine, where http is fine. */
export function isLocal(url: URL): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
}

/** The SDK's address in the page; undefined if no tag has it. */
export function findSdk(page: Page): { url: URL; tag: Tag } | undefined {
  for (const tag of page.scripts) {
    const source = tag.get("src");
    if (source === undefined || !URL.canParse(source, page.url)) continue;
    const url = new URL(source, page.url);
    if (sdkPath.test(url.pathname)) return { url, tag };
  }
  return undefined;
}

/** Checks that need only the page. `serviceUrl` is the origin of its frames. */
export function checkPage(page: Page, serviceUrl: string): Finding[] {
  const sdk = findSdk(page);
  return [
    checkSecrets(page),
    checkHttps(page),
    checkScript(page, sdk, serviceUrl),
    ...checkPolicies(page, sdk, sdk?.url.origin ?? new URL(serviceUrl).origin),
    checkIsolation(page),
    checkOpener(page),
    checkCamera(page, sdk?.url.origin ?? new URL(serviceUrl).origin),
  ];
}

function checkSecrets({ html }: Page): Finding {
  return /\bsk_(sandbox|live)_\w{6}/.test(html)
    ? problem(
        "Keys in the page",
        "A secret key is in the page's HTML, where anyone can read it.",
        "Roll the key at once, then use the publishable key in pages.",
      )
    : ok("Keys in the page", "No secret key is in the HTML.");
}

function checkHttps({ url, status }: Page): Finding {
  const { protocol } = new URL(url);
  if (status >= 400) {
    return problem(
      "Page",
      `${plain(url)} answers with ${status}.`,
      "Pass the address of a checkout page that opens without a login.",
    );
  }
  if (protocol === "https:") return ok("HTTPS", "The page is served over https.");
  return isLocal(new URL(url))
    ? ok(
        "HTTPS",
        "The page is on this machine, where http is fine. In production it must be https.",
      )
    : problem(
        "HTTPS",
        "The page is served over http. Browsers deny it the camera, passkeys and secure cookies.",
        "Serve the page over https and redirect http to it.",
      );
}

function checkScript(
  page: Page,
  sdk: { url: URL; tag: Tag } | undefined,
  serviceUrl: string,
): Finding {
  const subject = "Script tag";
  const service = new URL(serviceUrl);
  if (!sdk) {
    return note(
      subject,
      "No script tag of the SDK is in the HTML.",
      `If your bundle contains the SDK, set \`apiUrl\` to ${service.origin}. Otherwise add ` +
        `<script src="${service.origin}/v1/tessera.js"></script>.`,
    );
  }
  const { url, tag } = sdk;
  if (new URL(page.url).protocol === "https:" && url.protocol !== "https:") {
    return problem(
      subject,
      "The page is https and loads the SDK over http.",
      "Use https in its `src`.",
    );
  }
  if (tag.has("integrity") && url.pathname.startsWith("/v1/")) {
    return problem(
      subject,
      "The tag has `integrity` for /v1/, whose content changes with each release.",
      `Use the versioned address in ${url.origin}/v1/integrity.json with its hash.`,
    );
  }
  if (tag.has("integrity") && !tag.has("crossorigin")) {
    return problem(
      subject,
      "The tag has `integrity` without `crossorigin`, so browsers refuse the script.",
      'Add crossorigin="anonymous".',
    );
  }
  if (url.origin !== service.origin && !(isLocal(url) && isLocal(service))) {
    return problem(
      subject,
      `The SDK comes from ${url.origin}, but your service is ${service.origin}.`,
      "Load the SDK from the service itself: a copy gets no fixes, and PCI DSS 6.4.3 counts it as your script.",
    );
  }
  return ok(subject, `The SDK comes from ${url.origin}.`);
}

function checkPolicies(
  page: Page,
  sdk: { url: URL; tag: Tag } | undefined,
  origin: string,
): Finding[] {
  const subject = "Content-Security-Policy";
  const policies = [
    page.headers.get("content-security-policy") ?? "",
    ...page.metaPolicies,
  ].flatMap(parsePolicies);
  if (policies.length === 0) {
    return [
      note(
        subject,
        "The page has none. The widgets work.",
        "A policy limits what an injected script can do. See docs/integrate/content-security.",
      ),
    ];
  }
  const { url: pageUrl } = page;
  const script = sdk?.url.href ?? `${origin}/v1/tessera.js`;
  const nonce = sdk?.tag.get("nonce");
  const refused = (directive: "script-src" | "frame-src" | "connect-src", url: string) =>
    policies.some((policy) => !allows(policy, directive, { url, pageUrl, nonce }));
  const findings: Finding[] = [];
  if (sdk && refused("script-src", script)) {
    findings.push(
      problem(
        subject,
        "It blocks the SDK's script.",
        `Add ${origin} to script-src, or the nonce to the tag.`,
      ),
    );
  }
  if (refused("frame-src", `${origin}/v1/frames/payment`)) {
    findings.push(
      problem(subject, "It blocks the widgets' frames.", `Add ${origin} to frame-src.`),
    );
  }
  if (refused("connect-src", `${origin}/v1/sdk/diagnosis`)) {
    findings.push(
      note(
        subject,
        "It blocks the request that the SDK uses to diagnose a silent frame.",
        `Add ${origin} to connect-src for better error messages.`,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok(subject, "It allows the SDK and its frames.")];
}

function checkIsolation({ headers }: Page): Finding {
  const subject = "Cross-Origin-Embedder-Policy";
  const value = headers.get("cross-origin-embedder-policy")?.split(";")[0]?.trim();
  if (!value || value === "unsafe-none") return ok(subject, "The page is not isolated.");
  return problem(
    subject,
    `It is ${plain(value)}. Firefox and Safari show no frame of another site in such a page.`,
    "Remove the header from the checkout page. Chromium works with it.",
  );
}

function checkOpener({ headers }: Page): Finding {
  const subject = "Cross-Origin-Opener-Policy";
  const value = headers.get("cross-origin-opener-policy") ?? "unsafe-none";
  return ok(subject, `${plain(value)}. The W-9 and bank windows work with every value.`);
}

function checkCamera({ headers }: Page, origin: string): Finding {
  const subject = "Permissions-Policy";
  const camera = /(?:^|,)\s*camera\s*=\s*(\*|\([^)]*\)|[^,;]+)/i.exec(
    headers.get("permissions-policy") ?? "",
  )?.[1];
  if (camera === undefined || camera === "*" || camera.includes(`"${origin}"`)) {
    return ok(subject, "The identity widget may use the camera.");
  }
  return note(
    subject,
    `camera=${plain(camera)} denies the camera to the identity widget. Customers upload files instead.`,
    `If this page verifies identity, send camera=(self "${origin}").`,
  );
}
