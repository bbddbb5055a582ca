export interface Section {
  readonly title: string;
  /** Paths below `docs/`, without `.md`, in reading order. */
  readonly pages: readonly string[];
}

/**
 * A page that is not listed here is not built; a test compares the list with the folder. The decision records come
 * after these (read-pages.ts).
 */
export const sections: readonly Section[] = [
  {
    title: "Start",
    pages: [
      "index",
      "quickstart",
      "how-money-moves",
      "ledger",
      "keys-and-environments",
      "idempotency",
      "glossary",
    ],
  },
  {
    title: "Payments",
    pages: [
      "payments/cards",
      "payments/saved-methods",
      "payments/ach-debit",
      "payments/pay-by-bank",
      "payments/crypto",
      "payments/pricing",
      "payments/routing",
      "payments/cancel",
      "payments/refunds",
      "payments/unknown-outcomes",
      "payments/reconciliation",
      "payments/disputes",
      "payments/declines",
    ],
  },
  {
    title: "Payouts and tax",
    pages: [
      "payouts/payouts",
      "payouts/approvals",
      "payouts/sanctions",
      "payouts/ach-files",
      "payouts/prizes",
      "payouts/tax-year",
      "payouts/w9",
    ],
  },
  {
    title: "Customers",
    pages: [
      "customers/customers",
      "customers/requirements",
      "customers/identity",
      "customers/phone-verification",
      "customers/location",
      "customers/erasure",
    ],
  },
  {
    title: "Your page and server",
    pages: [
      "integrate/sdk",
      "integrate/frameworks",
      "integrate/content-security",
      "integrate/server",
      "integrate/webhooks",
      "integrate/cli",
      "integrate/errors",
      "integrate/troubleshooting",
      "integrate/versions",
    ],
  },
  {
    title: "Testing",
    pages: [
      "testing/sandbox",
      "testing/test-values",
      "testing/clock",
      "testing/settlement-files",
      "testing/browser-tests",
    ],
  },
  {
    title: "Your staff",
    pages: [
      "console/console",
      "console/home",
      "console/operators",
      "console/api-keys",
      "console/settings",
      "console/appearance",
    ],
  },
  {
    title: "Connectors",
    pages: [
      "connectors/card-processors",
      "connectors/adyen",
      "connectors/worldpay",
      "connectors/nmi",
      "connectors/authorize-net",
      "connectors/stripe",
      "connectors/add-a-vendor",
      "connectors/payout-processors",
      "connectors/tabapay",
      "connectors/dwolla",
      "connectors/3-d-secure",
      "connectors/banks",
      "connectors/plaid",
      "connectors/trustly",
      "connectors/avatax",
      "connectors/tin-matching",
    ],
  },
  {
    title: "Go live",
    pages: ["live/going-live", "live/pci-and-security", "live/data-retention"],
  },
  {
    title: "Operations",
    pages: [
      "operations/deploy",
      "operations/configuration",
      "operations/upgrade",
      "operations/fail-over",
      "operations/backup-and-restore",
      "operations/encryption-keys",
      "operations/key-services",
      "operations/metrics-and-alerts",
      "operations/sizing",
    ],
  },
  {
    title: "Project",
    pages: [
      "project/architecture",
      "project/languages",
      "project/decisions",
      "project/migrating-from-stripe",
      "project/translation-glossary",
      "project/benchmarks",
      "protocols/card-processor",
      "protocols/payout-processor",
      "contributing",
      "security",
      "changelog",
    ],
  },
];
