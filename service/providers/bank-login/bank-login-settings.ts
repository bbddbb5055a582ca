import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { SettingsSource } from "../../platform/settings-source.ts";
import { readVendorParty, type VendorParty } from "../kit/vendor-party.ts";
import { bankLoginVendors } from "./vendor-settings.ts";

/** The bank or aggregator that customers log in to. For `tessera`, `name` is our client id there. */
export type BankLoginConnector = VendorParty<typeof bankLoginVendors>;

export interface BankLoginSettings {
  bankLogin: BankLoginConnector | undefined;
}

const variable = "BANK_LOGIN";

/** Reads `BANK_LOGIN`. The sandbox's default is its own bank. */
export function readBankLogin(source: SettingsSource): BankLoginConnector | undefined {
  const value = source.text(variable);
  if (value === undefined && source.environment === "sandbox") return sandboxBank(source);
  return readVendorParty(source, value ?? "[]", {
    variable,
    vendors: bankLoginVendors,
    party: "bank",
    testsAre: "where accounts are made up",
  });
}

/** The sandbox's bank. It has a host name, because browsers also open it. */
export function sandboxBank({ sandboxPort }: Pick<SettingsSource, "sandboxPort">) {
  return {
    name: "tessera",
    type: "tessera",
    url: `http://sandbox.localhost:${sandboxPort}/bank`,
    key: sandboxCredentials.loginBank,
  } as const;
}
