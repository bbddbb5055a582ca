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

/** Each vendor's settings, secrets, account and test hosts. */
export const payoutVendors = {
  tessera: {
    settings: z.strictObject({
      key: z.string().check(z.regex(/^[ -~]+$/)),
      /** True if no money moves through this client. */
      test: z.optional(z.boolean()),
    }),
    secrets: ["key"],
    account: "url",
    testHosts: [],
  },
  tabapay: {
    settings: tabapaySettings,
    secrets: ["token"],
    // References are unique per client.
    account: ["clientId"],
    // Each client has its own host for tests.
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

/** Vendors with notices at the path of card processors, `/v1/connectors/NAME/notices`. */
export const vendorsWithNotices: ReadonlySet<PayoutVendorType> = new Set(["dwolla", "trustly"]);

/** The `type` of a payout processor. */
export type PayoutVendorType = keyof typeof payoutVendors;

/** What each vendor can pay to. */
export const methodsOfVendor = {
  tessera: ["bank", "card", "crypto"],
  tabapay: ["bank", "card"],
  dwolla: ["bank"],
  trustly: ["bank_login"],
} as const satisfies Readonly<Record<PayoutVendorType, readonly PayoutMethod[]>>;

export const payoutMethods: readonly PayoutMethod[] = ["bank", "card", "crypto", "bank_login"];

/** One vendor's settings. Secrets may be getters: read them for each call. */
export type PayoutVendorSettings = SettingsOf<typeof payoutVendors>;

/** A payout processor: address, use, and its vendor's own settings. */
export type PayoutProcessorSettings = PayoutVendorSettings & {
  /** The operator's name for it. */
  readonly name: string;
  /** The address without a trailing slash. */
  readonly url: string;
  /** The destination types that only this processor pays to. */
  readonly methods: readonly PayoutMethod[];
};

/** The vendor's account behind these settings. */
export function accountOfPayouts(
  settings: PayoutProcessorSettings,
  environment: Environment,
): VendorAccount {
  return accountOf(payoutVendors, settings, environment);
}

export function secretsOfPayouts(
  settings: PayoutVendorSettings,
): readonly (readonly [string, string])[] {
  return secretsOfEntry(payoutVendors, settings);
}

/** Whether the settings say that no money moves. */
export function isDeclaredPayoutTest(settings: PayoutVendorSettings): boolean {
  return "test" in settings && settings.test === true;
}

/**
 * Whether no money can move: the address is the vendor's test environment, the operator says that the account is for
 * tests, or it is the sandbox. Always false in production.
 */
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

export interface PayoutContext extends PayoutDeadlines {
  readonly http: OutgoingHttp;
  /** For our own protocol: the URL to which processors report changes. They must be able to reach it. */
  readonly notificationUrl: string;
  /** Short references, for a vendor that accepts only this many characters. */
  references(provider: string, length: number): PayoutReferences;
  /** Stored payees, for a vendor that keeps records of them. */
  payees(provider: string): PayoutPayees;
  /** Whether this processor may be called now (../kit/connector-accounts.ts). */
  mayCall(name: string): Promise<boolean>;
  /** The machine's clock, for tokens. */
  readonly machineNowMs: () => number;
}

/** The longest time that a call waits for its turn. The lease of a payout that is being sent must be longer. */
const maxWaitMs = 15_000;

/** The provider of a processor. It offers only the methods that the processor is used for. */
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
        pacedHttp(context.http, { perSecond: settings.requestsPerSecond, maxWaitMs }),
        context.references(settings.name, tabapayReferenceLength),
      );
    case "dwolla":
      return createDwollaPayouts(settings, {
        ...context,
        payees: context.payees(settings.name),
        maxWaitMs,
      });
    case "trustly":
      return trustlyPayouts(settings, context.http, context);
  }
}
