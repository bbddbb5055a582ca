import type { SecondFactor } from "#contract/console/session";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { openCredential } from "./staff-store.ts";
import type { StaffRow } from "./tables.ts";
import { matchTotp, toBase32 } from "./totp.ts";

type Deps = Pick<PlatformDeps, "machineClock" | "random" | "keyring" | "log">;

export type SecondFactorKind = "totp" | "recovery_code" | "passkey";

const recoveryCodeCount = 10;
/** The bytes of a recovery code: 80 bits are sixteen letters. */
const recoveryCodeBytes = 10;

/**
 * Uses up an app's code with all earlier ones, or one recovery code. The person's row must be locked. Undefined if the
 * code is wrong or used.
 */
export async function useSecondFactor(
  deps: Deps,
  tx: Tx,
  staff: StaffRow,
  given: SecondFactor,
): Promise<SecondFactorKind | undefined> {
  if ("recoveryCode" in given) {
    const { numDeletedRows } = await tx
      .deleteFrom("staff_recovery_codes")
      .where("staff_id", "=", staff.staff_id)
      .where("code_hash", "=", recoveryHash(deps, staff, given.recoveryCode))
      .executeTakeFirst();
    return numDeletedRows > 0n ? "recovery_code" : undefined;
  }
  const secret = openCredential(deps, staff, "totp_sealed");
  if (secret === null) return undefined;
  const step = matchTotp(Buffer.from(secret, "base64"), given.code, {
    nowMs: deps.machineClock.nowMs(),
    lastStep: staff.totp_last_step,
  });
  if (step === undefined) return undefined;
  await tx
    .updateTable("staff")
    .set({ totp_last_step: step })
    .where("staff_id", "=", staff.staff_id)
    .execute();
  return "totp";
}

/** Makes new recovery codes and stores their keyed hashes. */
export async function renewRecoveryCodes(deps: Deps, tx: Tx, staff: StaffRow): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    toBase32(deps.random.bytes(recoveryCodeBytes)).replace(/(.{4})(?=.)/g, "$1-"),
  );
  await tx.deleteFrom("staff_recovery_codes").where("staff_id", "=", staff.staff_id).execute();
  await tx
    .insertInto("staff_recovery_codes")
    .values(
      codes.map((code) => ({
        staff_id: staff.staff_id,
        code_hash: recoveryHash(deps, staff, code),
      })),
    )
    .execute();
  return codes;
}

function recoveryHash(
  { keyring }: Pick<Deps, "keyring">,
  { operator_id, staff_id }: StaffRow,
  code: string,
): string {
  const plain = code.toUpperCase().replace(/[^A-Z2-7]/g, "");
  return keyring.blindIndex(operator_id, "staff.recovery_code", `${staff_id} ${plain}`);
}
