import type { Selectable, Updateable } from "kysely";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type {
  BankOrder,
  OpenBankingProvider,
  PayingAccount,
} from "../../providers/open-banking/index.ts";
import {
  awaitsCustomer,
  type BankPaymentHappening,
  type BankPaymentStatus,
  isFinal,
  nextBankPaymentStatus,
} from "./bank-payment-states.ts";
import type { BankPaymentRow } from "./tables.ts";

/** A payment as it was read. */
export type BankPayment = Selectable<BankPaymentRow>;

/** How long things may take; tests shorten them. All in milliseconds. */
export interface BankPaymentTimes {
  /** From the submission until the customer must have come back. */
  readonly customerMs: number;
  /** How long a link to the bank can be opened. */
  readonly linkMs: number;
  /** After so long a request that talks to the bank is over in any case. */
  readonly leaseMs: number;
  /** How long the customer's leave to pay is used; banks let it die after five minutes. */
  readonly leaveMs: number;
  /** When an order that the bank does not know was surely never taken. */
  readonly certainMs: number;
  /** How long a customer who came back waits for the bank to take the order, at most. */
  readonly returnWaitMs: number;
  /** How long the bank has to answer an order. */
  readonly payDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
}

/** The times of a running service. */
export const defaultBankPaymentTimes: BankPaymentTimes = {
  customerMs: 15 * 60_000,
  linkMs: 60_000,
  leaseMs: 90_000,
  leaveMs: 4 * 60_000,
  certainMs: 20 * 60_000,
  returnWaitMs: 3_000,
  payDeadlineMs: 15_000,
  lookUpDeadlineMs: 5_000,
};

/** What became of a payment: told at least once for each change, the newest last. */
export interface BankPaymentNews {
  readonly operatorId: string;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  /** `exchanging` and later ones; see bank-payment-states.ts. */
  readonly status: BankPaymentStatus;
  /** Why it ended without paying. */
  readonly reason: string | null;
  readonly account: PayingAccount | null;
}

/** Takes news; throws to be told again. Must do nothing when it is told something a second time. */
export type BankPaymentListener = (news: BankPaymentNews) => Promise<void>;

/** What the domain is given. `provider`: null where no bank is configured. */
export interface OpenBankingDeps extends PlatformDeps {
  readonly provider: OpenBankingProvider | null;
  readonly times: BankPaymentTimes;
  /** Set once, by whoever the payments belong to. */
  readonly listener: { current: BankPaymentListener | null };
  /** Work that goes on after its request, so that closing can wait for it. */
  readonly underWay: Set<Promise<unknown>>;
}

type SealedColumn = "return_url_sealed" | "verifier_sealed" | "token_sealed";

/** Where a field of a payment is sealed for. `link`: no column, the links to the bank's page. */
export function placeOf(
  row: Pick<BankPaymentRow, "operator_id" | "payment_id">,
  column: SealedColumn,
) {
  return { operatorId: row.operator_id, table: "bank_payments", column, id: row.payment_id };
}

/** What the bank is asked to pay. */
export function orderOf(row: BankPayment): BankOrder {
  return {
    amountMinor: row.amount_minor,
    currency: row.currency,
    payee: row.payee,
    reference: row.reference,
    endToEndId: row.payment_id,
  };
}

/** The payment with this id. */
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
 * Moves a payment along its table; undefined when the table has no such step, or it has moved since it was
 * read. What a final one needs no more is erased.
 */
export async function moveBankPayment(
  deps: Pick<OpenBankingDeps, "database" | "clock" | "log">,
  row: BankPayment,
  happening: BankPaymentHappening,
  changes: Updateable<BankPaymentRow> = {},
): Promise<BankPayment | undefined> {
  const status = nextBankPaymentStatus(row.status, happening);
  if (status === undefined) {
    deps.log.info("a step that is not in the table was refused", {
      paymentId: row.payment_id,
      from: row.status,
      type: happening,
    });
    return undefined;
  }
  const spent = isFinal(status) ? { token_sealed: null, next_check_at: null } : {};
  const known = awaitsCustomer(status) ? {} : { verifier_sealed: null };
  return changeBankPayment(deps, row, { checks: 0, ...known, ...changes, ...spent, status });
}

/** Changes facts about a payment; undefined when it has moved since it was read. */
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
