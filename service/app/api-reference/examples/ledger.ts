const accounts = {
  at: "2026-03-10T12:23:41.000Z",
  data: [
    {
      accountId: "processor_receivable:alpha",
      name: "Processor receivable: alpha",
      class: "asset",
      isClearing: true,
      currency: "USD",
      balance: 54.12,
      exactBalance: "54.12",
    },
    {
      accountId: "customer_orders",
      name: "Customer orders",
      class: "income",
      isClearing: false,
      currency: "USD",
      balance: -54.12,
      exactBalance: "-54.12",
    },
  ],
};
const posting = {
  postingId: "pay_22uhw8DfMvF3YQLH8E5PZevH.charge",
  resourceType: "payment",
  resourceId: "pay_22uhw8DfMvF3YQLH8E5PZevH",
  cause: "charge",
  paymentId: "pay_22uhw8DfMvF3YQLH8E5PZevH",
  currency: "USD",
  entries: [
    {
      accountId: "processor_receivable:alpha",
      name: "Processor receivable: alpha",
      side: "debit",
      amount: 54.12,
      exactAmount: "54.12",
    },
    {
      accountId: "customer_orders",
      name: "Customer orders",
      side: "credit",
      amount: 54.12,
      exactAmount: "54.12",
    },
  ],
  reverses: null,
  happenedAt: "2026-03-10T12:23:40.000Z",
  postedAt: "2026-03-10T12:23:41.000Z",
};

export const ledgerExamples: Readonly<Record<string, unknown>> = {
  listLedgerAccounts: accounts,
  listLedgerPostings: { data: [posting], page: 1, size: 20, total: 1 },
};
