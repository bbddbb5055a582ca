import { createKyc, type Kyc, type KycNeeds, type KycParts } from "../customers/identity/index.ts";
import { openLocations } from "../customers/location/index.ts";
import { createCustomers, createIdentityChanges } from "../customers/profile/index.ts";
import { createRequirements } from "../customers/requirements/index.ts";
import { createSanctions, type Sanctions } from "../customers/sanctions/index.ts";
import { createTextMessages } from "../customers/text-messages/index.ts";
import { createStreams, createWebhooks } from "../events/index.ts";
import { createLedger } from "../ledger/index.ts";
import type { Operators } from "../operators/accounts/index.ts";
import {
  type Appearances,
  appearanceCommands,
  createAppearances,
  createLogos,
  type Logos,
} from "../operators/appearance/index.ts";
import { createKeys, type KeyTimes } from "../operators/encryption-keys/index.ts";
import { createStaff, type Staff } from "../operators/staff/index.ts";
import {
  createPayments,
  type Payments,
  type PaymentsNeeds,
  type PaymentTimes,
  paymentSources,
} from "../payments/index.ts";
import { openPricing } from "../payments/pricing/index.ts";
import { createRouting } from "../payments/routing/index.ts";
import { createSavedMethods } from "../payments/saved-methods/index.ts";
import {
  createDisbursements,
  type Disbursements,
  type DisbursementsNeeds,
  defaultPayoutTimes,
  type PayoutTimes,
  payoutSource,
} from "../payouts/index.ts";
import type { AdjustableClock } from "../platform/clock.ts";
import type { Domain } from "../platform/domain.ts";
import type { ClientSecrets } from "../platform/http/authentication.ts";
import type { Forwarding } from "../platform/http/forwarding-notice.ts";
import { createIdempotency } from "../platform/http/idempotency.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import type { KeyEncryption } from "../platform/secrets/key-encryption.ts";
import type { ManagedKeyring } from "../platform/secrets/keyring.ts";
import { openBankDirectory, sandboxBanksPath } from "../providers/bank-directory/index.ts";
import { createConnectorAccounts } from "../providers/kit/connector-accounts.ts";
import {
  accountOfPayouts,
  createPayoutDirectory,
  storedPayees,
  storedReferences,
} from "../providers/payout/index.ts";
import { accountOfProcessor } from "../providers/processor/index.ts";
import { createAch } from "../rails/ach/index.ts";
import { createBankLogin } from "../rails/bank-login/index.ts";
import { createCoins, depositLedgerSource } from "../rails/coins/index.ts";
import { type BankPaymentTimes, createOpenBanking } from "../rails/open-banking/index.ts";
import { createErasure } from "../reporting/erasure/index.ts";
import { createFigures } from "../reporting/figures/index.ts";
import { createSettlement, type Settlement } from "../reporting/settlement/index.ts";
import { createPrizes } from "../tax/prizes/index.ts";
import { createTax, type Tax, type TaxNeeds } from "../tax/w9/index.ts";
import { createConsole } from "./console/index.ts";
import { createDocs } from "./docs/index.ts";
import { createConsolePage, createFrames } from "./frames/index.ts";
import type { ServiceConfig } from "./read-config.ts";
import { createSandboxClock, type SandboxClock } from "./sandbox-clock/index.ts";
import { createSandboxDisputes } from "./sandbox-disputes/create-sandbox-disputes.ts";

/** Parts that a test can replace. */
export interface DomainParts {
  paymentTimes?: Partial<PaymentTimes>;
  payoutTimes?: Partial<PayoutTimes>;
  bankTimes?: Partial<BankPaymentTimes>;
  /** How bank logins wait for a return in another browser. */
  awaitOthers?: () => Promise<void>;
  keyTimes?: Partial<KeyTimes>;
  kyc?: KycParts;
}

export interface Foundation extends PlatformDeps {
  config: ServiceConfig;
  clock: AdjustableClock;
  keyring: ManagedKeyring;
  keyEncryption: KeyEncryption;
  operators: Operators;
  clientSecrets: ClientSecrets;
  forwarding: Forwarding;
}

export interface Domains {
  /** The order of the API reference and the command line's help. */
  list: readonly Domain[];
  /** The dependencies of all domains, for tests. */
  shared: { config: ServiceConfig } & Omit<DisbursementsNeeds, "transferNoticed" | "outcomeAlarm"> &
    KycNeeds &
    Omit<PaymentsNeeds, "routing" | "openBanking" | "coins" | "payouts"> &
    TaxNeeds;
  staff: Staff;
  appearances: Appearances;
  logos: Logos;
  sanctions: Sanctions;
  kyc: Kyc;
  payments: Payments;
  disbursements: Disbursements;
  tax: Tax;
  sandboxClock: SandboxClock;
  settlement: Settlement;
}

/** Creates the domains in the order of their dependencies. */
export async function createDomains(
  foundation: Foundation,
  parts: DomainParts = {},
): Promise<Domains> {
  const { keyEncryption, forwarding, ...platform } = foundation;
  const { config, operators, database } = platform;
  const base = { ...platform, idempotency: createIdempotency(platform) };

  // This comes first: no other domain may see a time before the restart.
  const sandboxClock = await createSandboxClock(base);
  const keys = createKeys({ ...platform, keyEncryption }, parts.keyTimes);
  const staff = createStaff(base);
  const webhooks = createWebhooks(base);
  const appearances = createAppearances(base);
  const logos = createLogos(base);

  const identityChanges = createIdentityChanges();
  const locations = await openLocations(base);
  const textMessages = createTextMessages(base);
  const { phoneNotices } = textMessages;
  const kyc = createKyc({ ...base, webhooks, identityChanges }, parts.kyc);
  const { startVerification } = kyc;
  const customerNeeds = { ...base, webhooks, identityChanges, phoneNotices };
  const customers = createCustomers({ ...customerNeeds, startVerification });

  const sanctions = createSanctions({ ...base, identityChanges });

  const ach = createAch(base);
  const bankLogin = createBankLogin(
    {
      ...base,
      async requireUse({ subject }) {
        await payments.requireBankLogin(subject);
        await disbursements.requireBankLogin(subject);
      },
    },
    parts.awaitOthers,
  );
  const openBanking = createOpenBanking(base, parts.bankTimes);
  const coins = createCoins(base, { isAlone: database.kind === "embedded" });

  const tax = createTax({ ...base, webhooks, identityChanges }, textMessages.deps);
  const prizes = createPrizes({ ...base, webhooks });

  const isSandbox = config.environment === "sandbox";
  const banks = await openBankDirectory(
    config.bankDirectory ?? (isSandbox ? sandboxBanksPath : undefined),
  );
  const pricing = await openPricing(base);
  const routing = createRouting(base);
  const { environment } = config;
  const connectorAccounts = createConnectorAccounts(base, [
    ...config.processors.map((processor) => ({
      party: "processor" as const,
      name: processor.name,
      ...accountOfProcessor(processor, environment),
    })),
    ...config.payoutProcessors.map((payoutProcessor) => ({
      party: "payout" as const,
      name: payoutProcessor.name,
      ...accountOfPayouts(payoutProcessor, environment),
    })),
  ]);
  const payoutProcessors = createPayoutDirectory(config.payoutProcessors, {
    ...defaultPayoutTimes,
    ...parts.payoutTimes,
    http: base.http,
    notificationUrl: config.payoutNotificationUrl,
    references: (provider, length) =>
      storedReferences(database, provider, length, () => base.clock.nowMs()),
    payees: (provider) => storedPayees(base, provider, () => base.clock.nowMs()),
    mayCall: (name) => connectorAccounts.mayCall("payout", name),
    machineNowMs: () => base.machineClock.nowMs(),
  });
  const shared = {
    ...base,
    webhooks,
    identityChanges,
    sanctions,
    locations,
    ach,
    banks,
    pricing,
    payoutProcessors,
    connectorAccounts,
  };
  const disbursements = createDisbursements(
    {
      ...shared,
      transferNoticed: (key) => payments.transferNoticed(key),
      outcomeAlarm: (problem) => payments.deps.counters.outcomeAlarm(problem),
    },
    parts.payoutTimes,
  );
  const payments: Payments = createPayments(
    { ...shared, routing, openBanking, coins, payouts: disbursements.client },
    parts.paymentTimes,
  );
  const savedMethods = createSavedMethods({ ...shared, payouts: disbursements.client });
  const requirements = createRequirements({
    ...customerNeeds,
    payoutContextOf: disbursements.payoutContextOf,
  });

  const ledger = createLedger(base, [...paymentSources, payoutSource, depositLedgerSource]);

  const erasure = createErasure({
    ...base,
    payments: payments.deps,
    disbursements: disbursements.deps,
  });
  const settlement = createSettlement({ ...base, payments: payments.deps });
  const console = createConsole({
    ...staff.deps,
    appearances,
    logos,
    ach,
    pricing,
    webhooks,
    kyc: kyc.deps,
    sanctions,
    payments: payments.deps,
    disbursements: disbursements.deps,
    tax: tax.deps,
    openBanking,
    coins,
    settlement,
    forwarding,
    sandboxClock,
  });

  await connectorAccounts.claim();

  const list: Domain[] = [
    // This comes first: it must see requests to the routes registered after it.
    createStreams({ ...base, webhooks }),
    operators,
    webhooks,
    ach,
    staff,
    openBanking,
    customers,
    locations,
    pricing,
    routing,
    payments,
    savedMethods,
    disbursements,
    requirements,
    sanctions,
    textMessages,
    kyc,
    tax,
    prizes,
    settlement,
    ledger,
    erasure,
    { jobs: connectorAccounts.jobs, commands: [appearanceCommands(base, appearances, logos)] },
    createFigures(base),
    bankLogin,
    coins,
    keys,
    sandboxClock,
    createSandboxDisputes(base),
    createFrames({ ...base, appearances, logos }),
    createConsolePage(),
    createDocs(),
    console,
  ];
  return {
    list,
    shared,
    staff,
    appearances,
    logos,
    sanctions,
    kyc,
    payments,
    disbursements,
    tax,
    sandboxClock,
    settlement,
  };
}
