import type { Environment } from "../../platform/settings-source.ts";

export interface FramePolicyOptions {
  /** CSP hashes of the page's inline styles and scripts, `sha256-…`. */
  readonly styleHashes: readonly string[];
  readonly scriptHashes: readonly string[];
  /** Origins, or patterns of origins, of the pages that can show the frame. */
  readonly frameAncestors: readonly string[];
  readonly environment: Environment;
  /** See {@link takesPictures}. */
  readonly camera: boolean;
  /** See {@link showsBanks}. */
  readonly banks: boolean;
}

/** Whether the page has steps that photograph a document: all do except the bank's challenge and a refund's page. */
export const takesPictures = (name: string): boolean => name !== "challenge" && name !== "refund";

/** Whether the page can show a bank's page: all can except those that only verify identity. */
export const showsBanks = (name: string): boolean => !/^(kyc|verify-)/.test(name);

/** Whether the page opens only from links, never in a frame. */
export const isLinkPage = (name: string): boolean => /^(verify-|refund$)/.test(name);

/**
 * The Content-Security-Policy of a frame. Allows our scripts (by hash, or hashed file), our API, and the issuers'
 * pages for 3-D Secure. Issuers' addresses are unknown, so the frame can frame and post to any https origin; http
 * only in the sandbox, whose bank has no certificate.
 *
 * Frames offer downloads as blobs (widgets/ui/save-file.ts) and open wallet links
 * (widgets/payment/methods/crypto/deposit-view.tsx). Pages that take pictures read barcodes in our own worker; the
 * trusted-types policy accepts only its address, and its file's headers hold its permissions ({@link workerPolicy}).
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
 * Sent with every file that pages load. It limits a file only when the file runs as a worker; our only worker reads
 * barcodes with WebAssembly.
 */
export const workerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** For responses that no page can show. */
export const refusedFramePolicy = "default-src 'none'; frame-ancestors 'none'";

/** Browser features that frames never use. Banks may need `payment` and passkeys, so those stay allowed. */
const unneeded = [
  "accelerometer",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "usb",
];

/** The Permissions-Policy of a frame. The camera is only for our own pages that have steps for it. */
export const framePermissions = (camera: boolean): string =>
  [`camera=${camera ? "(self)" : "()"}`, ...unneeded.map((feature) => `${feature}=()`)].join(", ");

/**
 * Whether a page that can show the frame may share its site. If so, the browser would run both in one process, and the
 * frame must request its own (`Origin-Agent-Cluster`). Frames on other sites have their own process anyway; there the
 * request makes Chromium start a second one, a third of the time until the card form is usable.
 *
 * The sandbox's machine counts only if listed, because all its pages are the developer's. Compares the last two labels
 * of the hosts: two hosts of one site never look like two sites.
 */
export function mayShareSite(publicUrl: string, allowedOrigins: readonly string[]): boolean {
  const site = siteOf(publicUrl);
  return allowedOrigins.some((origin) => siteOf(origin) === site);
}

/** `pay.shop.example` → `shop.example`. Keeps a numeric address whole. */
function siteOf(origin: string): string {
  const { hostname } = new URL(origin);
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
}
