import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import { bankLoginVendors } from "../bank-login/index.ts";
import type { Vendors } from "../kit/vendor-entry.ts";
import type { VendorParty } from "../kit/vendor-party.ts";
import { createOAuthOpenBanking } from "./oauth-open-banking.ts";
import type { OpenBankingProvider } from "./open-banking-provider.ts";
import { trustlyPayments } from "./trustly/trustly-payments.ts";

/** Each vendor's settings, secrets and test hosts. */
export const openBankingVendors = {
  tessera: bankLoginVendors.tessera,
  trustly: bankLoginVendors.trustly,
} as const satisfies Vendors;

/** Vendors with notices at the path of card processors, `/v1/connectors/NAME/notices`. */
export const bankVendorsWithNotices: ReadonlySet<keyof typeof openBankingVendors> = new Set([
  "trustly",
]);

/** Vendors that `connectors check` can try, with the connector's version. A new one must be checked again. */
export const checkedBankVendors = { trustly: { connectorVersion: 1 } } as const;

export type CheckedBank = Extract<
  VendorParty<typeof openBankingVendors>,
  { type: keyof typeof checkedBankVendors }
>;

export function isCheckedBank(
  party: VendorParty<typeof openBankingVendors> | undefined,
): party is CheckedBank {
  return party !== undefined && Object.hasOwn(checkedBankVendors, party.type);
}

/** A bank's time to respond, in milliseconds, and where it can reach us. */
export interface OpenBankingContext {
  readonly payDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
  /** The service's address for the vendor's notices, without their path. */
  readonly publicUrl: string;
}

/** The vendor's provider. It reads the secrets for each call. */
export function openBankingProviderFor(
  party: VendorParty<typeof openBankingVendors>,
  http: OutgoingHttp,
  context: OpenBankingContext,
): OpenBankingProvider {
  switch (party.type) {
    case "tessera":
      return createOAuthOpenBanking(
        {
          http,
          issuer: party.url,
          clientId: party.name,
          get clientSecret() {
            return party.key;
          },
        },
        context,
      );
    case "trustly": {
      const path = `/v1/connectors/${encodeURIComponent(party.name)}/notices`;
      const notificationUrl = `${context.publicUrl}${path}`;
      return trustlyPayments(party, http, { ...context, notificationUrl });
    }
  }
}
