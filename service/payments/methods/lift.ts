import type { AuditActor } from "../../operators/audit/index.ts";
import { toIsoTime } from "../../platform/clock.ts";
import type { FieldPlace, Keyring } from "../../platform/secrets/keyring.ts";
import { showText } from "../../platform/secrets/show-text.ts";

/** When, by whom and why staff lifted the stop of a card or the bar of an account. */
export interface Lift {
  readonly at: string;
  /** Null if it cannot be decrypted. */
  readonly actor: AuditActor | null;
  readonly reason: string | null;
}

/** Decrypts a lift; null while the stop or bar holds. */
export function openLift(
  keyring: Pick<Keyring, "decryptField">,
  place: FieldPlace,
  liftedAt: Date | null,
  sealed: string | null,
): Lift | null {
  if (liftedAt === null) return null;
  const text = showText(keyring, place, sealed);
  const { actor, reason }: Omit<Lift, "at"> = text
    ? JSON.parse(text)
    : { actor: null, reason: null };
  return { at: toIsoTime(liftedAt.getTime()), actor, reason };
}
