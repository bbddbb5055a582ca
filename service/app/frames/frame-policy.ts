import type { Environment } from "../../platform/settings-source.ts";

/** The inputs of a page's headers. */
export interface FramePolicyOptions {
  /** CSP hashes of the page's inline styles and scripts, `sha256-…`. */
  readonly styleHashes: readonly string[];
  readonly scriptHashes: readonly string[];
  /** Origins of the operator's pages, or patterns of them. No other page can show the frame. */
  readonly frameAncestors: readonly string[];
  readonly environment: Environment;
  /** The page has steps that photograph a document; see {@link takesPictures}. */
  readonly camera: boolean;
  /** The page can show a bank's page; see {@link showsBanks}. */
  readonly banks: boolean;
}

/**
 * Whether pages with this name have steps that photograph a document: all except the bank's
 * challenge and a refund's page.
 */
export const takesPictures = (name: string): boolean => name !== "challenge" && name !== "refund";

/**
 * Whether pages with this name can show a bank's page: all except those that only verify identity.
 */
export const showsBanks = (name: string): boolean => !/^(kyc|verify-)/.test(name);

/** Whether pages with this name open from links only, never in a frame. */
export const isLinkPage = (name: string): boolean => /^(verify-|refund$)/.test(name);

/**
 * The Content-Security-Policy of a frame. It allows our own scripts (by hash, or hashed file), our
 * own API, and the issuers' pages for 3-D Secure. Their addresses are unknown in advance, so any
 * https origin can be framed and posted to; http only in the sandbox, whose bank has no
 * certificate. The same frames offer files to download, as blobs (widgets/ui/save-file.ts), and
 * open wallet links (widgets/payment/methods/crypto/deposit-view.tsx). Pages that take pictures use
 * our own worker to read barcodes; the one trusted-types policy accepts only its address. The
 * worker's permissions are in its file's headers (see {@link workerPolicy}).
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
 * For every file that pages load: states what the file can do as a worker, and has no effect on
 * other files. The only worker reads barcodes with WebAssembly.
 */
export const workerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** For responses that no page can show. */
export const refusedFramePolicy = "default-src 'none'; frame-ancestors 'none'";

/** Browser features that our frames do not need. `payment` and passkeys stay allowed for banks. */
const unneeded = [
  "accelerometer",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "usb",
];

/**
 * The Permissions-Policy of a frame. The camera is for our own pages only, and only if they have
 * steps for it.
 */
export const framePermissions = (camera: boolean): string =>
  [`camera=${camera ? "(self)" : "()"}`, ...unneeded.map((feature) => `${feature}=()`)].join(", ");

/**
 * Whether a page that can show the frame may be on the frame's site. Browsers would then run both
 * in one process, so the frame requests its own (`Origin-Agent-Cluster`). On other sites it has its
 * own process anyway, and requesting one makes Chromium start a second process: a third of the time
 * until the card form is usable.
 *
 * The sandbox's own machine counts only if it is listed, because its pages are all the developer's.
 * Compares the last two labels of the hosts, which never mistakes two hosts of one site for two
 * sites.
 */
export function mayShareSite(publicUrl: string, allowedOrigins: readonly string[]): boolean {
  const site = siteOf(publicUrl);
  return allowedOrigins.some((origin) => siteOf(origin) === site);
}

/** `pay.shop.example` → `shop.example`; a numeric address stays whole. */
function siteOf(origin: string): string {
  const { hostname } = new URL(origin);
  return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
}
