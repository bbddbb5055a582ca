import type { BankLogin } from "#contract/client/bank-logins";
import type { BankLoginApi } from "../../widgets/fields/bank-login/bank-login-api.ts";
import { minutes } from "./example-quotes.ts";

/**
 * How the bank login ends. `blocked`: the browser opens no window. `unsaved`: the bank shares an account that cannot be
 * saved.
 */
export type BankLoginEnd =
  | "open"
  | "blocked"
  | "confirmed"
  | "unsaved"
  | "refused"
  | "failed"
  | "expired"
  | "unavailable"
  | "used-up";

/** An API that answers at once. Also replaces `window.open`, because the login opens a window. */
export function exampleBankLogin(end: BankLoginEnd): BankLoginApi {
  const popup = end === "blocked" ? null : { close() {}, location: { href: "" }, opener: null };
  Object.defineProperty(window, "open", { value: () => popup, configurable: true, writable: true });
  const isShared = end === "confirmed" || end === "unsaved";
  const login: BankLogin = {
    bankLoginId: "blg_1",
    status: end === "blocked" ? "open" : isShared ? "confirmed" : end,
    account: isShared
      ? {
          bankName: "Harbour Bank",
          accountType: "checking",
          last4: "6789",
          canSave: end !== "unsaved",
        }
      : null,
    expiresAt: minutes(15),
  };
  const refusal =
    end === "used-up"
      ? { code: "bank_logins_used_up", status: 409 }
      : { code: "bank_login_unavailable", status: 503 };
  const refused = { ok: false, failure: { kind: "refused", message: "", ...refusal } } as const;
  return {
    pauseMs: 0,
    begin: async () =>
      end === "unavailable" || end === "used-up"
        ? refused
        : { ok: true, value: { ...login, authorizationUrl: "https://bank.example/" } },
    // An open login never ends, so its read never resolves.
    read: () =>
      login.status === "open"
        ? new Promise(() => undefined)
        : Promise.resolve({ ok: true, value: login }),
  };
}
