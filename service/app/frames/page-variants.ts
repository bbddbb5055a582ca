import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { AppearanceStyle } from "#contract/appearance/appearance-css";
import type { BuiltFile } from "./built-files.ts";

const compress = promisify(brotliCompress);
const zip = promisify(gzip);

/** The operator's settings that the payment page shows before the session has loaded. */
interface Offer {
  readonly paymentMethodTypes: readonly string[];
  /** Whether new cards and accounts can be saved. */
  readonly savedPaymentMethods: boolean;
}

/** What a page contains besides what the build wrote. */
export interface PageVariant {
  /** Attributes of the root; see {@link offerAttributes}. */
  readonly attributes?: string;
  /** The operator's appearance; null for Tessera's own. */
  readonly style?: AppearanceStyle | null;
  /** In its own window it has its own color scheme; in a frame, the frame's. */
  readonly standsAlone?: boolean;
}

/** Returns the page with these contents, compressed as the built page is. */
export type VariantOf = (page: BuiltFile, variant: PageVariant) => Promise<BuiltFile>;

/** A page has about 80 kB with its compressed forms. */
const maxCached = 200;

/**
 * Writes operators' settings into the built pages, so that the layout and the look are right before any
 * script has run. Each variant is built once and cached, the last used ones; its digest, and so its ETag,
 * depends on all that was written.
 */
export function createPageVariants(): VariantOf {
  const made = new Map<string, Promise<BuiltFile>>();
  return (page, variant) => {
    const { attributes = "", style = null, standsAlone = false } = variant;
    if (attributes === "" && !style?.css && !standsAlone) return Promise.resolve(page);
    const key = JSON.stringify([page.digest, attributes, style, standsAlone]);
    const found = made.get(key) ?? write(page, { attributes, style, standsAlone });
    made.delete(key);
    const [oldest] = made.keys();
    if (made.size >= maxCached && oldest !== undefined) made.delete(oldest);
    made.set(key, found);
    return found;
  };
}

/**
 * The operator's payment methods as attributes of the payment page's root (`data-methods`, `data-choice`,
 * `data-keeps`; styles/payment.css). The built page offers cards only and no saving.
 */
export function offerAttributes({ paymentMethodTypes, savedPaymentMethods }: Offer): string {
  const names = [...new Set(paymentMethodTypes)].sort().join(" ");
  const choice = names.includes(" ") ? "many" : "one";
  const ways = names === "card" ? "" : `data-methods="${names}" data-choice="${choice}" `;
  return savedPaymentMethods ? `${ways}data-keeps ` : ways;
}

async function write(
  page: BuiltFile,
  { attributes, style, standsAlone }: Required<PageVariant>,
): Promise<BuiltFile> {
  const ownScheme = style?.ownScheme ?? "light";
  const text = page.plain
    .toString("utf8")
    .replace("<html ", `<html ${attributes}`)
    .replace(frameScheme, standsAlone ? frameScheme.replace("light dark", ownScheme) : frameScheme)
    .replace("</head>", style?.css ? `<style>${style.css}</style></head>` : "</head>");
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([page.br && compress(plain), page.gzip && zip(plain)]);
  return {
    contentType: page.contentType,
    digest: createHash("sha256").update(plain).digest("base64url"),
    plain,
    br,
    gzip: gz,
  };
}

/** See scripts/vite/write-frame-pages.ts. */
const frameScheme = '<meta name="color-scheme" content="light dark">';

/** The Content-Security-Policy source of the style; empty without one. */
export function styleHash(style: AppearanceStyle | null): string[] {
  if (!style?.css) return [];
  return [`sha256-${createHash("sha256").update(style.css).digest("base64")}`];
}
