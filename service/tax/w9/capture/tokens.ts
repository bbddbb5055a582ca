/**
 * Tokens that a page holds for one form: a confirmation (this window confirmed date of birth or phone) and a receipt
 * (this window signed). Not stored: each contains its expiry and a keyed mark.
 */

import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { isSameSecret } from "../../../platform/secrets/hash-secret.ts";
import type { Keyring } from "../../../platform/secrets/keyring.ts";
import type { W9FormRow } from "../tables.ts";

export type TokenKind = "date_of_birth" | "phone" | "receipt";

const hourMs = 60 * 60 * 1000;
const lifeMs: Readonly<Record<TokenKind, number>> = {
  date_of_birth: 2 * hourMs,
  phone: 2 * hourMs,
  receipt: hourMs,
};

type TokenDeps = Pick<PlatformDeps, "clock" | "keyring">;

/** A token for one step of this form. It works for one or two hours, and is not stored. */
export function makeToken(
  { clock, keyring }: TokenDeps,
  row: W9FormRow,
  kind: TokenKind,
): { token: string; expiresAt: string } {
  const endMs = clock.nowMs() + lifeMs[kind];
  return {
    token: `${kind}.${endMs}.${markOf(keyring, row, kind, endMs)}`,
    expiresAt: new Date(endMs).toISOString(),
  };
}

/** Reads a token; null if it is forged, expired or another form's. */
export function readToken(
  { clock, keyring }: TokenDeps,
  row: W9FormRow,
  token: unknown,
): TokenKind | null {
  const [, name, end, mark] =
    /^(date_of_birth|phone|receipt)\.(\d{1,15})\.([\w-]{43})$/.exec(String(token)) ?? [];
  if (name === undefined || mark === undefined || Number(end) <= clock.nowMs()) return null;
  const kind = name as TokenKind;
  const expected = markOf(keyring, row, kind, Number(end));
  return isSameSecret(expected, mark) ? kind : null;
}

function markOf(
  keyring: Pick<Keyring, "blindIndex">,
  row: W9FormRow,
  kind: TokenKind,
  endMs: number,
): string {
  return keyring.blindIndex(row.operator_id, "w9_forms.token", `${row.w9_id}\n${kind}\n${endMs}`);
}
