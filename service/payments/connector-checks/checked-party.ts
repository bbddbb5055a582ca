import type { Environment } from "../../platform/settings-source.ts";
import {
  type BankCheckStep,
  type BankSettings,
  type CheckedBank,
  checkedBankVendors,
  isBankTestAccount,
  isCheckedBank,
  secretsOfBank,
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

/** What a step of any kind of check found. */
export type FoundStep = CheckStep | PayoutCheckStep | BankCheckStep;

/** A processor of cards or payouts, or a bank, that can be checked. */
export type CheckedParty = {
  /** Its place in the store: its name; of a payout processor `payout:<name>`, of a bank `bank:<name>`. */
  readonly key: string;
  readonly name: string;
  /** The vendor. */
  readonly type: string;
  readonly connectorVersion: number;
  readonly secrets: readonly (readonly [string, string])[];
  /** Whether no money can move. */
  isTest(environment: Environment): boolean;
} & (
  | { readonly party: "card"; readonly settings: ProcessorConnector }
  | { readonly party: "payout"; readonly settings: PayoutProcessorSettings }
  | { readonly party: "bank"; readonly settings: CheckedBank }
);

/** The settings that name what can be checked. */
export type CheckedSettings = Pick<ProcessorSettings, "processors"> &
  Pick<PayoutSettings, "payoutProcessors"> &
  Pick<BankSettings, "payByBank" | "earlierBanks">;

/** All that can be checked, card processors first. */
export function checkedParties({
  processors,
  payoutProcessors,
  payByBank,
  earlierBanks,
}: CheckedSettings): CheckedParty[] {
  return [
    ...processors.map(cardParty),
    ...payoutProcessors.map(payoutParty),
    ...[payByBank, ...earlierBanks].filter(isCheckedBank).map(bankParty),
  ];
}

/** The key in the store of a payout processor. */
export function payoutKey(name: string): string {
  return `payout:${name}`;
}

/** The key in the store of a bank that customers pay from. */
export function bankKey(name: string): string {
  return `bank:${name}`;
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
    key: bankKey(name),
    name,
    type,
    connectorVersion: checkedBankVendors[type].connectorVersion,
    settings,
    secrets: secretsOfBank(settings),
    isTest: (environment) => isBankTestAccount(settings, environment),
  };
}
