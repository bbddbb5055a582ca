import type { AmountParts } from "#contract/refund-parts";
import { refundParts } from "#contract/refund-parts";
import { reversePosting } from "../posting.ts";
import { type DisputeCost, disputeMoved } from "../postings/dispute-postings.ts";
import {
  chargeApproved,
  debitFiled,
  debitReturned,
  debitSettled,
  refundsLost,
} from "../postings/payment-postings.ts";
import {
  payoutApproved,
  payoutArrived,
  payoutCameBack,
  payoutEnded,
} from "../postings/payout-postings.ts";
import {
  refundCameBack,
  refundCanceled,
  refundDone,
  refundFailed,
  refundReplaced,
  refundRequested,
} from "../postings/refund-postings.ts";
import { totalOf } from "../postings/sale.ts";
import { bankLine, settlementRow } from "../postings/settlement-postings.ts";
import { createRandom, Ledger, type Payment, type Payout, type Refund } from "./model-ledger.ts";

const operatorId = "op_1";
const processor = "main";
const currency = "USD";

const none: AmountParts = { baseMinor: 0, feesMinor: 0, taxMinor: 0 };
function add(one: AmountParts, other: AmountParts, sign = 1): AmountParts {
  return {
    baseMinor: one.baseMinor + sign * other.baseMinor,
    feesMinor: one.feesMinor + sign * other.feesMinor,
    taxMinor: one.taxMinor + sign * other.taxMinor,
  };
}

/** A random history. The real functions post each movement to `ledger`; plain additions keep `books`. */
export class World {
  readonly ledger = new Ledger();
  readonly payments: Payment[] = [];
  readonly refunds: Refund[] = [];
  readonly refundsOf = new Map<Payment, Refund[]>();
  readonly payouts: Payout[] = [];
  /** The expected balance of each account, in minor units. */
  readonly books = new Map<string, number>();
  private serial = 0;
  private readonly random: ReturnType<typeof createRandom>;

  constructor(seed: number) {
    this.random = createRandom(seed);
  }

  private id(): string {
    this.serial += 1;
    return String(this.serial);
  }
  private book(account: string, amount: number): void {
    this.books.set(account, (this.books.get(account) ?? 0) + amount);
  }
  private bookSale(parts: AmountParts, sign: number): void {
    this.book("customer_orders", -sign * parts.baseMinor);
    this.book("surcharge_income", -sign * parts.feesMinor);
    this.book("sales_tax_payable:NY", -sign * parts.taxMinor);
  }

  step(atMs: number): void {
    const roll = this.random.below(100);
    if (roll < 30) this.pay(atMs);
    else if (roll < 45) this.moveDebit(atMs);
    else if (roll < 60) this.refund(atMs);
    else if (roll < 75) this.moveRefund(atMs);
    else if (roll < 85) this.payOut(atMs);
    else if (roll < 92) this.dispute(atMs);
    else this.settle(atMs);
  }

  private pay(atMs: number): void {
    const { random } = this;
    const parts = {
      baseMinor: 1 + random.below(100_000),
      feesMinor: random.below(3) === 0 ? 0 : random.below(4_000),
      taxMinor: random.below(3) === 0 ? 0 : random.below(9_000),
    };
    const type = random.pick(["card", "card", "ach", "pay_by_bank"] as const) ?? "card";
    const payment: Payment = {
      id: this.id(),
      type,
      parts,
      step: type === "ach" ? "open" : "settled",
      returned: none,
      disputed: new Map(),
      disputeVersion: 0,
      dispute: "none",
    };
    this.payments.push(payment);
    if (type === "ach") return;
    const route = type === "card" ? { type, processor } : { type };
    const posting = chargeApproved({ ...this.toSale(payment), currency, route }, atMs);
    // A repeated posting must change nothing.
    this.ledger.post(posting, posting);
    const money = type === "card" ? "processor_receivable:main" : "pay_by_bank_in_flight";
    this.book(money, totalOf(parts));
    this.bookSale(parts, 1);
  }

  private toSale({ id, parts }: Payment) {
    return { operatorId, paymentId: id, parts, taxState: "NY" };
  }

  private moveDebit(atMs: number): void {
    const payment = this.pickRecent(this.payments);
    if (payment?.type !== "ach") return;
    const debit = this.toSale(payment);
    const total = totalOf(payment.parts);
    const isReturned = this.random.below(4) === 0;
    if (payment.step === "open") {
      const filed = debitFiled(debit, atMs);
      this.ledger.post(filed);
      payment.step = "filed";
      this.book("ach_debits_in_flight", total);
      this.bookSale(payment.parts, 1);
    } else if (payment.step === "filed" && !isReturned) {
      this.ledger.post(
        debitSettled({ operatorId, paymentId: payment.id, totalMinor: total }, atMs),
      );
      payment.step = "settled";
      this.book("ach_debits_in_flight", -total);
      this.book("bank:ach", total);
    } else if (payment.step === "filed" || (payment.step === "settled" && isReturned)) {
      const wasSettled = payment.step === "settled";
      this.ledger.post(debitReturned(debit, { wasSettled }, atMs));
      const lost = refundsLost({ ...debit, parts: payment.returned }, atMs);
      if (wasSettled) this.ledger.post(lost);
      if (wasSettled) this.endDebts(payment, atMs);
      payment.step = wasSettled ? "lost" : "failed";
      this.book(wasSettled ? "bank:ach" : "ach_debits_in_flight", -total);
      this.bookSale(add(payment.parts, payment.returned, -1), -1);
      this.book("chargeback_losses", totalOf(payment.returned));
    }
  }

  private toPosted({ id, of, parts }: Refund) {
    const route =
      of.type === "card" ? ({ type: "card", processor } as const) : ({ type: of.type } as const);
    const shared = { operatorId, refundId: id, paymentId: of.id, currency, taxState: "NY" };
    return { ...shared, parts, rail: of.type, route };
  }

  private refund(atMs: number): void {
    const payment = this.pickRecent(this.payments);
    if (payment?.step !== "settled" || payment.dispute === "open") return;
    const left = payment.parts.baseMinor - payment.returned.baseMinor;
    if (left === 0) return;
    const baseMinor = this.random.below(3) === 0 ? left : 1 + this.random.below(left);
    const parts = refundParts(payment.parts, payment.returned, baseMinor);
    const refund: Refund = { id: this.id(), of: payment, parts, step: "asked", isDebt: false };
    this.endDebts(payment, atMs);
    payment.returned = add(payment.returned, parts);
    this.refunds.push(refund);
    this.refundsOf.set(payment, [...(this.refundsOf.get(payment) ?? []), refund]);
    this.ledger.post(refundRequested(this.toPosted(refund), atMs));
    this.bookSale(parts, -1);
    this.book(`refunds_in_flight:${payment.type}`, -totalOf(parts));
  }

  /** The next refund replaces failed ones. A dispute or bank return that gave the money back also ends their debts. */
  private endDebts(payment: Payment, atMs: number): void {
    for (const earlier of this.refundsOf.get(payment) ?? []) {
      if (!earlier.isDebt) continue;
      this.ledger.post(refundReplaced(this.toPosted(earlier), atMs));
      earlier.isDebt = false;
      this.book("refunds_owed", totalOf(earlier.parts));
      this.bookSale(earlier.parts, 1);
    }
  }

  private moveRefund(atMs: number): void {
    const refund = this.pickRecent(this.refunds);
    if (refund?.step !== "asked" && refund?.step !== "done") return;
    const { of: payment, parts } = refund;
    const total = totalOf(parts);
    const isLost = payment.step === "lost";
    const posted = this.toPosted(refund);
    const inFlight = `refunds_in_flight:${payment.type}`;
    const money = { card: "processor_receivable:main", ach: "bank:ach" } as const;
    const from = payment.type === "pay_by_bank" ? "pay_by_bank_in_flight" : money[payment.type];
    const restoreRefundable = () => {
      payment.returned = add(payment.returned, parts, -1);
    };
    const oweCustomer = () => {
      refund.isDebt = !isLost;
      this.book(isLost ? "chargeback_losses" : "refunds_owed", -total);
      if (payment.dispute === "over") this.endDebts(payment, atMs);
    };
    if (refund.step === "done") {
      if (this.random.below(5) > 0) return;
      this.ledger.post(refundCameBack(posted, { isLost }, atMs));
      refund.step = "failed";
      this.book(from, total);
      restoreRefundable();
      oweCustomer();
      return;
    }
    const roll = this.random.below(4);
    this.book(inFlight, total);
    if (roll < 2) {
      this.ledger.post(refundDone(posted, atMs));
      refund.step = "done";
      this.book(from, -total);
    } else if (roll === 2) {
      this.ledger.post(refundFailed(posted, { isLost }, atMs));
      refund.step = "failed";
      restoreRefundable();
      oweCustomer();
    } else {
      this.ledger.post(refundCanceled(posted, { isLost }, atMs));
      refund.step = "canceled";
      restoreRefundable();
      if (isLost) this.book("chargeback_losses", -total);
      else this.bookSale(parts, 1);
    }
  }

  private payOut(atMs: number): void {
    const payout = this.pickRecent(this.payouts);
    const facts = (of: Payout) => ({
      operatorId,
      disbursementIntentId: of.id,
      currency,
      grossMinor: of.grossMinor,
      withheldMinor: of.withheldMinor,
      taxCategory: "prize",
      provider: "ach",
    });
    if (!payout || payout.step === "ended" || this.random.below(2) === 0) {
      const grossMinor = 1 + this.random.below(50_000);
      const withheldMinor = this.random.below(2) === 0 ? 0 : Math.floor(grossMinor * 0.24);
      const added: Payout = { id: this.id(), grossMinor, withheldMinor, step: "approved" };
      this.payouts.push(added);
      this.ledger.post(payoutApproved(facts(added), atMs));
      this.bookPayout(added, 1);
      return;
    }
    const net = payout.grossMinor - payout.withheldMinor;
    if (payout.step === "approved" && this.random.below(3) > 0) {
      this.ledger.post(payoutArrived(facts(payout), atMs));
      payout.step = "arrived";
      this.book("payouts_in_flight:ach", net);
      this.book("bank:ach", -net);
      return;
    }
    if (payout.step === "arrived") {
      this.ledger.post(payoutCameBack(facts(payout), atMs));
      this.book("payouts_in_flight:ach", -net);
      this.book("bank:ach", net);
    }
    this.ledger.post(payoutEnded(facts(payout), atMs));
    payout.step = "ended";
    this.bookPayout(payout, -1);
  }

  private bookPayout({ grossMinor, withheldMinor }: Payout, sign: number): void {
    this.book("payout_expense", sign * grossMinor);
    this.book("payouts_in_flight:ach", -sign * (grossMinor - withheldMinor));
    this.book("withheld_tax_payable:prize", -sign * withheldMinor);
  }

  private dispute(atMs: number): void {
    const payment = this.pickRecent(this.payments);
    if (payment?.type !== "card") return;
    if (payment.dispute === "over" || payment.disputeVersion > 6) return;
    const amountMinor = totalOf(payment.parts);
    const wasOpen = payment.dispute === "open";
    const isWon = wasOpen && this.random.below(2) === 0;
    payment.disputeVersion += 1;
    payment.dispute = !wasOpen ? "open" : isWon ? "none" : "over";
    const cost: DisputeCost = {
      heldMinor: payment.dispute === "open" ? amountMinor : 0,
      lostMinor: payment.dispute === "over" ? amountMinor : 0,
      feeMinor: 1_500,
    };
    const dispute = {
      operatorId,
      disputeId: `dsp_${payment.id}`,
      paymentId: payment.id,
      processor,
      currency,
      version: payment.disputeVersion,
    };
    const posting = disputeMoved(dispute, cost, payment.disputed, atMs);
    this.ledger.post(posting);
    for (const { account, amount } of posting?.entries ?? []) {
      payment.disputed.set(account, (payment.disputed.get(account) ?? 0n) + amount);
    }
    const sign = payment.dispute === "open" ? 1 : -1;
    this.book("dispute_receivable:main", sign * amountMinor);
    this.book("processor_receivable:main", payment.dispute === "over" ? 0 : -sign * amountMinor);
    if (payment.dispute === "over") {
      this.book("chargeback_losses", amountMinor);
      this.endDebts(payment, atMs);
    }
    if (payment.disputeVersion > 1) return;
    this.book("processor_receivable:main", -1_500);
    this.book("processing_fees:dispute", 1_500);
  }

  private settle(atMs: number): void {
    const grossMinor = this.random.below(100_000) - 30_000;
    const fee = this.random.below(900);
    const row = settlementRow(
      {
        operatorId,
        rowId: this.id(),
        processor,
        currency,
        grossMinor,
        fees: { interchange: fee },
        paymentId: null,
        happenedAtMs: atMs,
      },
      atMs,
    );
    this.ledger.post(row);
    this.book("processor_receivable:main", -grossMinor);
    this.book("processing_fees:interchange", fee);
    const amountMinor = grossMinor - fee;
    const line = bankLine(
      {
        operatorId,
        lineId: this.id(),
        bankAccount: "main",
        currency,
        amountMinor,
        for: "processor_payout_in_transit",
        counterparty: processor,
        happenedAtMs: atMs,
      },
      atMs,
    );
    this.ledger.post(line);
    this.book("bank:main", amountMinor);
    // A reversal is an exact mirror.
    if (line && this.random.below(10) === 0) {
      this.ledger.post(reversePosting(line, "booked_reversed", atMs));
      this.ledger.post({ ...line, cause: "booked_again" });
    }
  }

  private pickRecent<Value>(values: readonly Value[]): Value | undefined {
    return this.random.pick(values.slice(-200));
  }
}
