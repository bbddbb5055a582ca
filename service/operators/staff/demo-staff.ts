import { isUniqueViolation } from "../../platform/database/database.ts";
import { newId } from "../../platform/randomness.ts";
import { addToDemoFile, findDemoOperator } from "../accounts/index.ts";
import type { StaffDeps } from "./staff-deps.ts";
import { emailIndexOf, findByEmail, sealStaff } from "./staff-store.ts";
import { toBase32, totpSecretBytes } from "./totp.ts";

export const demoStaffEmail = "admin@demo.example";

/** `console` in the demo operator's file. */
export interface DemoLogin {
  url: string;
  email: string;
  password: string;
  /** Base32. */
  totpSecret: string;
}

/**
 * In the sandbox, ensures that the demo operator has an admin, and writes the login to the data directory. Password and
 * second factor are derived from the key-encryption key: every service on the same store writes the same. Leaves an
 * admin who was changed as they are.
 */
export async function ensureDemoStaff(deps: StaffDeps): Promise<void> {
  const operatorId = await findDemoOperator(deps.database);
  if (operatorId === undefined) return;
  await deps.keyring.load(operatorId);
  const { machineClock, config, database, keyring } = deps;
  const secretOf = (what: string) => keyring.serviceIndex("staff.demo", what);
  const password = secretOf("password").replace(/[-_]/g, "").slice(0, 16);
  const totp = Buffer.from(secretOf("totp"), "base64url").subarray(0, totpSecretBytes);
  const emailIndex = emailIndexOf(keyring, demoStaffEmail);
  if (!(await findByEmail(database.kysely, emailIndex))) {
    const row = { operator_id: operatorId, staff_id: newId(deps, "staff") };
    const now = new Date(machineClock.nowMs());
    const phc = await deps.passwords.hash(password);
    try {
      await database.kysely
        .insertInto("staff")
        .values({
          ...row,
          role: "admin",
          status: "active",
          email_index: emailIndex,
          email_sealed: sealStaff(keyring, row, "email_sealed", demoStaffEmail),
          name_sealed: sealStaff(keyring, row, "name_sealed", "Demo Admin"),
          password_sealed: sealStaff(keyring, row, "password_sealed", phc),
          totp_sealed: sealStaff(keyring, row, "totp_sealed", totp.toString("base64")),
          totp_pending_sealed: null,
          totp_last_step: 0,
          last_login_at: null,
          version: 1,
          created_at: now,
          updated_at: now,
        })
        .execute();
    } catch (error) {
      // Another service created it at the same time.
      if (!isUniqueViolation(error, "staff_email")) throw error;
    }
  }
  const login: DemoLogin = {
    url: `${config.publicUrl}/console`,
    email: demoStaffEmail,
    password,
    totpSecret: toBase32(totp),
  };
  addToDemoFile(config, { console: login });
}
