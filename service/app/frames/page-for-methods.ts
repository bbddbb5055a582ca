import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { BuiltFile } from "./built-files.ts";

const compress = promisify(brotliCompress);
const zip = promisify(gzip);

/** The operator's settings that the page shows before the session has loaded. */
interface Offer {
  readonly paymentMethodTypes: readonly string[];
  /** Whether new cards and accounts can be saved. */
  readonly savedPaymentMethods: boolean;
}

/** The payment frame's page for an operator with these methods. */
export type PageForMethods = (page: BuiltFile, offer: Offer) => Promise<BuiltFile>;

/**
 * Writes the operator's payment methods into the page as attributes of its root (`data-methods`,
 * `data-choice`, `data-keeps`; styles/payment.css), so that the layout is right before the session
 * has loaded. The built page offers cards only and no saving. Each combination is built once and
 * cached: there are 30 per language.
 */
export function createPageForMethods(): PageForMethods {
  const made = new Map<string, Promise<BuiltFile>>();
  return (page, { paymentMethodTypes, savedPaymentMethods }) => {
    const attributes = attributesOf(paymentMethodTypes, savedPaymentMethods);
    if (attributes === "") return Promise.resolve(page);
    const key = `${page.digest} ${attributes}`;
    const found = made.get(key) ?? write(page, attributes);
    made.set(key, found);
    return found;
  };
}

function attributesOf(types: readonly string[], keeps: boolean): string {
  const names = [...new Set(types)].sort().join(" ");
  const choice = names.includes(" ") ? "many" : "one";
  const ways = names === "card" ? "" : `data-methods="${names}" data-choice="${choice}" `;
  return keeps ? `${ways}data-keeps ` : ways;
}

async function write(page: BuiltFile, attributes: string): Promise<BuiltFile> {
  const text = page.plain.toString("utf8").replace("<html ", `<html ${attributes}`);
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
