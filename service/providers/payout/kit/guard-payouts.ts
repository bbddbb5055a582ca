import { accountChanged } from "../../kit/connector-accounts.ts";
import type { PayoutProvider } from "../payout-provider.ts";

/** Calls the provider only while its name leads to the account that has its payouts in flight. */
export function guardPayouts(
  provider: PayoutProvider,
  mayCall: () => Promise<boolean>,
): PayoutProvider {
  const { endConsent } = provider;
  return {
    ...provider,
    ...(endConsent && {
      endConsent: async (consent) =>
        (await mayCall()) ? endConsent(consent) : { state: "open", reason: accountChanged },
    }),
    send: async (order, key) =>
      (await mayCall()) ? provider.send(order, key) : { type: "unreached" },
    lookUp: async (key, expected) =>
      (await mayCall())
        ? provider.lookUp(key, expected)
        : { type: "unknown", reason: accountChanged },
  };
}
