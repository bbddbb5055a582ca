/**
 * Random histories of money that returns in unusual ways, posted by the real functions and compared with plain books:
 * crypto deposits and what arrived outside their orders; returns that fail, come back, arrive late or go out twice; card
 * refunds that do the same. `npm run check:ledger` runs 1,000,000 steps before a release.
 */
import { expect, test } from "vitest";
import {
  depositMoved,
  type PostedDeposit,
  type Posting,
  refundReplaced,
  strayMoved,
} from "../../ledger/index.ts";
import { modelHistories, modelSteps } from "../../ledger/testing/model-steps.ts";
import {
  askedPosting,
  lateArrivalPosting,
  type RefundedPayment,
  returnedTwicePosting,
  stepPosting,
  toPosted,
} from "./post-refund.ts";
import type { RefundRecord } from "./records.ts";

const operatorId = "op_1";
const wallet = "crypto_wallet:BTC";
const payment: RefundedPayment = { type: "card", taxState: "NY", isLost: false };

/** Returns the same numbers for the same seed. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Balances by currency and account, and by the source of a posting. */
class Ledger {
  readonly sums = new Map<string, bigint>();
  private readonly bySource = new Map<string, Map<string, bigint>>();
  private readonly keys = new Set<string>();

  post(posting: Posting | null): void {
    if (!posting) return;
    const { source, cause, currency, entries } = posting;
    const key = `${source.type} ${source.id}`;
    if (this.keys.has(`${key} ${cause}`)) throw new Error(`${key} ${cause} is posted twice`);
    this.keys.add(`${key} ${cause}`);
    const own = this.bySource.get(key) ?? new Map<string, bigint>();
    this.bySource.set(key, own);
    for (const { account, amount } of entries) {
      const name = `${currency} ${account}`;
      this.sums.set(name, (this.sums.get(name) ?? 0n) + amount);
      own.set(account, (own.get(account) ?? 0n) + amount);
    }
  }

  posted(source: { readonly type: string; readonly id: string }): ReadonlyMap<string, bigint> {
    return this.bySource.get(`${source.type} ${source.id}`) ?? new Map();
  }
}

interface Deposit {
  posted: PostedDeposit;
  /** What arrived of the same asset on another network. */
  strays: bigint;
  strayPostings: number;
  returns: Refund[];
}
interface Refund {
  record: RefundRecord;
  /** Its amount was returned in another way after it had failed. */
  wasReplaced: boolean;
  wentOutTwice: boolean;
  cameBack: boolean;
}

class World {
  readonly ledger = new Ledger();
  readonly deposits: Deposit[] = [];
  readonly refunds: Refund[] = [];
  private serial = 0;
  private readonly below: ReturnType<typeof createRandom>;

  constructor(seed: number) {
    this.below = createRandom(seed);
  }

  step(atMs: number): void {
    const roll = this.below(100);
    if (roll < 20) this.open();
    else if (roll < 45) this.moveDeposit(atMs);
    else if (roll < 60) this.returnDeposit(atMs);
    else if (roll < 70) this.refundCard(atMs);
    else this.moveRefund(atMs);
  }

  private id(): string {
    this.serial += 1;
    return String(this.serial);
  }
  private recent<Value>(values: readonly Value[]): Value | undefined {
    const last = values.slice(-100);
    return last[this.below(last.length)];
  }

  private open(): void {
    const id = this.id();
    const due = BigInt(1 + this.below(1_000_000));
    const shared = { operatorId, depositId: id, paymentId: id, asset: "BTC", status: "waiting" };
    const posted = { ...shared, received: 0n, due, isOverpaid: false, version: 1 };
    this.deposits.push({ posted, strays: 0n, strayPostings: 0, returns: [] });
  }

  private moveDeposit(atMs: number): void {
    const deposit = this.recent(this.deposits);
    if (!deposit) return;
    const { posted } = deposit;
    const version = posted.version + 1;
    const more = BigInt(this.below(400_000));
    if (posted.status === "waiting" && this.below(4) === 0) {
      deposit.posted = { ...posted, version, status: "expired" };
    } else if (posted.status === "waiting") {
      const received = posted.received + more;
      const status = received >= posted.due ? "confirmed" : "waiting";
      deposit.posted = { ...posted, version, received, status, isOverpaid: received > posted.due };
    } else if (posted.status === "expired" && more > 0n) {
      deposit.posted = { ...posted, version, status: "late", received: posted.received + more };
    } else if (
      posted.status === "confirmed" &&
      this.below(20) === 0 &&
      unusedUnits(deposit) === 0n
    ) {
      // The deposit left the chain.
      deposit.posted = { ...posted, version, status: "reorganised", received: 0n };
    } else if (this.below(3) === 0) {
      const units = deposit.strays + more;
      const stray = { asset: "ETH", units, postedUnits: deposit.strays };
      const posting = strayMoved(posted, { ...stray, serial: deposit.strayPostings + 1 }, atMs);
      this.ledger.post(posting);
      if (posting) deposit.strayPostings += 1;
      deposit.strays = units;
      return;
    } else return;
    const before = new Map(
      [...this.ledger.posted({ type: "deposit", id: posted.depositId })].map(
        ([account, amount]) =>
          [account, account === "customer_funds" ? amount + deposit.strays : amount] as const,
      ),
    );
    before.delete("crypto_wallet:ETH");
    this.ledger.post(depositMoved(deposit.posted, before, atMs));
  }

  private returnDeposit(atMs: number): void {
    const deposit = this.recent(this.deposits);
    const left = deposit ? unusedUnits(deposit) - taken(deposit) : 0n;
    if (!deposit || left <= 0n) return;
    const record = this.newRecord("crypto", deposit.posted.paymentId, left, atMs);
    deposit.returns.push(this.ask(record, atMs));
  }

  private refundCard(atMs: number): void {
    const { refunds } = this;
    // A new refund of a payment replaces the debt of the earlier one.
    const earlier = refunds.findLast(
      ({ record, wasReplaced }) => record.step === "failed" && !wasReplaced,
    );
    if (earlier && earlier.record.parts.baseMinor > 0 && this.below(2) === 0) {
      this.ledger.post(refundReplaced(toPosted(earlier.record, payment), atMs));
      earlier.wasReplaced = true;
    }
    this.ask(this.newRecord("card", this.id(), 0n, atMs), atMs);
  }

  private newRecord(type: "card" | "crypto", paymentId: string, units: bigint, atMs: number) {
    const isCrypto = type === "crypto";
    const part = (most: number) => (isCrypto ? 0 : this.below(most));
    const record = {
      refundId: this.id(),
      operatorId,
      paymentId,
      step: "requested",
      kind: isCrypto ? "transfer" : "refund",
      parts: {
        baseMinor: isCrypto ? 0 : 1 + part(9_000),
        feesMinor: part(300),
        taxMinor: part(700),
      },
      currency: "USD",
      processor: "main",
      failureCode: null,
      transfer: isCrypto ? { type, asset: "BTC", units: String(units), provider: "paysend" } : null,
      createdAtMs: atMs,
      updatedAtMs: atMs,
      settledAtMs: null,
    };
    // Postings read nothing else.
    return record as unknown as RefundRecord;
  }

  private ask(record: RefundRecord, atMs: number): Refund {
    const refund = { record, wasReplaced: false, wentOutTwice: false, cameBack: false };
    this.refunds.push(refund);
    this.ledger.post(askedPosting(record, payment));
    if (this.below(20) === 0) this.move(refund, "canceled", atMs);
    return refund;
  }

  private move(refund: Refund, step: RefundRecord["step"], atMs: number): void {
    const { step: before, settledAtMs } = refund.record;
    const settled = step === "success" ? atMs : settledAtMs;
    refund.record = { ...refund.record, step, updatedAtMs: atMs, settledAtMs: settled };
    this.ledger.post(stepPosting(before, refund.record, payment));
  }

  private moveRefund(atMs: number): void {
    const refund = this.recent(this.refunds);
    if (!refund) return;
    const { step } = refund.record;
    const roll = this.below(10);
    if (step === "requested") this.move(refund, roll < 6 ? "success" : "failed", atMs);
    else if (step === "success" && roll === 0) {
      this.move(refund, "failed", atMs);
      refund.cameBack = true;
    } else if (step === "failed" && !refund.cameBack && !refund.wentOutTwice && roll < 5) {
      this.goOutLate(refund, atMs);
    }
  }

  private goOutLate(refund: Refund, atMs: number): void {
    const { record } = refund;
    const deposit = this.deposits.find(({ returns }) => returns.includes(refund));
    const units = BigInt(record.transfer?.units ?? 0);
    const isTaken = deposit ? unusedUnits(deposit) - taken(deposit) < units : refund.wasReplaced;
    if (isTaken) {
      refund.wentOutTwice = true;
      this.ledger.post(returnedTwicePosting(record, payment, atMs));
      return;
    }
    const arrived = { ...record, step: "success", settledAtMs: atMs, updatedAtMs: atMs } as const;
    const posted = this.ledger.posted({ type: "refund", id: record.refundId });
    this.ledger.post(lateArrivalPosting(arrived, payment, posted));
    // The refund cannot arrive late again; the bank may still return it.
    refund.record = arrived;
  }
}

function unusedUnits({ posted }: Deposit): bigint {
  const { status, received, due } = posted;
  if (status === "expired" || status === "late") return received;
  return status === "confirmed" && received > due ? received - due : 0n;
}
function taken({ returns }: Deposit): bigint {
  const counted = returns.filter(({ record }) => !["failed", "canceled"].includes(record.step));
  return counted.reduce((sum, { record }) => sum + BigInt(record.transfer?.units ?? 0), 0n);
}

/** What every account must hold. */
function booksOf({ deposits, refunds }: World): Map<string, bigint> {
  const books = new Map<string, bigint>();
  const book = (account: string, amount: bigint) =>
    books.set(account, (books.get(account) ?? 0n) + amount);
  for (const deposit of deposits) {
    const { status, received, due } = deposit.posted;
    const isPaid = status === "confirmed";
    if (isPaid || status === "expired" || status === "late") book(`BTC ${wallet}`, received);
    if (isPaid) book("BTC fx_position:BTC", received > due ? -due : -received);
    book("BTC customer_funds", -unusedUnits(deposit));
    book("ETH crypto_wallet:ETH", deposit.strays);
    book("ETH customer_funds", -deposit.strays);
  }
  for (const { record, wasReplaced, wentOutTwice } of refunds) {
    const { step, parts, transfer } = record;
    const isCrypto = transfer !== null;
    const currency = isCrypto ? "BTC" : "USD";
    const { baseMinor, feesMinor, taxMinor } = parts;
    const amount = isCrypto
      ? BigInt(transfer.units ?? 0)
      : BigInt(baseMinor + feesMinor + taxMinor);
    const money = isCrypto ? "bank:paysend" : "processor_receivable:main";
    const isGone = step === "requested" || step === "success";
    const isDebt = step === "failed" && !isCrypto && !wasReplaced;
    if (isCrypto && isGone) book("BTC customer_funds", amount);
    if (!isCrypto && (isGone || isDebt)) {
      book("USD customer_orders", BigInt(baseMinor));
      book("USD surcharge_income", BigInt(feesMinor));
      book("USD sales_tax_payable:NY", BigInt(taxMinor));
    }
    if (step === "requested") {
      book(`${currency} refunds_in_flight:${isCrypto ? "crypto" : "card"}`, -amount);
    }
    if (step === "success" || wentOutTwice) book(`${currency} ${money}`, -amount);
    if (isDebt) book("USD refunds_owed", -amount);
    if (wentOutTwice) book(`${currency} chargeback_losses`, amount);
  }
  return books;
}

test(`after ${modelSteps} random steps deposits, returns and late refunds equal plain books`, () => {
  let done = 0;
  for (const { seed, steps } of modelHistories()) {
    const world = new World(seed);
    for (let step = 1; step <= steps; step += 1) {
      world.step(step);
      if (step % 2_000 === 0 || step === steps) checkBooks(world);
    }
    const ends = world.refunds.map(({ record, wentOutTwice, cameBack }) =>
      wentOutTwice ? "twice" : cameBack ? "came back" : record.step,
    );
    for (const end of ["twice", "came back", "success", "failed", "canceled"]) {
      expect(ends).toContain(end);
    }
    done += steps;
  }
  expect(done).toBe(modelSteps);
}, 3_600_000);

function checkBooks(world: World): void {
  const books = booksOf(world);
  const { sums } = world.ledger;
  for (const account of new Set([...books.keys(), ...sums.keys()])) {
    expect(sums.get(account) ?? 0n, account).toBe(books.get(account) ?? 0n);
  }
  for (const currency of ["USD", "BTC", "ETH"]) {
    const own = [...sums].filter(([account]) => account.startsWith(`${currency} `));
    expect(own.reduce((sum, [, amount]) => sum + amount, 0n)).toBe(0n);
  }
}
