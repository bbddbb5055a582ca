import { bankLoginScope, sharedAccounts } from "#contract/connectors/bank-login";
import { type BankConnection, createBankOAuth } from "../bank-oauth/index.ts";
import type { BankLoginProvider } from "./bank-login-provider.ts";

/** A provider for a bank that speaks contract/connectors/bank-login.ts. */
export function createOAuthBankLogin(connection: BankConnection): BankLoginProvider {
  const bank = createBankOAuth(connection);
  return {
    begin: (options) => bank.begin({ ...options, scope: bankLoginScope }),

    async finish(returned) {
      const exchanged = await bank.exchange(returned);
      if (exchanged.type !== "exchanged") return exchanged;
      try {
        const { accessToken } = exchanged;
        const response = await bank.call({ method: "GET", path: "/accounts", accessToken });
        const parsed = sharedAccounts.safeParse(JSON.parse(response.text));
        const account = parsed.success ? parsed.data.data[0] : undefined;
        return account
          ? { type: "confirmed", account }
          : { type: "failed", reason: `accounts_${response.statusCode}` };
      } catch (error) {
        const code = (error as { code?: unknown } | null)?.code;
        return { type: "failed", reason: typeof code === "string" ? code : "failed" };
      }
    },
  };
}
