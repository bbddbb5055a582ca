import { codesOf } from "../kit/check-codes.ts";
import type { CheckStepOf } from "../kit/check-step.ts";
import type { BankLoginProvider } from "./bank-login-provider.ts";

/** The steps in order of execution. */
export const loginCheckSteps = ["login_visit", "login_look_up", "login_account"] as const;
export type LoginCheckStepName = (typeof loginCheckSteps)[number];

export type LoginCheckStep = CheckStepOf<LoginCheckStepName>;

export interface LoginCheckTools {
  readonly returnUrl: string;
  /** A state that is unique for each check. */
  readonly state: string;
}

/**
 * Starts a login and looks it up, which must report an unfinished login. The check shares no account, because that needs
 * a person at the vendor's test bank.
 */
export async function checkLogin(
  provider: BankLoginProvider,
  { returnUrl, state }: LoginCheckTools,
): Promise<LoginCheckStep[]> {
  const byHand = {
    step: "login_account",
    result: "not_tested",
    codes: ["needs_a_person"],
  } as const;
  const login = await provider
    .begin({ state, returnUrl, language: "en", reference: "connector-check", purpose: "payout" })
    .catch((error: unknown) => ({ reason: error instanceof Error ? error.message : "failed" }));
  if ("reason" in login) {
    return [
      { step: "login_visit", result: "fails", codes: codesOf(login) },
      { step: "login_look_up", result: "not_tested", codes: ["no_visit"] },
      byHand,
    ];
  }
  const callbackUrl = new URL(returnUrl);
  callbackUrl.searchParams.set("state", state);
  const outcome = await provider.finish({
    callbackUrl,
    state,
    proof: login.proof,
    purpose: "payout",
  });
  const reason = outcome.type === "failed" ? outcome.reason : outcome.type;
  const isOpen = reason.endsWith(": not_finished");
  return [
    { step: "login_visit", result: "works", codes: [] },
    {
      step: "login_look_up",
      result: isOpen ? "works" : "fails",
      codes: isOpen ? [] : codesOf({ reason: reason.replace(": ", ":") }),
    },
    byHand,
  ];
}
