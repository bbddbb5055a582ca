import { codesOf } from "../../kit/check-codes.ts";
import type { CheckStepOf } from "../../kit/check-step.ts";
import type { BankOrder, OpenBankingProvider } from "../open-banking-provider.ts";

/** The steps in order of execution. */
export const bankCheckSteps = [
  "bank_visit",
  "bank_visit_look_up",
  "bank_payment",
  "notices",
] as const;
export type BankCheckStepName = (typeof bankCheckSteps)[number];

export type BankCheckStep = CheckStepOf<BankCheckStepName>;

export interface BankCheckTools {
  readonly order: BankOrder;
  readonly returnUrl: string;
  /** A state that is unique for each check. */
  readonly state: string;
}

/** The reason when a return comes from a bank's page that nobody opened. */
const notFinished = "not_finished";

/**
 * Starts a redirect and finds it under our reference. That needs valid credentials, a correct signature and readable
 * responses, and moves no money. A payment needs a person at the vendor's test bank.
 */
export async function checkBank(
  provider: OpenBankingProvider,
  { order, returnUrl, state }: BankCheckTools,
): Promise<BankCheckStep[]> {
  const byHand = (["bank_payment", "notices"] as const).map(
    (step): BankCheckStep => ({ step, result: "not_tested", codes: ["needs_a_person"] }),
  );
  const customer = { id: "connector-check", name: "Connector Check", email: "check@example.com" };
  try {
    const { proof } = await provider.begin({ state, returnUrl, language: "en", order, customer });
    const callbackUrl = new URL(returnUrl);
    callbackUrl.searchParams.set("state", state);
    const outcome = await provider.finish({ callbackUrl, state, proof, order });
    const isOpen = outcome.type === "failed" && outcome.reason === notFinished;
    return [
      { step: "bank_visit", result: "works", codes: [] },
      {
        step: "bank_visit_look_up",
        result: isOpen ? "works" : "fails",
        codes: isOpen ? [] : codesOf(outcome),
      },
      ...byHand,
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : "failed";
    return [
      { step: "bank_visit", result: "fails", codes: codesOf({ reason }) },
      { step: "bank_visit_look_up", result: "not_tested", codes: ["no_visit"] },
      ...byHand,
    ];
  }
}
