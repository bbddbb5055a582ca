import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { adminRoutes } from "./admin/admin-routes.ts";
import { createBitcoin } from "./bitcoin/bitcoin.ts";
import { bitcoinRoutes } from "./bitcoin/bitcoin-routes.ts";
import { carrierRoutes } from "./carrier/carrier-routes.ts";
import { Inbox } from "./carrier/inbox.ts";
import { createChain } from "./chain/chain.ts";
import { chainRoutes } from "./chain/chain-routes.ts";
import { clockRoutes } from "./clock/clock-routes.ts";
import { dayRoutes } from "./clock/days-page.ts";
import { SandboxClock, type StoredOffset } from "./clock/sandbox-clock.ts";
import { type BookedDispute, DisputeBook } from "./disputes/dispute-book.ts";
import { issuerRoutes } from "./disputes/dispute-pages.ts";
import { playDisputes } from "./disputes/play-disputes.ts";
import { createNoticeSender } from "./disputes/send-notice.ts";
import { createHttpListener } from "./http/create-http-listener.ts";
import { noopJournal, openJournal } from "./http/journal.ts";
import { publicFileRoutes } from "./http/public-files.ts";
import { Authentications } from "./issuer/authentications.ts";
import { type ChallengeTimers, createChallenges } from "./issuer/challenge.ts";
import { directoryServerRoutes } from "./issuer/directory-server.ts";
import { methodRoutes } from "./issuer/method-page.ts";
import { createLoginBank, loginBankPath } from "./login-bank/create-login-bank.ts";
import { BankPaymentBook, type BookedBankPayment } from "./login-bank/payment-book.ts";
import { BankRefundBook, type BookedBankRefund } from "./login-bank/refund-requests.ts";
import { SentTransfers } from "./networks/sent-transfers.ts";
import { walletRoutes } from "./networks/wallet-page.ts";
import { type BookedPayout, PayoutBook } from "./payouts/payout-book.ts";
import { payoutRoutes } from "./payouts/payout-routes.ts";
import { type BookedCharge, ChargeBook } from "./processors/charge-book.ts";
import { FaultBox } from "./processors/faults.ts";
import { processors } from "./processors/processor-profile.ts";
import { processorRoutes } from "./processors/processor-routes.ts";
import { type BookedRefund, RefundBook } from "./processors/refund-book.ts";
import { ratesRoutes } from "./rates/rates-routes.ts";
import { ReceivingBank, type StoredFile } from "./receiving-bank/receiving-bank.ts";
import { receivingBankRoutes } from "./receiving-bank/receiving-bank-routes.ts";
import { sanctionsRoutes } from "./sanctions/sanctions-routes.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";
import { settlementRoutes } from "./settlement/settlement-routes.ts";
import { specimenRoutes } from "./specimens/specimen-routes.ts";
import { startPageRoutes } from "./start-page/start-page.ts";
import { tinMatchingRoutes } from "./tin-matching/tin-matching-routes.ts";
import { threeDSecureIoRoutes } from "./vendors/3dsecure-io/three-d-secure-io-routes.ts";
import { adyenRoutes } from "./vendors/adyen/adyen-routes.ts";
import { createAdyenWebhooks } from "./vendors/adyen/adyen-webhooks.ts";
import { authorizeNetRoutes } from "./vendors/authorize-net/authorize-net-routes.ts";
import { createAuthorizeNetWebhooks } from "./vendors/authorize-net/authorize-net-webhooks.ts";
import { avataxRoutes } from "./vendors/avatax/avatax-routes.ts";
import { type BookedTaxDocument, TaxBook } from "./vendors/avatax/tax-book.ts";
import { baselayerRoutes } from "./vendors/baselayer/baselayer-routes.ts";
import { dwollaRoutes } from "./vendors/dwolla/dwolla-routes.ts";
import { nmiRoutes } from "./vendors/nmi/nmi-routes.ts";
import { createNmiWebhooks } from "./vendors/nmi/nmi-webhooks.ts";
import { plaidRoutes } from "./vendors/plaid/plaid-routes.ts";
import { stripeRoutes } from "./vendors/stripe/stripe-routes.ts";
import { createStripeWebhooks } from "./vendors/stripe/stripe-webhooks.ts";
import { tabapayRoutes } from "./vendors/tabapay/tabapay-routes.ts";
import { type BookedTransaction, TrustlyBook } from "./vendors/trustly/trustly-book.ts";
import { trustlyRoutes } from "./vendors/trustly/trustly-routes.ts";
import { worldpayRoutes } from "./vendors/worldpay/worldpay-routes.ts";
import { createWorldpayWebhooks } from "./vendors/worldpay/worldpay-webhooks.ts";

export interface SandboxOptions {
  /** TCP port on the loopback address; 0 picks a free one. */
  port: number;
  /** Address for browsers; default `http://sandbox.localhost:<port>`. */
  publicUrl?: string;
  /** Folder for the journals of charges, refunds and payouts; if absent, nothing is stored. */
  dataDir?: string;
  /** Folder where ACH files are uploaded and returned; default `<dataDir>/ach`. */
  achFolder?: string;
  /** Path of anvil; default: the installed package. Null runs no chain. */
  chainProgram?: string | null;
  /** Whether the bank's metadata offers refunds; default true. */
  bankRefunds?: boolean;
  /** Timeouts of the bank's challenge; default EMV's. */
  challengeTimers?: ChallengeTimers;
  deps?: Partial<SandboxDeps>;
}

export interface Sandbox {
  url: string;
  publicUrl: string;
  close(): Promise<void>;
}

/** Starts all outside parties in one server. Resolves when it listens. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const timers = new Set<NodeJS.Timeout>();
  const server: Server = createServer({ keepAlive: true, keepAliveTimeout: 120_000 });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;

  const { dataDir } = options;
  const machineNow = options.deps?.now ?? Date.now;
  const clock = new SandboxClock(
    machineNow,
    dataDir
      ? openJournal<StoredOffset>(join(dataDir, "sandbox-clock.jsonl"), () => "clock")
      : noopJournal,
  );
  const deps: SandboxDeps = {
    randomBytes,
    randomUuid: randomUUID,
    sleep: (ms) => new Promise((resolve) => void deps.schedule(ms, resolve)),
    schedule: (ms, task) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        task();
      }, ms);
      timers.add(timer);
      return () => {
        clearTimeout(timer);
        timers.delete(timer);
      };
    },
    publicUrl: options.publicUrl ?? `http://sandbox.localhost:${port}`,
    log: () => {},
    ...options.deps,
    now: () => clock.now(),
    machineNow,
  };
  const charges = dataDir
    ? openJournal<BookedCharge>(
        join(dataDir, "sandbox-charges.jsonl"),
        ({ processor, chargeId }) => `${processor} ${chargeId}`,
      )
    : noopJournal;
  const refundJournal = dataDir
    ? openJournal<BookedRefund>(
        join(dataDir, "sandbox-refunds.jsonl"),
        ({ processor, idempotencyKey }) => `${processor} ${idempotencyKey}`,
      )
    : noopJournal;
  const payouts = dataDir
    ? openJournal<BookedPayout>(
        join(dataDir, "sandbox-payouts.jsonl"),
        ({ idempotencyKey }) => idempotencyKey,
      )
    : noopJournal;
  const tabapayPayouts = dataDir
    ? openJournal<BookedPayout>(
        join(dataDir, "sandbox-tabapay.jsonl"),
        ({ idempotencyKey }) => idempotencyKey,
      )
    : noopJournal;
  const dwollaPayouts = dataDir
    ? openJournal<BookedPayout>(
        join(dataDir, "sandbox-dwolla.jsonl"),
        ({ idempotencyKey }) => idempotencyKey,
      )
    : noopJournal;
  const bankPayments = dataDir
    ? openJournal<BookedBankPayment>(join(dataDir, "sandbox-bank-payments.jsonl"), ({ key }) => key)
    : noopJournal;
  const bankRefunds = dataDir
    ? openJournal<BookedBankRefund>(join(dataDir, "sandbox-bank-refunds.jsonl"), ({ key }) => key)
    : noopJournal;
  const book = new ChargeBook(charges);
  const refunds = new RefundBook(refundJournal);
  const disputeJournal = dataDir
    ? openJournal<BookedDispute>(
        join(dataDir, "sandbox-disputes.jsonl"),
        ({ disputeId }) => disputeId,
      )
    : noopJournal;
  const disputes = new DisputeBook(disputeJournal);
  const notices = createNoticeSender(deps);
  const play = playDisputes(deps, disputes, notices);
  clock.onAdvance(async () => {
    play.closeOverdue();
    await notices.idle();
  });
  const adyenWebhooks = createAdyenWebhooks(deps, { book, refunds });
  clock.onAdvance(async () => {
    adyenWebhooks.announceDue();
    await adyenWebhooks.idle();
  });
  const stripeWebhooks = createStripeWebhooks(deps);
  const nmiWebhooks = createNmiWebhooks(deps);
  const authorizeNetWebhooks = createAuthorizeNetWebhooks(deps);
  const worldpayWebhooks = createWorldpayWebhooks(deps);
  for (const { idle } of [stripeWebhooks, nmiWebhooks, authorizeNetWebhooks, worldpayWebhooks]) {
    clock.onAdvance(idle);
  }
  const faults = new FaultBox();
  const trustly = trustlyRoutes(
    deps,
    new TrustlyBook(
      dataDir
        ? openJournal<BookedTransaction>(
            join(dataDir, "sandbox-trustly.jsonl"),
            ({ transactionId }) => transactionId,
          )
        : noopJournal,
    ),
    faults,
  );
  clock.onAdvance(async () => {
    trustly.announceDue();
    await trustly.idle();
  });
  const taxes = new TaxBook(
    dataDir
      ? openJournal<BookedTaxDocument>(
          join(dataDir, "sandbox-tax-documents.jsonl"),
          ({ companyCode, type, code }) => `${companyCode} ${type} ${code}`,
        )
      : noopJournal,
  );
  const unhealthy = new Set<string>();
  const authentications = new Authentications();
  const challenges = createChallenges(deps, authentications, options.challengeTimers);
  const { awaitChallenge } = challenges;
  const isGenuineProof: Authentications["isGenuineProof"] = (proof) =>
    authentications.isGenuineProof(proof);

  const paidAtBank = new BankPaymentBook(bankPayments);
  const refundedByBank = new BankRefundBook(bankRefunds);
  const bank = new ReceivingBank(
    options.achFolder ?? join(options.dataDir ?? ".data", "ach"),
    deps.now,
    dataDir
      ? openJournal<StoredFile>(join(dataDir, "sandbox-ach-files.jsonl"), ({ name }) => name)
      : noopJournal,
  );
  // Without a folder there are no files.
  if (options.dataDir || options.achFolder) {
    collectEverySecond(deps, bank);
    clock.onAdvance(() => bank.collect());
  }

  const chain = createChain(deps, { dataDir: options.dataDir, program: options.chainProgram });
  const bitcoin = createBitcoin(deps, { dataDir: options.dataDir });
  const sent = new SentTransfers();

  const settlement = { deps, book, refunds, disputes, bank };
  const parts = { deps, book, refunds, disputes, play, faults, unhealthy, isGenuineProof };
  const routes = [
    ...processors.flatMap((profile) => processorRoutes(profile, parts)),
    ...worldpayRoutes(parts, worldpayWebhooks),
    ...nmiRoutes(parts, nmiWebhooks),
    ...authorizeNetRoutes(parts, authorizeNetWebhooks),
    ...adyenRoutes(parts, adyenWebhooks),
    ...stripeRoutes({ ...parts, authentications, awaitChallenge }, stripeWebhooks),
    ...avataxRoutes({ deps, book: taxes, faults }),
    ...issuerRoutes({ book, disputes, play, notices }),
    ...payoutRoutes({ deps, clock, book: new PayoutBook(payouts) }),
    ...dwollaRoutes({ deps, book: new PayoutBook(dwollaPayouts), faults }),
    ...tabapayRoutes({ deps, book: new PayoutBook(tabapayPayouts), faults }),
    ...directoryServerRoutes({ deps, authentications, awaitChallenge }),
    ...threeDSecureIoRoutes({ deps, authentications, awaitChallenge }),
    ...plaidRoutes(deps),
    ...trustly.routes,
    ...methodRoutes(),
    ...carrierRoutes({ deps, inbox: new Inbox() }),
    ...specimenRoutes(deps),
    ...receivingBankRoutes(bank),
    ...tinMatchingRoutes(),
    ...baselayerRoutes(deps),
    ...sanctionsRoutes(deps),
    ...ratesRoutes(deps),
    ...chainRoutes(chain, sent),
    ...bitcoinRoutes(bitcoin, sent),
    ...walletRoutes([chain, bitcoin], sent),
    ...challenges.routes,
    ...adminRoutes({
      book,
      refunds,
      faults,
      unhealthy,
      authentications,
      paidAtBank,
      refundedByBank,
    }),
    ...clockRoutes(clock),
    ...settlementRoutes(settlement),
    ...dayRoutes(clock, settlement),
    ...publicFileRoutes(),
    ...startPageRoutes(),
  ];
  const listener = createHttpListener(routes, machineNow, (error, request) => {
    deps.log(`${request.method} ${request.path} failed: ${String(error)}`);
  });
  const loginBank = createLoginBank(
    deps,
    { payments: paidAtBank, refunds: refundedByBank },
    { offersRefunds: options.bankRefunds },
  );
  // Set before any await: the server already listens, and a request without a handler would never get a response.
  server.on("request", (request, response) => {
    const isOfBank = request.url?.startsWith(`${loginBankPath}/`);
    if (!isOfBank) return listener(request, response);
    void loginBank.then((answer) => answer(request, response));
  });
  await loginBank;

  return {
    url: `http://127.0.0.1:${port}`,
    publicUrl: deps.publicUrl,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await chain.close();
      await bitcoin.close();
    },
  };
}

function collectEverySecond(deps: SandboxDeps, bank: ReceivingBank): void {
  deps.schedule(1_000, () => {
    bank
      .collect()
      .catch((error: unknown) => deps.log(`the receiving bank failed: ${String(error)}`))
      .finally(() => collectEverySecond(deps, bank));
  });
}
