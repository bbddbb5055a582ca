import { isNative } from "#contract/connectors/card-capabilities";
import type { ChargeRequest } from "#contract/connectors/processor";
import { codesOf } from "../../kit/check-codes.ts";
import type { CheckStepOf } from "../../kit/check-step.ts";
import type {
  CardProcessor,
  ChargeOrder,
  ChargeOutcome,
  RefundOrder,
  RefundOutcome,
} from "../card-processor.ts";
import type { OutcomeNotice } from "../kit/notices.ts";
import type { TestCase, TestCharge, VendorTests } from "./test-cards.ts";
import { inventedAuthentication, requestOf } from "./test-request.ts";
import { tryReports, whyUntested } from "./untested-steps.ts";
import { checkNotices, type NoticeTools } from "./wait-for-notice.ts";

/** The steps in order of execution. */
export const checkSteps = [
  "health",
  "approval",
  "look_up",
  "repeat",
  "whole_refund",
  "refund_look_up",
  "partial_refund",
  "decline",
  "soft_decline",
  "security_code",
  "address_check",
  "three_d_secure",
  "stored_credentials",
  "reversal",
  "notices",
  "disputes",
  "settlement_files",
] as const;
export type CheckStepName = (typeof checkSteps)[number];

export type CheckStep = CheckStepOf<CheckStepName>;

export interface CheckTools extends NoticeTools {
  readonly tests: VendorTests;
  readonly currency: string;
  /** Prefix of the keys of this check's charges. */
  readonly runId: string;
  /**
   * The first amount in minor units. Amounts start here, so that vendors do not take a second check for a duplicate.
   */
  readonly firstAmountMinor: number;
  /** Stored notices about these keys, for a vendor without a query. */
  readonly readNotices: (keys: readonly string[]) => Promise<readonly OutcomeNotice[]>;
}

/** Steps after this time are not tested. */
const longestMs = 4 * 60_000;
const maxCharges = 14;
const askAgainMs = 3_000;
/** How long an unknown outcome is looked up after the time in which a look-up may miss it. */
const lookUpWaitMs = 15_000;

interface Made {
  /** The charge, with what the processor prepared. */
  readonly request: ChargeOrder;
  readonly key: string;
  outcome: ChargeOutcome;
}

/**
 * Tries a processor with its vendor's test cards and reports what works. Never throws for what the vendor does.
 * Reverses its charges that it did not refund. The caller ensures that no real money moves.
 */
export async function checkProcessor(
  processor: CardProcessor,
  tools: CheckTools,
): Promise<CheckStep[]> {
  const { capabilities } = processor;
  const { tests, currency, runId, nowMs, wait } = tools;
  const endMs = nowMs() + longestMs;
  const steps: CheckStep[] = [];
  const open: Made[] = [];
  let made = 0;

  const note = (step: CheckStepName, result: CheckStep["result"], ...codes: string[]) => {
    steps.push({ step, result, codes });
  };
  const test = (step: CheckStepName, works: boolean, outcome: object) =>
    note(step, works ? "works" : "fails", ...codesOf(outcome));
  const isLate = () => nowMs() > endMs || made >= maxCharges;

  /** Asks until the outcome is certain, for a little longer than a look-up may miss the charge. */
  async function until<Outcome extends { readonly type: string }>(
    ask: () => Promise<Outcome>,
    isOpen: (outcome: Outcome) => boolean,
  ): Promise<Outcome> {
    const lastMs = nowMs() + capabilities.findsAfterMs + lookUpWaitMs;
    let outcome = await ask();
    while (isOpen(outcome) && nowMs() < lastMs) {
      await wait(askAgainMs);
      outcome = await ask();
    }
    return outcome;
  }
  const isOpenCharge = ({ type }: ChargeOutcome) =>
    type === "unknown" || type === "pending" || type === "not_found";
  /** A vendor without a query reports only by notices, and silence proves nothing. */
  const isByNotice = capabilities.lookUp === "notice" || capabilities.lookUp === "replay";
  const noticesAbout = (...keys: string[]) => (isByNotice ? tools.readNotices(keys) : []);
  const lookUp = ({ request, key }: Made) =>
    until(
      async () => processor.lookUp(key, request, await noticesAbout(key, `${key}-reversal`)),
      isOpenCharge,
    );
  /** A look-up that needs a notice cannot be tested without one. */
  const testLookUp = (step: CheckStepName, works: boolean, outcome: { readonly type: string }) => {
    const isSilent = isByNotice && ["unknown", "pending", "not_found"].includes(outcome.type);
    if (!works && isSilent) note(step, "not_tested", "no_notice_arrived");
    else test(step, works, outcome);
  };

  async function charge(card: TestCharge, overrides: Partial<ChargeRequest> = {}): Promise<Made> {
    made += 1;
    const request = requestOf(card, made, tools, overrides);
    const key = `${runId}-${made}`;
    const charged = await makeCharge(processor, request, key);
    if (isOpenCharge(charged.outcome)) charged.outcome = await lookUp(charged);
    if (mayHold(charged.outcome)) open.push(charged);
    return charged;
  }
  const settle = (done: Made) => {
    const at = open.indexOf(done);
    if (at >= 0) open.splice(at, 1);
  };

  async function refund({ outcome }: Made, key: string, amountMinor: number) {
    const chargeId = "chargeId" in outcome ? outcome.chargeId : "";
    const order: RefundOrder = {
      chargeId,
      merchantReference: key,
      amountMinor,
      currency,
      surchargeMinor: 0,
      reason: "requested_by_customer",
    };
    const first = await processor.refund(order, key);
    const isOpen = ({ type }: RefundOutcome) => type === "unknown";
    const found = isOpen(first)
      ? await until(async () => processor.lookUpRefund(key, order, await noticesAbout(key)), isOpen)
      : first;
    return { order, found };
  }

  async function refunds(first: Made): Promise<void> {
    if (capabilities.refunds === "none") {
      for (const step of ["whole_refund", "refund_look_up", "partial_refund"] as const) {
        note(step, "not_tested", "not_supported");
      }
      return;
    }
    const key = `${runId}-refund`;
    const { order, found } = await refund(first, key, first.request.amountMinor);
    test("whole_refund", isReturned(found), found);
    if (isReturned(found)) {
      settle(first);
      const repeat = await until(
        async () => processor.lookUpRefund(key, order, await noticesAbout(key)),
        ({ type }) => type === "unknown" || type === "not_found",
      );
      if (!isReturned(repeat) && capabilities.findsRefunds === "perhaps") {
        note("refund_look_up", "not_tested", ...codesOf(repeat));
      } else testLookUp("refund_look_up", isReturned(repeat), repeat);
    } else note("refund_look_up", "not_tested", "no_refund");
    await partialRefund();
  }

  async function partialRefund(): Promise<void> {
    if (capabilities.refunds === "whole")
      return note("partial_refund", "not_tested", "not_supported");
    if (isLate()) return note("partial_refund", "not_tested", "no_time");
    const whole = await charge(tests.approved);
    if (whole.outcome.type !== "approved") {
      return note("partial_refund", "not_tested", ...codesOf(whole.outcome));
    }
    const half = Math.floor(whole.request.amountMinor / 2);
    const { found } = await refund(whole, `${runId}-part`, half);
    if (isReturned(found)) settle(whole);
    // A connector that knows of the settlement sends nothing before it.
    const isEarly =
      capabilities.refunds === "parts_after_settlement" &&
      (found.type === "unreached" ||
        (found.type === "rejected" && found.code === "charge_not_refundable"));
    if (isEarly) note("partial_refund", "not_tested", "only_after_settlement");
    else test("partial_refund", isReturned(found), found);
  }

  async function testCase(each: TestCase): Promise<void> {
    if (isLate()) return note(each.step, "not_tested", "no_time");
    const { outcome, request, key } = await charge(each.charge);
    const facts: Readonly<Record<string, unknown>> =
      ("facts" in outcome ? outcome.facts : undefined) ?? {};
    const hasFacts = Object.entries(each.facts ?? {}).every(([name, values]) =>
      values?.includes(String(facts[name])),
    );
    // A vendor with its own 3-D Secure asks for a challenge instead of the decline; the check leaves it.
    if (outcome.type === "challenge") await processor.endChallenge?.(key, request, "canceled");
    const isChallenged = each.step === "soft_decline" && outcome.type === "challenge";
    const isExpected =
      isChallenged ||
      (each.declineCode === undefined
        ? outcome.type === "approved" || (outcome.type === "declined" && each.facts !== undefined)
        : outcome.type === "declined" && outcome.declineCode === each.declineCode);
    test(each.step, isExpected && hasFacts, outcome);
  }

  async function threeDSecure(): Promise<void> {
    if (!capabilities.externalThreeDSecure) {
      return note("three_d_secure", "not_tested", "not_supported");
    }
    if (isLate()) return note("three_d_secure", "not_tested", "no_time");
    const { outcome } = await charge(tests.approved, { threeDSecure: inventedAuthentication });
    // A vendor may refuse a proof that no issuer made; only an approval shows that the fields are right.
    const result = outcome.type === "approved" ? "works" : "not_tested";
    note("three_d_secure", result, ...codesOf(outcome));
  }

  async function storedCredentials(): Promise<void> {
    if (!capabilities.storedCredentials) {
      return note("stored_credentials", "not_tested", "not_supported");
    }
    if (isLate()) return note("stored_credentials", "not_tested", "no_time");
    const stored = await charge(tests.approved, { credentialOnFile: "stored" });
    if (stored.outcome.type !== "approved")
      return test("stored_credentials", false, stored.outcome);
    const id = stored.outcome.facts?.networkTransactionId;
    const { outcome } = await charge(tests.approved, {
      credentialOnFile: "used",
      ...(id === undefined ? {} : { networkTransactionId: id }),
    });
    test("stored_credentials", outcome.type === "approved", outcome);
  }

  async function reverseAll(): Promise<void> {
    if (open.length === 0) return note("reversal", "not_tested", "no_charge");
    const codes: string[] = [];
    let isDone = true;
    for (const tested of open) {
      if (isOpenCharge(tested.outcome)) tested.outcome = await lookUp(tested);
      if (!("chargeId" in tested.outcome)) {
        isDone &&= tested.outcome.type === "not_found";
        codes.push(...codesOf(tested.outcome));
        continue;
      }
      const { chargeId } = tested.outcome;
      const key = `${tested.key}-reversal`;
      const notices = await noticesAbout(key, tested.key);
      const outcome = await processor.reverse(chargeId, key, "connector check", notices);
      isDone &&= outcome.type !== "unknown";
      codes.push(...codesOf(outcome));
    }
    note("reversal", isDone ? "works" : "fails", ...new Set(codes));
  }

  const isHealthy = await processor.isHealthy();
  note("health", isHealthy ? "works" : "fails");
  const first = await charge(tests.approved);
  test("approval", first.outcome.type === "approved", first.outcome);
  if (first.outcome.type === "approved") {
    const outcome = await lookUp(first);
    testLookUp("look_up", isSameCharge(outcome, first.outcome), outcome);
    if (capabilities.repeats) {
      const repeat = await processor.charge(first.request, first.key);
      test("repeat", isSameCharge(repeat, first.outcome), repeat);
    } else note("repeat", "not_tested", "only_looked_up");
    await refunds(first);
    for (const each of tests.cases) await testCase(each);
    await threeDSecure();
    await storedCredentials();
  }
  await reverseAll();
  const notice = await checkNotices(processor, tools, first.outcome.type === "approved");
  note("notices", notice.result, ...notice.codes);
  // Without an approval the keys may be wrong; one failure is enough to report that.
  const isUsable = first.outcome.type === "approved";
  const report = isUsable ? await tryReports(processor, nowMs()) : undefined;
  if (report) note("settlement_files", report.result, ...report.codes);
  for (const step of checkSteps) {
    if (steps.some((each) => each.step === step)) continue;
    note(step, "not_tested", ...whyUntested(step, capabilities, first.outcome));
  }
  return checkSteps.flatMap((step) => steps.filter((each) => each.step === step));
}

/** No browser returns from a check's challenge. */
const noBrowser = { returnUrl: "https://example.com/", mandateChallenge: false };

async function makeCharge(
  processor: CardProcessor,
  request: ChargeRequest,
  key: string,
): Promise<Made> {
  const prepared = await processor.prepare?.(request, key);
  if (prepared && prepared.type !== "prepared") return { request, key, outcome: prepared };
  const order: ChargeOrder = {
    ...request,
    ...(prepared && { reference: prepared.reference }),
    ...(isNative(processor.capabilities) && { native: noBrowser }),
  };
  return { request: order, key, outcome: await processor.charge(order, key) };
}

function isReturned({ type }: RefundOutcome): boolean {
  return type === "success" || type === "pending";
}

function isSameCharge(
  outcome: ChargeOutcome,
  { chargeId }: { readonly chargeId: string },
): boolean {
  return outcome.type === "approved" && outcome.chargeId === chargeId;
}

function mayHold({ type }: ChargeOutcome): boolean {
  return ["approved", "pending", "unknown", "mismatch", "not_found"].includes(type);
}
