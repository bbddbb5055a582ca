import type { Environment } from "../../platform/settings-source.ts";

export interface FramePolicyOptions {
  /** Hashes of styles, such as `sha256-…`. */
  readonly styleHashes: readonly string[];
  readonly scriptHashes: readonly string[];
  /** Origins, or patterns, of pages that can show the frame. */
  readonly frameAncestors: readonly string[];
  readonly environment: Environment;
  /** See {@link takesPictures}. */
  readonly camera: boolean;
  /** See {@link showsBanks}. */
  readonly banks: boolean;
}

/** Whether the page photographs documents: all do except the bank's challenge and a refund's page. */
export const takesPictures = (name: string): boolean => name !== "challenge" && name !== "refund";

/** Whether the page can show a bank's page: all except those that only verify identity. */
export const showsBanks = (name: string): boolean => !/^(kyc|verify-)/.test(name);

/** Pages that open only from links, never in a frame. */
export const isLinkPage = (name: string): boolean => /^(verify-|refund$)/.test(name);

/**
 * A frame's Content-Security-Policy: our scripts (by hash, or hashed file), our API, and issuers' pages for 3-D Secure.
 * Their addresses are unknown, so the frame can frame and post to any https origin; http only in the sandbox, whose
 * bank has no certificate.
 *
 * Frames offer downloads as blobs (widgets/ui/save-file.ts) and open wallet links
 * (widgets/payment/methods/crypto/deposit-view.tsx). Pages that take pictures read barcodes in our own worker: the
 * trusted-types policy accepts only its address, and its own headers limit it ({@link workerPolicy}).
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

/** Sent with every file, but limits only the one that runs as a worker: it reads barcodes with WebAssembly. */
export const workerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

export const refusedFramePolicy = "default-src 'none'; frame-ancestors 'none'";

/** Features that frames never use. Banks may need `payment` and passkeys. */
const unneeded = [
  "accelerometer",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "usb",
];

/** The camera is only for our own pages with steps for it. */
export const framePermissions = (camera: boolean): string =>
  [`camera=${camera ? "(self)" : "()"}`, ...unneeded.map((feature) => `${feature}=()`)].join(", ");

/**
 * Whether a page that can show the frame may share its site. Browsers would run both in one process, so the frame must
 * request its own (`Origin-Agent-Cluster`). On other sites it has its own anyway, and the request would make Chromium
 * start a second one: a third of the time until the card form is usable.
 *
 * In the sandbox, the developer's machine counts only if listed, because all its pages are the developer's. Compares
 * the last two labels, which never treats two hosts of one site as two sites.
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
