import type { BankLogin } from "#contract/client/bank-logins";
import type { BankLoginApi } from "../../widgets/fields/bank-login/bank-login-api.ts";
import { minutes } from "./example-quotes.ts";

/**
 * How the visit to the bank ends. `blocked`: the browser opens no window. `unsaved`: the bank shares an account that
 * cannot be saved.
 */
export type BankVisit =
  | "open"
  | "blocked"
  | "confirmed"
  | "unsaved"
  | "refused"
  | "failed"
  | "expired"
  | "unavailable"
  | "used-up";

/** A bank that answers at once, and the window that its login opens. */
export function exampleBankLogin(visit: BankVisit): BankLoginApi {
  const popup = visit === "blocked" ? null : { close() {}, location: { href: "" }, opener: null };
  Object.defineProperty(window, "open", { value: () => popup, configurable: true, writable: true });
  const isShared = visit === "confirmed" || visit === "unsaved";
  const login: BankLogin = {
    bankLoginId: "blg_1",
    status: visit === "blocked" ? "open" : isShared ? "confirmed" : visit,
    account: isShared
      ? {
          bankName: "Harbour Bank",
          accountType: "checking",
          last4: "6789",
          canSave: visit !== "unsaved",
        }
      : null,
    expiresAt: minutes(15),
  };
  const refusal =
    visit === "used-up"
      ? { code: "bank_logins_used_up", status: 409 }
      : { code: "bank_login_unavailable", status: 503 };
  const away = { ok: false, failure: { kind: "refused", message: "", ...refusal } } as const;
  return {
    pauseMs: 0,
    begin: async () =>
      visit === "unavailable" || visit === "used-up"
        ? away
        : { ok: true, value: { ...login, authorizationUrl: "https://bank.example/" } },
    // An open login stays as it is.
    read: () =>
      login.status === "open"
        ? new Promise(() => undefined)
        : Promise.resolve({ ok: true, value: login }),
  };
}
