import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import { bankLoginVendors } from "../bank-login/index.ts";
import type { Vendors } from "../kit/vendor-entry.ts";
import type { VendorParty } from "../kit/vendor-party.ts";
import { createOAuthOpenBanking } from "./oauth-open-banking.ts";
import type { OpenBankingProvider } from "./open-banking-provider.ts";

/** Each vendor's own settings, which of them are secret, and its hosts for tests. */
export const openBankingVendors = {
  tessera: bankLoginVendors.tessera,
} as const satisfies Vendors;

/** How long a bank has to respond, in milliseconds. */
export interface OpenBankingDeadlines {
  readonly payDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
}

/** The provider for the vendor of this party. It reads the secrets for each call. */
export function openBankingProviderFor(
  party: VendorParty<typeof openBankingVendors>,
  http: OutgoingHttp,
  deadlines: OpenBankingDeadlines,
): OpenBankingProvider {
  return createOAuthOpenBanking(
    {
      http,
      issuer: party.url,
      clientId: party.name,
      get clientSecret() {
        return party.key;
      },
    },
    deadlines,
  );
}
