import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { AppearanceStyle } from "#contract/appearance/appearance-css";
import type { BuiltFile } from "./built-files.ts";

const compress = promisify(brotliCompress);
const zip = promisify(gzip);

/** What the page needs before the session has loaded. */
interface Offer {
  readonly paymentMethodTypes: readonly string[];
  readonly savedPaymentMethods: boolean;
}

export interface PageVariant {
  /** See {@link offerAttributes}. */
  readonly attributes?: string;
  /** The style; null for Tessera's own. */
  readonly style?: AppearanceStyle | null;
  /** Whether the page is in its own window, with its own color scheme; a frame has the host page's. */
  readonly standsAlone?: boolean;
}

/** Builds a variant, compressed like the built page. */
export type VariantOf = (page: BuiltFile, variant: PageVariant) => Promise<BuiltFile>;

/** A page takes about 80 kB with its compressed forms. */
const maxCached = 200;

/**
 * Writes operators' settings into built pages, so that layout and look are right before any script runs. Builds each
 * variant once and caches the last used ones. The ETag covers everything written.
 */
export function createPageVariants(): VariantOf {
  const cache = new Map<string, Promise<BuiltFile>>();
  return (page, variant) => {
    const { attributes = "", style = null, standsAlone = false } = variant;
    if (attributes === "" && !style?.css && !standsAlone) return Promise.resolve(page);
    const key = JSON.stringify([page.digest, attributes, style, standsAlone]);
    const found = cache.get(key) ?? write(page, { attributes, style, standsAlone });
    cache.delete(key);
    const [oldest] = cache.keys();
    if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
    cache.set(key, found);
    return found;
  };
}

/** Attributes of the payment page's root (styles/payment.css). The built page offers only cards, without saving. */
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

/** The style's hash for the Content-Security-Policy; empty without a style. */
export function styleHash(style: AppearanceStyle | null): string[] {
  if (!style?.css) return [];
  return [`sha256-${createHash("sha256").update(style.css).digest("base64")}`];
}
