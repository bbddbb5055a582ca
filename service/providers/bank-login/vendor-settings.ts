import * as z from "zod/mini";
import type { OutgoingHttp } from "../../platform/outgoing-http.ts";
import type { Vendors } from "../kit/vendor-entry.ts";
import type { VendorParty } from "../kit/vendor-party.ts";
import { trustlySettings } from "../trustly/index.ts";
import type { BankLoginProvider, LoginPayer } from "./bank-login-provider.ts";
import { createOAuthBankLogin } from "./oauth-bank-login.ts";
import { plaidLogin } from "./plaid/plaid-login.ts";
import { plaidSettings } from "./plaid/plaid-settings.ts";
import { trustlyLogin } from "./trustly/trustly-login.ts";

/** Each vendor's settings, secrets and test hosts. */
export const bankLoginVendors = {
  tessera: {
    settings: z.strictObject({ key: z.string().check(z.regex(/^[ -~]+$/)) }),
    secrets: ["key"],
    testHosts: [],
  },
  plaid: {
    settings: plaidSettings,
    secrets: ["secret"],
    testHosts: ["sandbox.plaid.com"],
  },
  trustly: {
    settings: trustlySettings,
    secrets: ["accessKey"],
    testHosts: ["sandbox.trustly.one"],
  },
} as const satisfies Vendors;

/** The vendor's provider. It reads the secrets for each call. */
export function bankLoginProviderFor(
  party: VendorParty<typeof bankLoginVendors>,
  http: OutgoingHttp,
  payer: LoginPayer | null = null,
): BankLoginProvider {
  switch (party.type) {
    case "tessera":
      return createOAuthBankLogin({
        http,
        issuer: party.url,
        clientId: party.name,
        get clientSecret() {
          return party.key;
        },
      });
    case "plaid":
      return plaidLogin(party, http);
    case "trustly":
      return trustlyLogin(party, http, payer);
  }
}
