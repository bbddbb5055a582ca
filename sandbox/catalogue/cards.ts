import { composeCardNumber, composedCardScript } from "./composed-cards.ts";
import { luhnCheckDigit } from "./luhn.ts";
import type {
  CardScript,
  ChargeFault,
  ChargeScript,
  DisputeScript,
  PayoutScript,
  RefundScript,
  ThreeDSScript,
} from "./scripts.ts";

/** Sections of the published table, in order. */
export const cardGroups = {
  approved: "Approved",
  declined: "Declined",
  three_d_secure: "3-D Secure",
  composed: "3-D Secure, composed",
  processor: "Processor faults",
  refund: "Refunds",
  dispute: "Disputes",
  payout: "Payouts to cards",
} as const;

/** Notes below a section's heading, in plain text. */
export const cardGroupNotes: Readonly<Partial<Record<keyof typeof cardGroups, string>>> = {
  dispute:
    "Each card is approved, and disputed two seconds later. Evidence with the text winning_evidence wins, with losing_evidence loses. The sandbox's page /disputes disputes any other charge and decides cases.",
  refund:
    "Each card is approved; refunds of its charges behave as listed. Refunds of every other card succeed. A charge clears ten minutes after its approval. Until then, a refund of the whole charge is a void, which has no ARN. A refund has its ARN three seconds after it succeeded.",
};

/** A test card: its number decides what the sandbox does. */
export interface CatalogueCard extends CardScript {
  /** Stable, for tests and links. */
  name: string;
  /** The number, digits only. */
  number: string;
  group: keyof typeof cardGroups;
  description: string;
}

const hourMs = 60 * 60_000;

const approved: ChargeScript = { outcome: { status: "approved" } };
const notEnrolled: ThreeDSScript = { enrolled: false };
const challenged: ThreeDSScript = {
  enrolled: true,
  versions: "2.2.0",
  method: "completes",
  authentication: "C",
  challenge: "manual",
};

/**
 * Decline and 3-D Secure numbers up to `unsupported` are Stripe's well-known ones; `composed` numbers follow clearhaus'
 * scheme (composed-cards.ts); the processor numbers are Tessera's own. Every other Luhn-valid number is approved and
 * not enrolled.
 */
export const cards: readonly CatalogueCard[] = [
  plain("visa", "4242424242424242", "Visa"),
  plain("visa_debit", "4000056655665556", "Visa debit"),
  plain("mastercard", "5555555555554444", "Mastercard"),
  plain("mastercard_debit", "5200828282828210", "Mastercard debit"),
  plain("mastercard_prepaid", "5105105105105100", "Mastercard prepaid"),
  plain("mastercard_series_2", "2223003122003222", "Mastercard, 2-series"),
  plain("amex", "378282246310005", "American Express (15 digits, 4-digit code)"),
  plain("discover", "6011111111111117", "Discover"),
  plain("diners", "36227206271667", "Diners Club (14 digits)"),
  plain("jcb", "3566002020360505", "JCB"),
  plain("unionpay", "6200000000000005", "UnionPay"),

  declined("generic_decline", "4000000000000002", "The bank gives no reason"),
  declined("insufficient_funds", "4000000000009995", "Insufficient funds"),
  declined("lost_card", "4000000000009987", "Reported lost"),
  declined("stolen_card", "4000000000009979", "Reported stolen"),
  declined("expired_card", "4000000000000069", "The bank reports it as expired"),
  declined("incorrect_cvc", "4000000000000127", "Wrong security code"),
  declined("processing_error", "4000000000000119", "A failure at the bank; a retry can help"),
  declined("card_velocity_exceeded", "4000000000006975", "Used too often"),
  declined("fraudulent", "4100000000000019", "Blocked as fraud"),
  declined("gambling_not_allowed", own(90), "The bank does not allow gambling"),
  declined("do_not_try_again", own(91), "The network forbids another try"),
  declined("reason_from_2031", own(20), "An unknown decline reason"),

  secured("three_ds_required", "4000000000003220", "Asks for the code, then approves", {}),
  secured("three_ds_always", "4000002760003184", "Asks for the code on every payment", {}),
  secured("three_ds_then_declined", "4000008400001629", "Correct code, then declined", {
    charge: { outcome: { status: "declined", declineCode: "generic_decline" } },
  }),
  secured(
    "three_ds_then_insufficient",
    "4000008260003178",
    "Correct code, then insufficient funds",
    {
      charge: { outcome: { status: "declined", declineCode: "insufficient_funds" } },
    },
  ),
  secured("three_ds_lookup_fails", "4000008400001280", "The directory lookup fails", {
    threeDS: { ...challenged, method: "missing", authentication: "erro" },
  }),
  secured("three_ds_optional", "4000000000003055", "Authenticated without a challenge", {
    charge: approved,
    threeDS: { ...challenged, authentication: "Y" },
  }),
  secured(
    "soft_decline",
    "4000002500003155",
    "Attempt only, soft decline, then asks for the code",
    {
      threeDS: { ...challenged, authentication: "A", challengesWhenMandated: true },
    },
  ),

  composed("frictionless", { method: "completes" }, "Authenticated without a challenge (Y)"),
  composed(
    "frictionless_mastercard",
    { brand: "mastercard", method: "completes" },
    "The same on Mastercard (ECI 02)",
  ),
  composed("frictionless_2_1", { versions: "2.1.0" }, "The same on version 2.1.0"),
  composed(
    "method_silent",
    { method: "silent" },
    "The bank's hidden page never answers; continues after 10 s",
  ),
  composed(
    "method_late",
    { method: "late" },
    "The bank's hidden page answers too late, after 12 s",
  ),
  composed("not_authenticated", { authentication: "N" }, "Not authenticated (N)"),
  composed("attempted", { authentication: "A" }, "Attempted (A): paid, liability shifts"),
  composed("issuer_rejected", { authentication: "R" }, "Rejected by the issuer (R)"),
  composed("informational", { authentication: "I" }, "Informational (I): paid, no liability shift"),
  composed("unavailable", { authentication: "U" }, "Could not be authenticated (U)"),
  composed("decoupled", { authentication: "D" }, "Decoupled (D)"),
  composed("directory_silent", { authentication: "silent" }, "The directory server never answers"),
  composed("directory_error", { authentication: "erro" }, "The directory server answers Erro 405"),
  composed("challenge", { method: "completes", authentication: "C" }, "Asks for the code"),
  composed(
    "challenge_mastercard",
    { brand: "mastercard", authentication: "C" },
    "Asks for the code, Mastercard",
  ),
  composed(
    "challenge_success",
    { authentication: "C", challenge: "auto_success" },
    "Challenge that succeeds automatically",
  ),
  composed(
    "challenge_failure",
    { authentication: "C", challenge: "auto_failure" },
    "Challenge that fails automatically",
  ),
  composed(
    "challenge_stuck",
    { authentication: "C", challenge: "stuck" },
    "Challenge page that never continues",
  ),
  composed(
    "challenge_duplicate_result",
    { authentication: "C", challenge: "duplicate_result" },
    "Result reported twice",
  ),
  composed(
    "challenge_late_result",
    { authentication: "C", challenge: "late_result" },
    "Result reported after the customer is back",
  ),
  composed(
    "challenge_missing_result",
    { authentication: "C", challenge: "missing_result" },
    "Result never reported",
  ),
  composed(
    "challenge_lying_page",
    { authentication: "C", challenge: "lying_page" },
    "The page reports success, the bank's result reports failure",
  ),

  faulty("silent_after_charging", 1, "Charged, but no response ever arrives"),
  faulty("silent_without_charging", 2, "No response and no charge"),
  faulty("error_after_charging", 3, "Charged, but the response is a 500"),
  faulty("error_without_charging", 4, "503 and no charge"),
  faulty("dropped_after_charging", 5, "Charged, but the connection drops"),
  faulty("slow", 6, "Approved after 4 s"),
  faulty("wrong_amount", 7, "The response has another amount"),
  faulty("wrong_currency", 8, "The response has another currency"),
  faulty("garbled", 9, "The response is not JSON"),
  undecided("pending_then_approved", 10, "Pending, then approved", {
    status: "pending",
    settles: "approved",
  }),
  undecided("pending_then_declined", 11, "Pending, then declined", {
    status: "pending",
    settles: "declined",
    declineCode: "insufficient_funds",
  }),
  undecided("pending_forever", 12, "Pending forever", {
    status: "pending",
    settles: "never",
  }),
  undecided("pending_hours_then_approved", 14, "Pending for two hours, then approved", {
    status: "pending",
    settles: "approved",
    afterMs: 2 * hourMs,
  }),
  undecided("pending_hours_then_declined", 15, "Pending for two hours, then declined", {
    status: "pending",
    settles: "declined",
    declineCode: "do_not_honor",
    afterMs: 2 * hourMs,
  }),
  undecided("unheard_of_status", 13, "An unknown status", {
    status: "unheard_of",
    word: "under_lunar_review",
  }),

  refunded("refund_cleared", 40, "Charge clears at once: a refund with an ARN, never a void", {
    outcome: { status: "success" },
    clearsAtOnce: true,
  }),
  refunded("refund_later", 41, "Pending, then refunded", {
    outcome: { status: "pending", settles: "success" },
  }),
  refunded("refund_failed_later", 42, "Pending, then fails: insufficient funds", {
    outcome: { status: "pending", settles: "failed", failureCode: "insufficient_funds" },
    clearsAtOnce: true,
  }),
  refunded("refund_card_closed", 48, "Pending, then fails: the card's account is closed", {
    outcome: { status: "pending", settles: "failed", failureCode: "card_closed" },
    clearsAtOnce: true,
  }),
  refunded("refund_pending_forever", 43, "Pending forever", {
    outcome: { status: "pending", settles: "never" },
  }),
  refunded("refund_pending_days", 47, "Pending for six days, then refunded", {
    outcome: { status: "pending", settles: "success", afterMs: 6 * 24 * hourMs },
  }),
  refunded("refund_returned_later", 44, "Refunded, then returned by the customer's bank", {
    outcome: { status: "returned_later" },
    clearsAtOnce: true,
  }),
  refunded("refund_disputed", 45, "Refused: the charge is disputed", {
    outcome: { status: "refused", code: "charge_disputed" },
  }),
  refunded("refund_silent", 46, "Refunded, but no response ever arrives", {
    outcome: { status: "success" },
    fault: "silent_after_charging",
  }),

  disputed("dispute_fraudulent", "4000000000000259", "Disputed as fraud (10.4), and reported", {
    reasonCode: "10.4",
    fraudReport: true,
  }),
  disputed("dispute_not_received", "4000000000002685", "Disputed as not received (13.1)", {
    reasonCode: "13.1",
  }),
  disputed("dispute_inquiry", "4000000000001976", "The bank asks first: an inquiry", {
    reasonCode: "13.3",
    stage: "inquiry",
  }),
  disputed("fraud_report", "4000000000005423", "Reported as fraud, without a dispute", {
    fraudReport: true,
  }),

  paidOut("payout_credit_card", 30, "Refused: payouts to credit cards are not possible", {
    outcome: "declined",
    reasonCode: "card_not_supported",
  }),
  paidOut("payout_later", 31, "Pending, then paid", { outcome: "paid_later" }),
  paidOut("payout_failed_later", 32, "Pending, then fails", {
    outcome: "failed_later",
    reasonCode: "card_not_supported",
  }),
  paidOut("payout_returned_later", 33, "Paid, then returned", {
    outcome: "returned_later",
    reasonCode: "credit_refused",
  }),
  paidOut("payout_told_twice", 34, "Pending, then paid; every notification arrives twice", {
    outcome: "paid_later",
    isNoticedTwice: true,
  }),
];

/** Finds a card by name. Throws if there is none. */
export function findCard(name: string): CatalogueCard {
  const card = cards.find((candidate) => candidate.name === name);
  if (!card) throw new Error(`The catalogue has no card named ${name}.`);
  return card;
}

function plain(name: string, number: string, description: string): CatalogueCard {
  return { name, number, group: "approved", description, charge: approved, threeDS: notEnrolled };
}

function declined(declineCode: string, number: string, description: string): CatalogueCard {
  return {
    name: declineCode,
    number,
    group: "declined",
    description,
    charge: { outcome: { status: "declined", declineCode } },
    threeDS: notEnrolled,
  };
}

function secured(
  name: string,
  number: string,
  description: string,
  overrides: Partial<CardScript>,
): CatalogueCard {
  return {
    name,
    number,
    group: "three_d_secure",
    description,
    charge: { ...approved, requiresAuthentication: true },
    threeDS: challenged,
    ...overrides,
  };
}

function composed(
  name: string,
  composition: Parameters<typeof composeCardNumber>[0],
  description: string,
): CatalogueCard {
  const number = composeCardNumber(composition);
  const script = composedCardScript(number);
  if (!script) throw new Error(`${number} is not a composed number.`);
  return { name, number, group: "composed", description, ...script };
}

function faulty(fault: ChargeFault, index: number, description: string): CatalogueCard {
  return {
    name: fault,
    number: own(index),
    group: "processor",
    description,
    charge: { ...approved, fault },
    threeDS: notEnrolled,
  };
}

function undecided(
  name: string,
  index: number,
  description: string,
  outcome: ChargeScript["outcome"],
): CatalogueCard {
  return {
    name,
    number: own(index),
    group: "processor",
    description,
    charge: { outcome },
    threeDS: notEnrolled,
  };
}

function refunded(
  name: string,
  index: number,
  description: string,
  refund: RefundScript,
): CatalogueCard {
  return { ...plain(name, own(index), description), group: "refund", refund };
}

function disputed(
  name: string,
  number: string,
  description: string,
  dispute: DisputeScript,
): CatalogueCard {
  return { ...plain(name, number, description), group: "dispute", dispute };
}

function paidOut(
  name: string,
  index: number,
  description: string,
  payout: PayoutScript,
): CatalogueCard {
  return { ...plain(name, own(index), description), group: "payout", payout };
}

/** Tessera's own numbers: 4000 7700 0000 0NNc. */
function own(index: number): string {
  const digits = `4000770000000${String(index).padStart(2, "0")}`;
  return digits + luhnCheckDigit(digits);
}
