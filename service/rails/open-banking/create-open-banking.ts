import type { Tx } from "../../platform/database/transaction.ts";
import type { Domain } from "../../platform/domain.ts";
import { createFailurePauses } from "../../platform/jobs/failure-pauses.ts";
import { createJob } from "../../platform/jobs/job.ts";
import { createLaneJobs } from "../../platform/jobs/lanes.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import {
  type BankNotice,
  type BankSettings,
  type OpenBankingConnector,
  type OpenBankingProvider,
  openBankingProviderFor,
} from "../../providers/open-banking/index.ts";
import { deleteOldGrants, handlePaymentNotices } from "./bank-grants.ts";
import {
  type BankPaymentListener,
  type BankPaymentTimes,
  defaultBankPaymentTimes,
  findBank,
  type OpenBankingDeps,
  type PayerReader,
} from "./bank-payment.ts";
import type { BankPaymentStatus } from "./bank-payment-states.ts";
import {
  beginBankPayment,
  cancelBankPayment,
  linkToBank,
  type NewBankPayment,
  withdrawBankPayment,
} from "./begin-bank-payment.ts";
import {
  findForStaff,
  findMissingBanks,
  findPaymentsByBankId,
  type StaffBankPayment,
} from "./find-for-staff.ts";
import { recoverBankPayments, reportUnreported } from "./recover-bank-payments.ts";
import { registerRedirectPages } from "./redirect-pages.ts";
import { type BankPaymentRefund, lookUpRefundAtBank, refundAtBank } from "./refund-payment.ts";

export interface OpenBanking extends Domain {
  readonly deps: OpenBankingDeps;
  readonly isConfigured: boolean;
  /** How long to wait before resending a refund that the bank does not find, in ms. */
  readonly refundAfterMs: number;
  /** When the time of a customer who begins now ends. */
  expiresAtMs(): number;
  /** Sets the listener. There is only one. */
  listen(listener: BankPaymentListener): void;
  /** Sets the reader of payers. There is only one. */
  describePayer(reader: PayerReader): void;
  /** Whether a bank has this name, and sends notices. */
  sendsNotices(name: string): boolean;
  /** Reads a notice; undefined if no bank with this name sends notices. */
  readNotice(
    name: string,
    received: Parameters<NonNullable<OpenBankingProvider["readNotice"]>>[0],
  ): BankNotice | undefined;
  /** Handles a notice from {@link OpenBanking.readNotice}; see {@link handlePaymentNotices}. */
  handleNotice(name: string, notice: Extract<BankNotice, { type: "valid" }>): Promise<void>;
  /** See {@link beginBankPayment}. */
  begin(payment: NewBankPayment): Promise<void>;
  /** See {@link linkToBank}. */
  linkTo(payment: Pick<NewBankPayment, "operatorId" | "paymentId">): string;
  /** See {@link cancelBankPayment}. */
  cancel(paymentId: string): Promise<BankPaymentStatus>;
  /** See {@link withdrawBankPayment}. */
  withdraw(tx: Tx, key: Pick<NewBankPayment, "operatorId" | "paymentId">): Promise<boolean>;
  /** See {@link findForStaff}. */
  find(operatorId: string, paymentId: string): Promise<StaffBankPayment | undefined>;
  /** See {@link findMissingBanks}. */
  missingBanks(operatorId: string): ReturnType<typeof findMissingBanks>;
  /** See {@link findPaymentsByBankId}. */
  findPayments(operatorId: string, bankPaymentId: string): Promise<string[]>;
  /** See {@link refundAtBank}. */
  refund(refund: BankPaymentRefund, key: string): ReturnType<typeof refundAtBank>;
  /** See {@link lookUpRefundAtBank}. */
  lookUpRefund(refund: BankPaymentRefund, key: string): ReturnType<typeof lookUpRefundAtBank>;
  /** Closes the domain, and waits for orders under way. */
  close(): Promise<void>;
}

export function createOpenBanking(
  platform: PlatformDeps<BankSettings>,
  times: Partial<BankPaymentTimes> = {},
): OpenBanking {
  const { payByBank, earlierBanks, publicUrl } = platform.config;
  const allTimes = { ...defaultBankPaymentTimes, ...times };
  const http = callsTo("open_banking", platform.http);
  const providerOf = (bank: OpenBankingConnector) =>
    openBankingProviderFor(bank, http, { ...allTimes, publicUrl });
  const deps: OpenBankingDeps = {
    ...platform,
    times: allTimes,
    listener: { current: null },
    payer: { current: null },
    pendingWork: new Set(),
    banks: payByBank
      ? [payByBank, ...earlierBanks].map((bank) => ({
          name: bank.name,
          provider: providerOf(bank),
        }))
      : [],
  };
  const named = (name: string) => findBank(deps.banks, name)?.provider;
  const pauses = createFailurePauses();
  const recovery = createLaneJobs(
    { name: "open_banking.recover", followsStore: true, everyMs: 1_000 },
    deps.banks.map(({ name }) => name),
    (lane) => recoverBankPayments(deps, lane, pauses),
  );
  return {
    deps,
    isConfigured: deps.banks.length > 0,
    refundAfterMs: Math.max(
      0,
      ...deps.banks.map(({ provider }) => provider.repeats?.refundAfterMs ?? 0),
    ),
    expiresAtMs: () => deps.clock.nowMs() + deps.times.customerMs,
    listen(listener) {
      deps.listener.current = listener;
    },
    describePayer(reader) {
      deps.payer.current = reader;
    },
    sendsNotices: (name) => named(name)?.readNotice !== undefined,
    readNotice: (name, received) => named(name)?.readNotice?.(received),
    async handleNotice(name, { payments }) {
      const bank = named(name);
      if (!bank) return;
      try {
        await handlePaymentNotices(deps, bank, payments);
      } finally {
        if (payments.length > 0) for (const job of recovery) job.wake();
      }
    },
    begin: (payment) => beginBankPayment(deps, payment),
    linkTo: (payment) => linkToBank(deps, payment),
    cancel: (paymentId) => cancelBankPayment(deps, paymentId),
    withdraw: (tx, key) => withdrawBankPayment(deps, tx, key),
    find: (operatorId, paymentId) => findForStaff(deps, operatorId, paymentId),
    missingBanks: (operatorId) => findMissingBanks(deps, operatorId),
    findPayments: (operatorId, id) => findPaymentsByBankId(deps, operatorId, id),
    refund: (refund, key) => refundAtBank(deps, refund, key),
    lookUpRefund: (refund, key) => lookUpRefundAtBank(deps, refund, key),
    register: (app) => registerRedirectPages(app, deps),
    commands: [],
    jobs: [
      ...recovery,
      createJob({
        name: "open_banking.report",
        followsStore: true,
        everyMs: 1_000,
        run: (signal) => reportUnreported(deps, signal),
      }),
      createJob({
        name: "open_banking.forget_grants",
        everyMs: 10 * 60_000,
        async run() {
          await deleteOldGrants(deps);
          return undefined;
        },
      }),
    ],
    async close() {
      await Promise.all(deps.pendingWork);
    },
  };
}
