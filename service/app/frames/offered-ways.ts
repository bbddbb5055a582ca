import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { BuiltFile } from "./built-files.ts";

const compress = promisify(brotliCompress);
const zip = promisify(gzip);

/** What the page shows of an operator's settings before the session is there. */
interface Offer {
  readonly paymentMethodTypes: readonly string[];
  /** New cards and accounts may be kept. */
  readonly savedPaymentMethods: boolean;
}

/** The payment frame's page for an operator with this offer. */
export type PageForWays = (page: BuiltFile, offer: Offer) => Promise<BuiltFile>;

/**
 * Writes into the page which ways to pay the operator offers, as attributes of its root (`data-methods`,
 * `data-choice`, `data-keeps`; styles/payment.css), so that everything stands in its place before the
 * session is there. The page as it was built has the card alone, and keeps none. Each combination is made
 * once and kept: there are 30 of them for each language.
 */
export function createPageForWays(): PageForWays {
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
