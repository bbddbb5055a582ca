import { ConfigError } from "../../platform/config-values.ts";
import type { BankLoginSettings, LoginPayer } from "../../providers/bank-login/index.ts";
import type { PayoutSettings } from "../../providers/payout/index.ts";

type Settings = BankLoginSettings &
  Pick<PayoutSettings, "payoutProcessors"> & { readonly publicUrl: string };

/** Pays to accounts of new bank logins: the payout processor of the same application at the same vendor, if any. */
export function loginPayerOf({
  bankLogin,
  payoutProcessors,
  publicUrl,
}: Settings): LoginPayer | null {
  if (bankLogin?.type !== "trustly") return null;
  const found = payoutProcessors.find(
    (payoutProcessor) =>
      payoutProcessor.type === "trustly" &&
      payoutProcessor.methods.includes("bank_login") &&
      payoutProcessor.merchantId === bankLogin.merchantId &&
      // This account's key signs what Trustly reports of the login's payouts.
      payoutProcessor.accessId === bankLogin.accessId &&
      payoutProcessor.url === bankLogin.url,
  );
  if (!found) return null;
  const { name } = found;
  const notificationUrl = `${publicUrl}/v1/connectors/${encodeURIComponent(name)}/notices`;
  return { name, notificationUrl };
}

/** Throws ConfigError if a payout processor needs bank logins, and no login is with its vendor. */
export function requireLogins(settings: Settings): void {
  const payer = loginPayerOf(settings);
  const without = settings.payoutProcessors.find(
    ({ name, methods }) => methods.includes("bank_login") && name !== payer?.name,
  );
  if (!without) return;
  throw new ConfigError(
    `PAYOUT_PROCESSOR: ${without.name} pays only to accounts that customers share at Trustly; set BANK_LOGIN to an entry of the type trustly with the same url, accessId and merchantId, or methods of ${without.name} to []`,
  );
}
