import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { BuiltFile } from "./built-files.ts";

const compress = promisify(brotliCompress);
const zip = promisify(gzip);

/** The payment frame's page for an operator who offers these ways to pay. */
export type PageForWays = (page: BuiltFile, types: readonly string[]) => Promise<BuiltFile>;

/**
 * Writes into the page which ways to pay the operator offers, as attributes of its root (`data-methods`,
 * `data-choice`; styles/payment.css), so that the list stands in its place before the session is there.
 * The page as it was built has the card alone. Each combination is made once and kept: there are 15 of
 * them for each language.
 */
export function createPageForWays(): PageForWays {
  const made = new Map<string, Promise<BuiltFile>>();
  return (page, types) => {
    const names = [...new Set(types)].sort().join(" ");
    if (names === "card") return Promise.resolve(page);
    const key = `${page.digest} ${names}`;
    const found = made.get(key) ?? write(page, names);
    made.set(key, found);
    return found;
  };
}

async function write(page: BuiltFile, names: string): Promise<BuiltFile> {
  const choice = names.includes(" ") ? "many" : "one";
  const text = page.plain
    .toString("utf8")
    .replace("<html ", `<html data-methods="${names}" data-choice="${choice}" `);
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
