import type { Environment } from "../../platform/settings-source.ts";
import {
  type BankLoginConnector,
  bankLoginVendors,
  type LoginCheckStep,
} from "../../providers/bank-login/index.ts";
import { isTestParty } from "../../providers/kit/vendor-account.ts";
import { secretsOfEntry } from "../../providers/kit/vendor-entry.ts";
import {
  type BankCheckStep,
  type BankSettings,
  type CheckedBank,
  checkedBankVendors,
  isCheckedBank,
  openBankingVendors,
} from "../../providers/open-banking/index.ts";
import {
  isPayoutTestAccount,
  type PayoutCheckStep,
  type PayoutProcessorSettings,
  type PayoutSettings,
  payoutTests,
  secretsOfPayouts,
} from "../../providers/payout/index.ts";
import {
  type CheckStep,
  isTestAccount,
  type ProcessorConnector,
  type ProcessorSettings,
  secretsOf,
  vendorTests,
} from "../../providers/processor/index.ts";
import {
  type SalesTaxSettings,
  type TaxCheckStep,
  type TaxService,
  taxVendors,
} from "../../providers/sales-tax/index.ts";
import {
  type ThreeDSCheckStep,
  type ThreeDSServerConnector,
  type ThreeDSSettings,
  threeDSVendors,
} from "../../providers/three-ds/index.ts";

export type FoundStep =
  | CheckStep
  | PayoutCheckStep
  | BankCheckStep
  | LoginCheckStep
  | TaxCheckStep
  | ThreeDSCheckStep;

type CheckedLogin = Exclude<BankLoginConnector, { type: "tessera" }>;
type CheckedThreeDS = Extract<ThreeDSServerConnector, { type: "3dsecure.io" }>;

export type CheckedParty = {
  /** Key in the store: a card processor's name; others have a prefix, such as `payout:<name>`. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly connectorVersion: number;
  readonly secrets: readonly (readonly [string, string])[];
  /** Whether no money can move. */
  isTest(environment: Environment): boolean;
} & (
  | { readonly party: "card"; readonly settings: ProcessorConnector }
  | { readonly party: "payout"; readonly settings: PayoutProcessorSettings }
  | { readonly party: "bank"; readonly settings: CheckedBank }
  | { readonly party: "login"; readonly settings: CheckedLogin }
  | { readonly party: "tax"; readonly settings: TaxService }
  | { readonly party: "3ds"; readonly settings: CheckedThreeDS }
);

/** A new connector version must be checked again. */
const connectorVersions = { plaid: 1, trustly: 1, avatax: 1, "3dsecure.io": 1 } as const;

export type CheckedSettings = Pick<ProcessorSettings, "processors"> &
  Pick<PayoutSettings, "payoutProcessors"> &
  Pick<BankSettings, "payByBank" | "earlierBanks" | "bankLogin"> &
  Pick<SalesTaxSettings, "taxService"> &
  Pick<ThreeDSSettings, "threeDSServer">;

/** Lists the parties that can be checked, card processors first. */
export function checkedParties(settings: CheckedSettings): CheckedParty[] {
  const { processors, payoutProcessors, payByBank, earlierBanks } = settings;
  const { bankLogin, taxService, threeDSServer } = settings;
  return [
    ...processors.map(cardParty),
    ...payoutProcessors.map(payoutParty),
    ...[payByBank, ...earlierBanks].filter(isCheckedBank).map(bankParty),
    ...(bankLogin && bankLogin.type !== "tessera" ? [loginParty(bankLogin)] : []),
    ...(taxService ? [taxParty(taxService)] : []),
    ...(threeDSServer?.type === "3dsecure.io" ? [threeDSParty(threeDSServer)] : []),
  ];
}

/** The key under which the checks of a payout processor are stored. The key of a card processor is its name. */
export function payoutKey(name: string): string {
  return `payout:${name}`;
}

export function serviceKey(kind: "bank" | "login" | "tax" | "3ds", name: string): string {
  return `${kind}:${name}`;
}

function cardParty(settings: ProcessorConnector): CheckedParty {
  const { name, type } = settings;
  return {
    party: "card",
    key: name,
    name,
    type,
    connectorVersion: vendorTests[type].connectorVersion,
    settings,
    secrets: secretsOf(settings),
    isTest: (environment) => isTestAccount(settings, environment),
  };
}

function payoutParty(settings: PayoutProcessorSettings): CheckedParty {
  const { name, type } = settings;
  return {
    party: "payout",
    key: payoutKey(name),
    name,
    type,
    connectorVersion: payoutTests[type].connectorVersion,
    settings,
    secrets: secretsOfPayouts(settings),
    isTest: (environment) => isPayoutTestAccount(settings, environment),
  };
}

function bankParty(settings: CheckedBank): CheckedParty {
  const { name, type } = settings;
  return {
    party: "bank",
    key: serviceKey("bank", name),
    name,
    type,
    connectorVersion: checkedBankVendors[type].connectorVersion,
    settings,
    secrets: secretsOfEntry(openBankingVendors, settings),
    isTest: (environment) => isTestParty(openBankingVendors, settings, environment),
  };
}

function loginParty(settings: CheckedLogin): CheckedParty {
  const { name, type } = settings;
  return {
    party: "login",
    key: serviceKey("login", name),
    name,
    type,
    connectorVersion: connectorVersions[type],
    settings,
    secrets: secretsOfEntry(bankLoginVendors, settings),
    isTest: (environment) => isTestParty(bankLoginVendors, settings, environment),
  };
}

function taxParty(settings: TaxService): CheckedParty {
  const { type } = settings;
  return {
    party: "tax",
    key: serviceKey("tax", type),
    name: type,
    type,
    connectorVersion: connectorVersions[type],
    settings,
    secrets: secretsOfEntry(taxVendors, settings),
    isTest: (environment) => isTestParty(taxVendors, settings, environment),
  };
}

function threeDSParty(settings: CheckedThreeDS): CheckedParty {
  const { name, type } = settings;
  return {
    party: "3ds",
    key: serviceKey("3ds", name),
    name,
    type,
    connectorVersion: connectorVersions[type],
    settings,
    secrets: secretsOfEntry(threeDSVendors, settings),
    isTest: (environment) => isTestParty(threeDSVendors, settings, environment),
  };
}
