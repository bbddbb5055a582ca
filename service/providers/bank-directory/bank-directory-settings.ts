import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** What the environment says about banks' names. */
export interface BankDirectorySettings {
  /** Banks' names by routing number (JSON); undefined: the sandbox's own, none in production. */
  bankDirectory: string | undefined;
}

/** Reads them. */
export function bankDirectorySettings({ text }: SettingsSource): Readers<BankDirectorySettings> {
  return { bankDirectory: () => text("BANK_DIRECTORY") };
}
