import type { Readers, SettingsSource } from "../../platform/settings-source.ts";
import {
  type BankLoginConnector,
  type BankLoginSettings,
  readBankLogin,
  sandboxBank,
} from "../bank-login/index.ts";
import { readVendorParties, type VendorParty } from "../kit/vendor-party.ts";
import { openBankingVendors } from "./vendor-settings.ts";

/** The bank or aggregator that customers pay from. For `tessera`, `name` is our client id there. */
export type OpenBankingConnector = VendorParty<typeof openBankingVendors>;

/** The banks that customers log in to and pay from. */
export interface BankSettings extends BankLoginSettings {
  /** The bank for new payments; undefined if there is none. */
  payByBank: OpenBankingConnector | undefined;
  /** Banks that still serve the payments begun with them, but get no new ones. */
  earlierBanks: readonly OpenBankingConnector[];
}

const variable = "PAY_BY_BANK";

/** Readers of the settings. Without `PAY_BY_BANK`, customers pay where they log in, if that bank can. */
export function bankSettings(source: SettingsSource): Readers<BankSettings> {
  // Read once: each read of a secret file watches it, and a problem is reported once.
  let login: { readonly party: BankLoginConnector | undefined } | undefined;
  const bankLogin = () => {
    login = { party: undefined };
    login = { party: readBankLogin(source) };
    return login.party;
  };
  let banks: readonly OpenBankingConnector[] | undefined;
  const payingBanks = () => {
    if (banks) return banks;
    banks = [];
    banks = readPayingBanks(source, () => (login ? login.party : bankLogin()));
    return banks;
  };
  return {
    bankLogin,
    payByBank: () => payingBanks()[0],
    earlierBanks: () => payingBanks().slice(1),
  };
}

function readPayingBanks(
  source: SettingsSource,
  readLogin: () => BankLoginConnector | undefined,
): readonly OpenBankingConnector[] {
  const value = source.text(variable);
  if (value !== undefined) {
    return readVendorParties(source, value, {
      variable,
      vendors: openBankingVendors,
      testsAre: "where no money moves",
    });
  }
  const party = readLogin();
  if (party && canPay(party)) return [party];
  return party && source.environment === "sandbox" ? [sandboxBank(source)] : [];
}

/** Trustly's payments need permissions that its logins do not, so the operator must name it in `PAY_BY_BANK`. */
function canPay(party: BankLoginConnector): party is BankLoginConnector & OpenBankingConnector {
  return party.type === "tessera";
}
