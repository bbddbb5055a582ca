import type { Environment } from "../../platform/settings-source.ts";
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

/** What a step of either kind of check found. */
export type FoundStep = CheckStep | PayoutCheckStep;

/** A processor of cards or payouts that can be checked. */
export type CheckedParty = {
  /** Its place in the store: its name; of a payout processor `payout:<name>`. */
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
);

/** The settings that name what can be checked. */
export type CheckedSettings = Pick<ProcessorSettings, "processors"> &
  Pick<PayoutSettings, "payoutProcessors">;

/** All that can be checked, card processors first. */
export function checkedParties({ processors, payoutProcessors }: CheckedSettings): CheckedParty[] {
  return [...processors.map(cardParty), ...payoutProcessors.map(payoutParty)];
}

/** The key in the store of a payout processor. */
export function payoutKey(name: string): string {
  return `payout:${name}`;
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
