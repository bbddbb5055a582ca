/**
 * Tokens that a page holds for one form: a confirmation (the customer's date of birth or phone was
 * confirmed in this window) and a receipt (this window signed it). Nothing of them is stored: they carry
 * their end and a keyed mark.
 */

import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { isSameSecret } from "../../../platform/secrets/hash-secret.ts";
import type { Keyring } from "../../../platform/secrets/keyring.ts";
import type { W9FormRow } from "../tables.ts";

/** What a token proves. */
export type TokenMeaning = "date_of_birth" | "phone" | "receipt";

const hourMs = 60 * 60 * 1000;
const lifeMs: Readonly<Record<TokenMeaning, number>> = {
  date_of_birth: 2 * hourMs,
  phone: 2 * hourMs,
  receipt: hourMs,
};

type TokenDeps = Pick<PlatformDeps, "clock" | "keyring">;

/** Makes a token for one form. */
export function makeToken(
  { clock, keyring }: TokenDeps,
  row: W9FormRow,
  meaning: TokenMeaning,
): { token: string; expiresAt: string } {
  const endMs = clock.nowMs() + lifeMs[meaning];
  return {
    token: `${meaning}.${endMs}.${markOf(keyring, row, meaning, endMs)}`,
    expiresAt: new Date(endMs).toISOString(),
  };
}

/** What a token proves of this form; null for one that is forged, too old or another form's. */
export function readToken(
  { clock, keyring }: TokenDeps,
  row: W9FormRow,
  token: unknown,
): TokenMeaning | null {
  const [, name, end, mark] =
    /^(date_of_birth|phone|receipt)\.(\d{1,15})\.([\w-]{43})$/.exec(String(token)) ?? [];
  if (name === undefined || mark === undefined || Number(end) <= clock.nowMs()) return null;
  const meaning = name as TokenMeaning;
  const expected = markOf(keyring, row, meaning, Number(end));
  return isSameSecret(expected, mark) ? meaning : null;
}

function markOf(
  keyring: Pick<Keyring, "blindIndex">,
  row: W9FormRow,
  meaning: TokenMeaning,
  endMs: number,
): string {
  return keyring.blindIndex(
    row.operator_id,
    "w9_forms.token",
    `${row.w9_id}\n${meaning}\n${endMs}`,
  );
}
