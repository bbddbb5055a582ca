import * as z from "zod/mini";
import type { PayoutVendor } from "#contract/connectors/payout-capabilities";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import type { Environment } from "../../platform/settings-source.ts";
import { pacedHttp } from "../kit/pace.ts";
import {
  type AccountVendors,
  accountOf,
  isSandboxParty,
  type VendorAccount,
} from "../kit/vendor-account.ts";
import { isVendorTestAddress, type SettingsOf, secretsOfEntry } from "../kit/vendor-entry.ts";
import { createDwollaPayouts } from "./dwolla/dwolla-payouts.ts";
import { dwollaSettings } from "./dwolla/dwolla-settings.ts";
import { guardPayouts } from "./kit/guard-payouts.ts";
import { createPayoutProvider, type PayoutDeadlines } from "./kit/payout-connector.ts";
import type { PayoutPayees } from "./kit/payout-payees.ts";
import type { PayoutReferences } from "./kit/payout-references.ts";
import type { PayoutMethod, PayoutProvider } from "./payout-provider.ts";
import { tabapayPayouts, tabapayReferenceLength } from "./tabapay/tabapay-payouts.ts";
import { tabapaySettings } from "./tabapay/tabapay-settings.ts";
import { tesseraPayouts } from "./tessera/tessera-payouts.ts";
import { trustlyPayoutSettings } from "./trustly/trustly-payout-settings.ts";
import { trustlyPayouts } from "./trustly/trustly-payouts.ts";

/** Each vendor's own settings, which of them are secret or identify the account, and its hosts that move no real money. */
export const payoutVendors = {
  tessera: {
    settings: z.strictObject({
      key: z.string().check(z.regex(/^[ -~]+$/)),
      /** The account is for tests: no money moves. */
      test: z.optional(z.boolean()),
    }),
    secrets: ["key"],
    account: "url",
    testHosts: [],
  },
  tabapay: {
    settings: tabapaySettings,
    secrets: ["token"],
    // References are unique for each client.
    account: ["clientId"],
    // Each client has a host of its own for tests.
    testHosts: [],
  },
  dwolla: {
    settings: dwollaSettings,
    secrets: ["key", "secret", "webhookSecret"],
    account: ["accountId"],
    testHosts: ["api-sandbox.dwolla.com"],
  },
  trustly: {
    settings: trustlyPayoutSettings,
    secrets: ["accessKey"],
    account: ["merchantId"],
    testHosts: ["sandbox.trustly.one"],
  },
} as const satisfies AccountVendors & Readonly<Record<PayoutVendor, object>>;

/** Vendors whose notices arrive at the path that card processors use, `/v1/connectors/NAME/notices`. */
export const vendorsWithNotices: ReadonlySet<PayoutVendorType> = new Set(["dwolla", "trustly"]);

/** Names of the vendors, as in the `type` of a payout processor. */
export type PayoutVendorType = keyof typeof payoutVendors;

/** What each vendor can pay to. */
export const methodsOfVendor = {
  tessera: ["bank", "card", "crypto"],
  tabapay: ["bank", "card"],
  dwolla: ["bank"],
  trustly: ["bank_login"],
} as const satisfies Readonly<Record<PayoutVendorType, readonly PayoutMethod[]>>;

/** Everything that a payout processor can be used for. */
export const payoutMethods: readonly PayoutMethod[] = ["bank", "card", "crypto", "bank_login"];

/** The settings of one vendor. Secrets may be getters: read them for each call. */
export type PayoutVendorSettings = SettingsOf<typeof payoutVendors>;

/** A payout processor: where it is, what it is used for, and its vendor's own settings. */
export type PayoutProcessorSettings = PayoutVendorSettings & {
  /** The operator's name for it. */
  readonly name: string;
  /** No trailing slash. */
  readonly url: string;
  /** The destination types that it is used for. No other processor has them. */
  readonly methods: readonly PayoutMethod[];
};

/** The account at the vendor that these settings lead to. */
export function accountOfPayouts(
  settings: PayoutProcessorSettings,
  environment: Environment,
): VendorAccount {
  return accountOf(payoutVendors, settings, environment);
}

/** Names and values of the secrets. */
export function secretsOfPayouts(
  settings: PayoutVendorSettings,
): readonly (readonly [string, string])[] {
  return secretsOfEntry(payoutVendors, settings);
}

/** Whether the settings say that the account is for tests: no money moves. */
export function isDeclaredPayoutTest(settings: PayoutVendorSettings): boolean {
  return "test" in settings && settings.test === true;
}

/** As `isTestAccount` of the card processors. */
export function isPayoutTestAccount(
  processor: PayoutProcessorSettings,
  environment: Environment,
): boolean {
  if (environment === "production") return false;
  const { type, url } = processor;
  return (
    isSandboxParty(url, secretsOfPayouts(processor)) ||
    isVendorTestAddress(payoutVendors, type, url) ||
    isDeclaredPayoutTest(processor)
  );
}

/** What all payout processors are given. */
export interface PayoutContext extends PayoutDeadlines {
  readonly http: OutgoingHttp;
  /** Where processors with our own protocol report changes: an address that *they* can reach. */
  readonly notificationUrl: string;
  /** The stored references of a processor whose vendor accepts only this many characters. */
  references(provider: string, length: number): PayoutReferences;
  /** The stored payees of a processor whose vendor keeps records of them. */
  payees(provider: string): PayoutPayees;
  /** Whether the processor with this name may be called now; see ../kit/connector-accounts.ts. */
  mayCall(name: string): Promise<boolean>;
  /** Time by the machine's clock, for tokens. */
  readonly machineNowMs: () => number;
}

/** A call waits at most this long for its turn. The lease of a payout that is being sent is longer. */
const mostWaitMs = 15_000;

/** The provider for a configured processor. It offers only the methods that the processor is used for. */
export function payoutProviderFor(
  settings: PayoutProcessorSettings,
  context: PayoutContext,
): PayoutProvider {
  const provider = createVendorProvider(settings, context);
  const { arrivals } = provider.capabilities;
  const used = settings.methods.map((method) => [method, arrivals[method]] as const);
  return guardPayouts(
    {
      ...provider,
      capabilities: { ...provider.capabilities, arrivals: Object.fromEntries(used) },
    },
    () => context.mayCall(settings.name),
  );
}

function createVendorProvider(
  settings: PayoutProcessorSettings,
  context: PayoutContext,
): PayoutProvider {
  switch (settings.type) {
    case "tessera":
      return createPayoutProvider(settings, tesseraPayouts(settings, context), context.http);
    case "tabapay":
      return createPayoutProvider(
        settings,
        tabapayPayouts(settings, context),
        pacedHttp(context.http, { perSecond: settings.requestsPerSecond, mostWaitMs }),
        context.references(settings.name, tabapayReferenceLength),
      );
    case "dwolla":
      return createDwollaPayouts(settings, settings, {
        ...context,
        payees: context.payees(settings.name),
        mostWaitMs,
      });
    case "trustly":
      return trustlyPayouts(settings, settings, context.http, context);
  }
}
