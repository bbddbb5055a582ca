import type { AddressFamily } from "#contract/crypto-address";
import type { CryptoAddressProblem } from "../fields/crypto-address/load-address-reader.ts";
import type { BankAccountTexts } from "./bank-account-texts.ts";
import type { BankLoginFieldTexts } from "./bank-login-texts.ts";

/** The texts that load with the payout methods' forms. */
export interface PayoutMethodTexts {
  /** The language as a BCP 47 tag. */
  readonly language: string;
  readonly bankAccount: BankAccountTexts;
  readonly bankLogin: BankLoginFieldTexts & {
    /** The customer continued without an account. */
    readonly missing: string;
  };
  readonly card: {
    /** Shown below the number: which cards can receive money. */
    readonly hint: string;
  };
  readonly crypto: {
    readonly asset: string;
    readonly network: string;
    readonly onlyNetwork: (network: string) => string;
    readonly address: (asset: string, network: string) => string;
    readonly hint: string;
    readonly problem: Readonly<Record<Exclude<CryptoAddressProblem, "wrong_network">, string>>;
    readonly belongsTo: Readonly<Record<AddressFamily, (chosen: string) => string>>;
    readonly switchTo: (network: string) => string;
    readonly unchecked: string;
    readonly compare: string;
    readonly warning: {
      readonly title: string;
      readonly text: (asset: string, network: string) => string;
    };
  };
}
