import type { Selectable } from "kysely";
import { showText } from "../../platform/secrets/show-text.ts";
import { linePlace } from "./sealed-columns.ts";
import type { SettlementDeps } from "./settlement-deps.ts";
import type { SettlementLineRow } from "./tables.ts";

type Line = Selectable<SettlementLineRow>;

export interface BankEntry extends Line {
  readonly text: string;
  readonly source: string;
}

/** Whether a bank's text mentions the reference as a whole word. */
export function mentions(text: string, reference: string): boolean {
  if (reference.length < 4) return false;
  const haystack = text.toUpperCase();
  const needle = reference.toUpperCase();
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + 1)) {
    const before = haystack[at - 1] ?? " ";
    const after = haystack[at + needle.length] ?? " ";
    if (!/[A-Z0-9]/.test(before) && !/[A-Z0-9]/.test(after)) return true;
  }
  return false;
}

/** If the text cannot be decrypted, only the reference, so that the operator's other entries are still matched. */
export function textOf({ keyring }: Pick<SettlementDeps, "keyring">, line: Line): string {
  const place = linePlace(line.operator_id, line.settlement_batch_id, line.row_no);
  const details = showText(keyring, place, line.details_sealed);
  if (details === null) return line.processor_reference;
  const { text } = JSON.parse(details) as { text: string };
  return `${line.processor_reference} ${text}`;
}
