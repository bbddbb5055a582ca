import type { Domain } from "../platform/domain.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { HttpServer } from "../platform/http/create-http-server.ts";
import { createPollingGate } from "../platform/http/polling-gate.ts";
import { createFailurePauses } from "../platform/jobs/failure-pauses.ts";
import { createJob, type Job } from "../platform/jobs/job.ts";
import { createLaneJobs } from "../platform/jobs/lanes.ts";
import { callsTo } from "../platform/observe-calls.ts";
import {
  connectorFor,
  createCardProcessor,
  createProcessorDirectory,
  guardCharges,
} from "../providers/processor/index.ts";
import {
  absentThreeDSServer,
  createThreeDSServer,
  threeDSConnectorFor,
} from "../providers/three-ds/index.ts";
import { bankAccountCommands } from "./bank-account-commands.ts";
import { connectorCommands } from "./connector-checks/index.ts";
import { registerDeliveryRoutes } from "./deliveries/routes.ts";
import { expireDisputes } from "./disputes/expire-disputes.ts";
import { followAnswers } from "./disputes/follow-answers.ts";
import { closeInquiries } from "./disputes/inquiries/close-inquiries.ts";
import { registerInquiryRoutes } from "./disputes/inquiries/routes.ts";
import { noticeCommands } from "./disputes/notice-commands.ts";
import { registerNoticeRoutes } from "./disputes/notice-routes.ts";
import { followNotices } from "./disputes/notices.ts";
import { remindOfDeadlines } from "./disputes/remind-of-deadlines.ts";
import { registerDisputeRoutes } from "./disputes/routes.ts";
import { expireIntents } from "./expire-intents.ts";
import { requireOpenIntent } from "./flow/submit-payment.ts";
import { deleteOldNotices } from "./inbox/notice-inbox.ts";
import { applyAchOutcome } from "./methods/bank/apply-ach-outcome.ts";
import { createBankMethod } from "./methods/bank/bank-method.ts";
import { deleteOldCounts } from "./methods/card/attempt-limits/count-attempts.ts";
import { createCardMethod } from "./methods/card/card-method.ts";
import { registerThreeDSRoutes } from "./methods/card/three-ds/three-ds-routes.ts";
import { newThreeDSServerTransID } from "./methods/card/three-ds/trans-id.ts";
import { createCryptoMethod } from "./methods/crypto/crypto-method.ts";
import { createPayByBankMethod } from "./methods/pay-by-bank/pay-by-bank-method.ts";
import { createPaymentMethods } from "./methods/payment-method.ts";
import { settleSaveRequests } from "./methods/saved/save-after-payment.ts";
import { createSavedHandler } from "./methods/saved/saved-handler.ts";
import { createPaymentCounters } from "./payment-counters.ts";
import {
  defaultPaymentTimes,
  type PaymentsDeps,
  type PaymentsNeeds,
  type PaymentTimes,
} from "./payments-deps.ts";
import { renderChanged } from "./present.ts";
import { recoverAttempts } from "./recover-attempts.ts";
import { workRefundBatches } from "./refunds/batches/work-batches.ts";
import { registerApprovalRoutes } from "./refunds/destination/approval-routes.ts";
import { registerDestinationRoutes } from "./refunds/destination/client-routes.ts";
import { refundMoney } from "./refunds/destination/refund-hold.ts";
import { createTransfers } from "./refunds/destination/transfers.ts";
import { followRefunds } from "./refunds/follow-refunds.ts";
import { checkNow, checkTransferNow } from "./refunds/refund-queue.ts";
import { registerRefundRoutes } from "./refunds/routes.ts";
import { registerCancelRoutes } from "./routes/cancel-routes.ts";
import { registerClientRoutes } from "./routes/client-routes.ts";
import { resolveIntentSecret } from "./routes/client-secret.ts";
import { registerMandateRoutes } from "./routes/mandate-routes.ts";
import { registerPaymentIntentRoutes } from "./routes/payment-intent-routes.ts";
import { reportDocuments } from "./sales-tax/report-documents.ts";
import { salesTaxCommands } from "./sales-tax/sales-tax-commands.ts";
import { chargesInFlight, transfersInFlight } from "./store/charges-in-flight.ts";
import { fillCosts } from "./store/fill-costs.ts";
import { createPaymentStore } from "./store/payment-store.ts";
import { readSales } from "./store/read-sales.ts";

export interface Payments extends Domain {
  readonly deps: PaymentsDeps;
  /** The payout processor reports a change under this key, which may be a refund's id. */
  transferNoticed(key: string): Promise<void>;
  /**
   * Checks whether a subject can use a bank login. Throws `payment_method_type_not_enabled` for a bank login of an
   * intent without ACH debits. Accepts all other subjects.
   */
  requireBankLogin(subject: string): Promise<void>;
}

export function createPayments(needs: PaymentsNeeds, times: Partial<PaymentTimes> = {}): Payments {
  const { openBanking, coins, clientSecrets, idempotency, payouts, ...deps } = needs;
  const { config, http, routing } = deps;
  const allTimes = { ...defaultPaymentTimes, ...times };
  const payments: PaymentsDeps = {
    ...deps,
    times: allTimes,
    store: createPaymentStore({ ...deps, render: renderChanged }),
    counters: createPaymentCounters(deps.metrics),
    processors: createProcessorDirectory(
      config.processors.map((processor) =>
        routing.watch(
          guardCharges(
            createCardProcessor(
              processor,
              connectorFor(processor, {
                ...allTimes,
                notificationUrl: `${config.processorNoticeUrl}/${encodeURIComponent(processor.name)}`,
              }),
              callsTo(processor.name, http),
            ),
            () => deps.connectorAccounts.mayCall("processor", processor.name),
          ),
        ),
      ),
    ),
    threeDSServer: config.threeDSServer
      ? createThreeDSServer(
          {
            ...allTimes,
            url: config.threeDSServer.url,
            nowMs: () => deps.machineClock.nowMs(),
            onError: (reason) => deps.log.warn("no card ranges for 3-D Secure", { reason }),
          },
          threeDSConnectorFor(config.threeDSServer, {
            ...allTimes,
            resultsUrl: config.threeDSResultsUrl,
            newTransID: () => newThreeDSServerTransID(deps.random),
          }),
          callsTo("directory_server", http),
        )
      : absentThreeDSServer,
    methods: createPaymentMethods(),
    refunds: { wake: () => wakeAll(refundJobs) },
    refundBatches: { wake: () => batchJob.wake() },
    coins,
    transfers: createTransfers(deps),
    disputes: { wake: () => wakeAll(disputeJobs) },
  };
  deps.sanctions.addMoney(refundMoney(deps));
  deps.connectorAccounts.addOrders(chargesInFlight);
  deps.connectorAccounts.addOrders(transfersInFlight);
  const refundJobs = createRefundJobs(payments);
  const batchJob = createJob({
    name: "payments.refund_batches",
    followsStore: true,
    everyMs: 1_000,
    run: () => workRefundBatches(payments),
  });
  const disputeJobs = createDisputeJobs(payments);
  const { taxVendor } = deps.pricing;
  const taxJob =
    taxVendor &&
    createJob({
      name: "payments.sales_tax",
      followsStore: true,
      everyMs: 1_000,
      run: () => reportDocuments(payments, taxVendor),
    });
  payments.methods.add(createCardMethod(payments));
  payments.methods.addHandler("saved", createSavedHandler(payments));
  payments.methods.add(createBankMethod(payments));
  payments.methods.add(createPayByBankMethod(payments, openBanking));
  payments.methods.add(createCryptoMethod(payments, coins));
  deps.ach.readSales(readSales);
  deps.ach.listen("payment", ({ entryKey, ...outcome }) =>
    applyAchOutcome(payments, entryKey, outcome),
  );
  deps.ach.listen("refund", async ({ operatorId, entryKey }) => {
    await checkNow(payments, operatorId, entryKey);
    payments.refunds.wake();
  });
  return {
    deps: payments,
    async transferNoticed(key) {
      if (await checkTransferNow(payments, key)) payments.refunds.wake();
    },
    async requireBankLogin(subject) {
      if (!subject.startsWith("pi_")) return;
      const intent = await payments.store.recall(subject);
      if (!intent || !payments.methods.isOffered(intent, "bank")) {
        throw new ApiError("payment_method_type_not_enabled");
      }
      await requireOpenIntent(payments, intent);
    },
    register: (app) =>
      registerPayments(app, payments, { clientSecrets, idempotency, payouts, openBanking }),
    jobs: [
      ...paymentJobs(payments),
      ...refundJobs,
      batchJob,
      ...disputeJobs,
      ...(taxJob ? [taxJob] : []),
    ],
    commands: [
      bankAccountCommands(payments),
      connectorCommands(payments),
      noticeCommands(payments),
      salesTaxCommands(payments, { wake: () => taxJob?.wake() }),
    ],
  };
}

/** Registers the payments API, and the client reads that payouts share. */
function registerPayments(
  app: HttpServer,
  payments: PaymentsDeps,
  {
    clientSecrets,
    idempotency,
    payouts,
    openBanking,
  }: Pick<PaymentsNeeds, "clientSecrets" | "idempotency" | "payouts" | "openBanking">,
): void {
  const polling = createPollingGate(payments.machineClock, payments.times.pollingCooldownMs);
  clientSecrets.register("pi", resolveIntentSecret(payments));
  registerPaymentIntentRoutes(app, payments, idempotency, polling);
  registerClientRoutes(app, payments, idempotency, polling, payouts);
  registerThreeDSRoutes(app, payments);
  app.addHook("onListen", (done) => {
    void payments.threeDSServer.prepare();
    done();
  });
  registerMandateRoutes(app, payments);
  registerCancelRoutes(app, payments, idempotency);
  registerRefundRoutes(app, payments, idempotency);
  registerApprovalRoutes(app, payments, idempotency);
  registerDestinationRoutes(app, payments, { clientSecrets, idempotency });
  registerDisputeRoutes(app, payments, idempotency);
  registerInquiryRoutes(app, payments, idempotency);
  registerDeliveryRoutes(app, payments, idempotency);
  registerNoticeRoutes(app, payments, payouts, openBanking);
}

function wakeAll(jobs: readonly Job[]): void {
  for (const job of jobs) job.wake();
}

/** One job for each card processor, and one for the refunds of all other rails. */
function createRefundJobs(payments: PaymentsDeps): Job[] {
  const names = payments.processors.all.map(({ name }) => name);
  const pauses = createFailurePauses();
  return createLaneJobs(
    { name: "payments.refunds", followsStore: true, everyMs: 1_000 },
    names,
    (lane) => followRefunds(payments, lane, pauses),
  );
}

function createDisputeJobs(payments: PaymentsDeps): Job[] {
  const pauses = createFailurePauses();
  const job = (name: string, everyMs: number, run: Job["run"]) =>
    createJob({ name: `payments.disputes.${name}`, followsStore: true, everyMs, run });
  return [
    job("notices", 5_000, () => followNotices(payments)),
    ...createLaneJobs(
      { name: "payments.disputes.answers", followsStore: true, everyMs: 1_000 },
      payments.processors.all.map(({ name }) => name),
      (lane) => followAnswers(payments, lane, pauses),
    ),
    job("expire", 30_000, (signal) => expireDisputes(payments, signal)),
    job("inquiries", 60_000, (signal) => closeInquiries(payments, signal)),
    job("remind", 30_000, (signal) => remindOfDeadlines(payments, signal)),
  ];
}

function paymentJobs(payments: PaymentsDeps): Job[] {
  const pauses = createFailurePauses();
  return [
    createJob({
      name: "payments.expire",
      everyMs: 5_000,
      run: (signal) => expireIntents(payments, signal),
    }),
    createJob({
      name: "payments.keep_methods",
      followsStore: true,
      everyMs: 1_000,
      run: () => settleSaveRequests(payments),
    }),
    createJob({
      name: "payments.forget_card_attempts",
      everyMs: 600_000,
      async run() {
        await deleteOldCounts(payments.database.kysely, payments.clock.nowMs());
        return undefined;
      },
    }),
    createJob({
      name: "payments.forget_notices",
      everyMs: 3_600_000,
      async run() {
        await deleteOldNotices(payments);
        return undefined;
      },
    }),
    createJob({
      name: "payments.costs",
      everyMs: 60_000,
      isTechnical: true,
      run: (signal) => fillCosts(payments, signal),
    }),
    ...createLaneJobs(
      { name: "payments.recover", followsStore: true, everyMs: 1_000 },
      payments.processors.all.map(({ name }) => name),
      (lane) => recoverAttempts(payments, lane, pauses),
    ),
  ];
}
