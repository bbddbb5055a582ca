import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

/** Setting of the bank directory. */
export interface BankDirectorySettings {
  /** File with bank names by routing number (JSON). Undefined: the sandbox's own file, none in production. */
  bankDirectory: string | undefined;
}

/** Returns the reader of {@link BankDirectorySettings}. */
export function bankDirectorySettings({ text }: SettingsSource): Readers<BankDirectorySettings> {
  return { bankDirectory: () => text("BANK_DIRECTORY") };
}
