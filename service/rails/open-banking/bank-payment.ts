import type { Selectable, Updateable } from "kysely";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type {
  BankOrder,
  OpenBankingProvider,
  PayingAccount,
  PayingCustomer,
} from "../../providers/open-banking/index.ts";
import {
  awaitsCustomer,
  type BankPaymentEvent,
  type BankPaymentStatus,
  isFinal,
  nextBankPaymentStatus,
} from "./bank-payment-states.ts";
import type { BankPaymentRow } from "./tables.ts";

export type BankPayment = Selectable<BankPaymentRow>;

/** Times in milliseconds; tests shorten them. */
export interface BankPaymentTimes {
  /** The time from the submission until the customer must have returned. */
  readonly customerMs: number;
  /** How long a link to the bank works. */
  readonly linkMs: number;
  /** The lease's length, which is longer than any request that talks to the bank. */
  readonly leaseMs: number;
  /** Banks expire the access token after five minutes. */
  readonly tokenMs: number;
  /** An order that the bank does not know after this time was certainly never taken. */
  readonly neverTakenMs: number;
  /** How long a returned customer waits for the bank to take the order. */
  readonly returnWaitMs: number;
  /** How long the bank has to respond to an order. */
  readonly payDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
}

export const defaultBankPaymentTimes: BankPaymentTimes = {
  customerMs: 15 * 60_000,
  linkMs: 60_000,
  leaseMs: 90_000,
  tokenMs: 4 * 60_000,
  neverTakenMs: 20 * 60_000,
  returnWaitMs: 3_000,
  payDeadlineMs: 15_000,
  lookUpDeadlineMs: 5_000,
};

/** An update of a payment. Each update is reported at least once, the newest last. */
export interface BankPaymentUpdate {
  readonly operatorId: string;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  /** `exchanging` or later; see bank-payment-states.ts. */
  readonly status: BankPaymentStatus;
  /** Why no money moved, or why a part of it came back. */
  readonly reason: string | null;
  /** What the customer's bank sent back of a settled payment, in minor units. */
  readonly returnedMinor: number;
  readonly account: PayingAccount | null;
}

/** If it throws, it gets the update again, so it must ignore updates that it already handled. */
export type BankPaymentListener = (update: BankPaymentUpdate) => Promise<void>;

/** What vendors may know about the paying customer, if anything. */
export type PayerReader = (payment: {
  readonly operatorId: string;
  readonly paymentIntentId: string;
}) => Promise<PayingCustomer | undefined>;

/** A bank from which customers pay, or paid earlier. */
export interface NamedBank {
  readonly name: string;
  readonly provider: OpenBankingProvider;
}

export interface OpenBankingDeps extends PlatformDeps {
  /** New payments start with the first one. The others serve their earlier payments. */
  readonly banks: readonly NamedBank[];
  readonly times: BankPaymentTimes;
  /** Set once, by the owner of the payments. */
  readonly listener: { current: BankPaymentListener | null };
  /** Set once, by the owner of the payments. */
  readonly payer: { current: PayerReader | null };
  /** Work that outlives its request. Closing the service waits for it. */
  readonly pendingWork: Set<Promise<unknown>>;
}

export function findBank(banks: OpenBankingDeps["banks"], name: string): NamedBank | undefined {
  return banks.find((bank) => bank.name === name);
}

/** The payment's bank; undefined, with a log entry, if it is no longer configured. */
export function bankOf(
  { banks, log }: Pick<OpenBankingDeps, "banks" | "log">,
  { bank_name: name, payment_id: paymentId }: Pick<BankPayment, "bank_name" | "payment_id">,
): OpenBankingProvider | undefined {
  // A row from before names were stored belongs to the oldest bank: the last in the list.
  const bank = name === null ? banks.at(-1) : findBank(banks, name);
  if (!bank) {
    log.error("a payment's bank is no longer configured; add it at the end of PAY_BY_BANK", {
      paymentId,
      name: name ?? "",
    });
  }
  return bank?.provider;
}

type SealedColumn = "return_url_sealed" | "verifier_sealed" | "token_sealed";

/** What a field of a payment is sealed for. */
export function placeOf(
  row: Pick<BankPaymentRow, "operator_id" | "payment_id">,
  column: SealedColumn,
) {
  return { operatorId: row.operator_id, table: "bank_payments", column, id: row.payment_id };
}

export function orderOf(row: BankPayment): BankOrder {
  return {
    amountMinor: row.amount_minor,
    currency: row.currency,
    payee: row.payee,
    reference: row.reference,
    endToEndId: row.payment_id,
  };
}

/** Reads a bank payment of any operator. The caller must compare the operator. */
export function findBankPayment(
  deps: Pick<OpenBankingDeps, "database">,
  paymentId: string,
): Promise<BankPayment | undefined> {
  return deps.database.kysely
    .selectFrom("bank_payments")
    .selectAll()
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();
}

/**
 * Moves a bank payment; undefined if the table has no such transition, or the payment has changed since it was read. A
 * final status erases the sealed token and verifier, and ends the look-ups.
 */
export async function moveBankPayment(
  deps: Pick<OpenBankingDeps, "database" | "clock" | "log">,
  row: BankPayment,
  event: BankPaymentEvent,
  changes: Updateable<BankPaymentRow> = {},
): Promise<BankPayment | undefined> {
  const status = nextBankPaymentStatus(row.status, event);
  if (status === undefined) {
    deps.log.info("a transition that is not in the table was refused", {
      paymentId: row.payment_id,
      from: row.status,
      type: event,
    });
    return undefined;
  }
  const spent = isFinal(status) ? { token_sealed: null, next_check_at: null } : {};
  const known = awaitsCustomer(status) ? {} : { verifier_sealed: null };
  return changeBankPayment(deps, row, { checks: 0, ...known, ...changes, ...spent, status });
}

/** Changes a bank payment; undefined if it has changed since it was read. */
export function changeBankPayment(
  deps: Pick<OpenBankingDeps, "database" | "clock">,
  row: BankPayment,
  changes: Updateable<BankPaymentRow>,
): Promise<BankPayment | undefined> {
  return deps.database.kysely
    .updateTable("bank_payments")
    .set({ ...changes, version: row.version + 1, updated_at: new Date(deps.clock.nowMs()) })
    .where("payment_id", "=", row.payment_id)
    .where("version", "=", row.version)
    .returningAll()
    .executeTakeFirst();
}
