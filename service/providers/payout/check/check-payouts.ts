import { codesOf } from "../../kit/check-codes.ts";
import type { CheckStepOf } from "../../kit/check-step.ts";
import { type NoticeTools, waitForNotice } from "../../processor/check/wait-for-notice.ts";
import type { PayoutOrder, PayoutOutcome, PayoutProvider } from "../payout-provider.ts";
import type { PayoutTests, TestPayout } from "./test-payouts.ts";

/** The steps in order of execution. */
export const payoutCheckSteps = [
  "bank_payout",
  "card_payout",
  "payout_look_up",
  "payout_repeat",
  "payout_decline",
  "notices",
  "payout_returns",
] as const;
export type PayoutCheckStepName = (typeof payoutCheckSteps)[number];

export type PayoutCheckStep = CheckStepOf<PayoutCheckStepName>;

export interface PayoutCheckTools extends NoticeTools {
  readonly tests: PayoutTests;
  readonly notices: keyof typeof reasonWithoutNotices;
  readonly operatorId: string;
  readonly currency: string;
  /** Prefix of the keys of this check's payouts. */
  readonly runId: string;
  /** The first amount in minor units, from which all amounts start. */
  readonly firstAmountMinor: number;
}

/** Why the check skips notices. Our own protocol reports to another path. */
const reasonWithoutNotices = {
  yes: "vendor_decides_when",
  setting: "no_signing_key",
  no: "not_supported",
} as const;

const longestWaitMs = 15_000;
const askAgainMs = 3_000;

interface Sent {
  readonly order: PayoutOrder;
  readonly key: string;
  readonly outcome: PayoutOutcome;
}

/**
 * Tries a payout processor with its vendor's test accounts and reports what works. Never throws for what the vendor
 * does. The caller ensures that no real money moves: a payout cannot be taken back.
 */
export async function checkPayouts(
  provider: PayoutProvider,
  tools: PayoutCheckTools,
): Promise<PayoutCheckStep[]> {
  const { arrivals, lookUps } = provider.capabilities;
  const { tests, wait, nowMs } = tools;
  const steps: PayoutCheckStep[] = [];
  const note = (
    step: PayoutCheckStepName,
    result: PayoutCheckStep["result"],
    ...codes: readonly string[]
  ) => steps.push({ step, result, codes });
  const test = (step: PayoutCheckStepName, works: boolean, outcome: object) =>
    note(step, works ? "works" : "fails", ...codesOf(outcome));
  let made = 0;

  async function send({ destination, amountMinor }: TestPayout): Promise<Sent> {
    made += 1;
    const key = `${tools.runId}-${made}`;
    const order: PayoutOrder = {
      operatorId: tools.operatorId,
      merchantReference: key,
      amountMinor: amountMinor ?? tools.firstAmountMinor + made,
      currency: tools.currency,
      destination,
      descriptor: "CONNECTOR CHECK",
      payee: {
        externalCustomerId: "connector-check",
        // Some vendors allow an address once, for all operators.
        email: `connector-check+${tools.operatorId.toLowerCase()}@example.com`,
      },
    };
    return { order, key, outcome: await provider.send(order, key) };
  }

  /** Looks up by our key alone, as after a lost response, and no sooner than the vendor allows. */
  async function lookUp({ order, key }: Sent): Promise<PayoutOutcome> {
    await wait(lookUps.atOnce ? 0 : lookUps.firstMs);
    const lastMs = nowMs() + longestWaitMs;
    let outcome = await provider.lookUp(key, order);
    // A vendor that forbids polling is asked once.
    while (lookUps.atOnce && isOpen(outcome) && nowMs() < lastMs) {
      await wait(askAgainMs);
      outcome = await provider.lookUp(key, order);
    }
    return outcome;
  }

  let first: Sent | undefined;
  for (const method of ["bank", "card"] as const) {
    const step = `${method}_payout` as const;
    const accepted = tests.accepted[method];
    const isByLogin = method === "bank" && arrivals.bank_login !== undefined;
    if (isByLogin) note(step, "not_tested", "needs_a_person");
    else if (!arrivals[method]) note(step, "not_tested", "not_supported");
    else if (!accepted) note(step, "not_tested", "no_test_card");
    else {
      const sent = await send(accepted);
      test(step, isSent(sent.outcome), sent.outcome);
      if (isSent(sent.outcome)) first ??= sent;
    }
  }
  if (first) {
    const found = await lookUp(first);
    test("payout_look_up", isSame(found, first), found);
    const repeat = await provider.send(first.order, first.key);
    // Refusing the second says nothing about the first.
    const known = repeat.type === "unknown" ? await lookUp(first) : repeat;
    test("payout_repeat", isSame(known, first), known);
    if (tests.declined && arrivals[tests.declined.destination.type]) {
      const { outcome } = await send(tests.declined);
      test("payout_decline", outcome.type === "declined" || outcome.type === "failed", outcome);
    }
  }
  if (!provider.readNotice) note("notices", "not_tested", reasonWithoutNotices[tools.notices]);
  else if (first) {
    const { result, codes } = await waitForNotice(tools);
    note("notices", result, ...codes);
  }
  note(
    "payout_returns",
    "not_tested",
    lookUps.showReturns ? "vendor_decides_when" : "not_supported",
  );
  const missing = first ? "no_test_card" : "no_payout";
  for (const step of payoutCheckSteps) {
    if (!steps.some((each) => each.step === step)) note(step, "not_tested", missing);
  }
  return payoutCheckSteps.flatMap((step) => steps.filter((each) => each.step === step));
}

function isOpen({ type }: PayoutOutcome): boolean {
  return type === "unknown" || type === "not_found";
}

function isSent({ type }: PayoutOutcome): boolean {
  return type === "paid" || type === "pending";
}

function isSame(found: PayoutOutcome, { outcome }: Sent): boolean {
  return "payoutId" in found && "payoutId" in outcome && found.payoutId === outcome.payoutId;
}
