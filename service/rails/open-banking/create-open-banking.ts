import type { Domain } from "../../platform/domain.ts";
import { createJob } from "../../platform/jobs/job.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { BankLoginSettings } from "../../providers/bank-oauth/index.ts";
import { createOAuthOpenBanking } from "../../providers/open-banking/index.ts";
import {
  type BankPaymentListener,
  type BankPaymentTimes,
  defaultBankPaymentTimes,
  type OpenBankingDeps,
} from "./bank-payment.ts";
import type { BankPaymentStatus } from "./bank-payment-states.ts";
import { beginBankPayment, cancelBankPayment, linkToBank, type NewBankPayment } from "./begin.ts";
import { findBankPayment, findPaymentsByBankId, type SeenBankPayment } from "./look-up.ts";
import { recoverBankPayments } from "./recover.ts";
import { registerVisits } from "./routes.ts";

/** Payments that customers confirm at their bank, where one is configured. */
export interface OpenBanking extends Domain {
  /** What the domain's functions are given. */
  readonly deps: OpenBankingDeps;
  /** Whether there is a bank. */
  readonly isOpen: boolean;
  /** End of the time that a customer has who begins now. */
  expiresAtMs(): number;
  /** Who is told what becomes of payments; one. */
  listen(listener: BankPaymentListener): void;
  /** See {@link beginBankPayment}. */
  begin(begun: NewBankPayment): Promise<void>;
  /** See {@link linkToBank}. */
  linkTo(payment: Pick<NewBankPayment, "operatorId" | "paymentId">): string;
  /** See {@link cancelBankPayment}. */
  cancel(paymentId: string): Promise<BankPaymentStatus>;
  /** See {@link findBankPayment}. */
  find(operatorId: string, paymentId: string): Promise<SeenBankPayment | undefined>;
  /** See {@link findPaymentsByBankId}. */
  findPayments(operatorId: string, bankPaymentId: string): Promise<string[]>;
  /** Waits for orders under way. */
  close(): Promise<void>;
}

/** Puts the domain together with the bank that the configuration names. */
export function createOpenBanking(
  platform: PlatformDeps<BankLoginSettings>,
  times: Partial<BankPaymentTimes> = {},
): OpenBanking {
  const { bankLogin: bank } = platform.config;
  const allTimes = { ...defaultBankPaymentTimes, ...times };
  const deps: OpenBankingDeps = {
    ...platform,
    times: allTimes,
    listener: { current: null },
    underWay: new Set(),
    provider:
      bank === undefined
        ? null
        : createOAuthOpenBanking(
            {
              http: callsTo("open_banking", platform.http),
              issuer: bank.url,
              clientId: bank.name,
              clientSecret: bank.key,
            },
            allTimes,
          ),
  };
  return {
    deps,
    isOpen: bank !== undefined,
    expiresAtMs: () => deps.clock.nowMs() + deps.times.customerMs,
    listen(listener) {
      deps.listener.current = listener;
    },
    begin: (begun) => beginBankPayment(deps, begun),
    linkTo: (payment) => linkToBank(deps, payment),
    cancel: (paymentId) => cancelBankPayment(deps, paymentId),
    find: (operatorId, paymentId) => findBankPayment(deps, operatorId, paymentId),
    findPayments: (operatorId, id) => findPaymentsByBankId(deps, operatorId, id),
    register: (app) => registerVisits(app, deps),
    commands: [],
    jobs: [
      createJob({
        name: "open_banking.recover",
        everyMs: 1_000,
        run: () => recoverBankPayments(deps),
      }),
    ],
    async close() {
      await Promise.all(deps.underWay);
    },
  };
}
