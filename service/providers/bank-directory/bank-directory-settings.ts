import type { Readers, SettingsSource } from "../../platform/settings-source.ts";

export interface BankDirectorySettings {
  /** File of bank names by routing number (JSON). Undefined: the sandbox's own file, none in production. */
  bankDirectory: string | undefined;
}

export function bankDirectorySettings({ text }: SettingsSource): Readers<BankDirectorySettings> {
  return { bankDirectory: () => text("BANK_DIRECTORY") };
}
