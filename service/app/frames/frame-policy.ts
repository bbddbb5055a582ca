import type { Environment } from "../../platform/settings-source.ts";

/** What a page's headers depend on. */
export interface FramePolicyOptions {
  /** CSP hashes of the page's inline styles and scripts, `sha256-…`. */
  readonly styleHashes: readonly string[];
  readonly scriptHashes: readonly string[];
  /** Origins of the operator's pages, or patterns of them; nobody else may show the frame. */
  readonly frameAncestors: readonly string[];
  readonly environment: Environment;
  /** The page has steps that photograph a document; see {@link takesPictures}. */
  readonly camera: boolean;
  /** The page may show a bank's page; see {@link showsBanks}. */
  readonly banks: boolean;
}

/** Whether the pages of that name have steps that photograph a document: all but the bank's challenge. */
export const takesPictures = (name: string): boolean => name !== "challenge";

/** Whether the pages of that name may show a bank's page: none that only verify who somebody is. */
export const showsBanks = (name: string): boolean => !/^(kyc|verify-)/.test(name);

/** Whether the pages of that name stand on their own behind links, never in a frame. */
export const isLinkPage = (name: string): boolean => name.startsWith("verify-");

/**
 * The Content-Security-Policy of a frame: nothing but our own scripts (by hash, or hashed file), our
 * own API, and the banks' pages for 3-D Secure, whose addresses nobody knows beforehand: any https
 * origin may be framed and posted to, and http only in the sandbox, whose bank has no certificate.
 * The same frames give customers files to keep, as blobs (see widgets/ui/save-file.ts), and open wallets by their
 * links (see widgets/payment/methods/crypto/deposit-view.tsx).
 * Where pictures are taken a worker of ours reads barcodes; its address, and nothing else, goes through
 * the one trusted-types policy. What the worker may do is in its own file's headers (see
 * {@link workerPolicy}).
 */
export function framePolicy(options: FramePolicyOptions): string {
  const { styleHashes, scriptHashes, frameAncestors, environment, camera } = options;
  const anyBank = environment === "production" ? "https:" : "https: http:";
  const banks = options.banks ? anyBank : "'none'";
  const frames = options.banks ? `blob: bitcoin: ethereum: tron: ${anyBank}` : banks;
  const quoted = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...quoted(scriptHashes)].join(" "),
    ["style-src", ...quoted(styleHashes), "'self'"].join(" "),
    "connect-src 'self'",
    "img-src 'self' data:",
    `frame-src ${frames}`,
    `form-action ${banks}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${camera ? "tessera-worker" : "'none'"}`,
    ...(camera ? ["worker-src 'self'"] : []),
    `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(" ") : "'none'"}`,
  ].join("; ");
}

/**
 * For every file that pages load: it says what a file may do as a worker, and is without meaning for
 * all others. The one there is reads barcodes with WebAssembly.
 */
export const workerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** For answers that no page may show. */
export const refusedFramePolicy = "default-src 'none'; frame-ancestors 'none'";

/** Powers of the browser that no frame of ours needs; `payment` and passkeys are the banks' to use. */
const unneeded = [
  "accelerometer",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "usb",
];

/** The Permissions-Policy of a frame; the camera is for our own documents, and only where there are steps for it. */
export const framePermissions = (camera: boolean): string =>
  [`camera=${camera ? "(self)" : "()"}`, ...unneeded.map((feature) => `${feature}=()`)].join(", ");

/**
 * Whether one of the pages that may show the frame could be of the same site as the frame, so that
 * browsers would run both in one process. Then the frame asks for a process of its own
 * (`Origin-Agent-Cluster`). Elsewhere it has one anyway, and asking makes Chromium start a second one
 * after the first: a third of the time until the card form can be used.
 *
 * The sandbox's own machine counts only where it is listed: its pages are all the developer's own.
 * Judged by the last two labels of the host, which never takes two hosts of one site for two sites.
 */
export function mayShareSite(publicUrl: string, allowedOrigins: readonly string[]): boolean {
  const site = siteOf(publicUrl);
  return allowedOrigins.some((origin) => siteOf(origin) === site);
}

/** `pay.shop.example` → `shop.example`; of a numeric address the whole. */
function siteOf(origin: string): string {
  const { hostname } = new URL(origin);
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
}
