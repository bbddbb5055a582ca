import type { HomeDay, HomeFigures, HomeSums, HomeWaiting } from "#contract/console/home";

const sums: HomeSums = {
  payments: 100,
  succeeded: 90,
  approved: 92,
  decided: 98,
  firstApproved: 80,
  firstDecided: 100,
  volume: 4_500,
  fees: 0,
  tax: 0,
  created: 120,
  refunds: 3,
  refunded: 150,
  net: 4_350,
};

const counts = { payments: 63, succeeded: 60, approved: 61, decided: 61 };
const days: readonly [HomeDay, HomeDay] = [
  {
    ...counts,
    day: "2026-03-03",
    fromAt: "2026-03-03T05:00:00.000Z",
    beforeAt: "2026-03-04T05:00:00.000Z",
    volume: 3_000,
    refunded: 0,
  },
  {
    day: "2026-03-04",
    fromAt: "2026-03-04T05:00:00.000Z",
    beforeAt: "2026-03-05T05:00:00.000Z",
    payments: 37,
    volume: 1_500,
    refunded: 150,
    succeeded: 30,
    approved: 31,
    decided: 37,
  },
];

const row = {
  ...sums,
  value: "visa",
  previousApproved: 45,
  previousDecided: 50,
};

/** Two days in New York, with declines, a challenge and a refund. */
export function exampleHome(overrides: Partial<HomeFigures> = {}): HomeFigures {
  return {
    timeZone: "America/New_York",
    today: "2026-03-04",
    from: "2026-03-03",
    to: "2026-03-04",
    previousFrom: "2026-03-01",
    previousTo: "2026-03-02",
    fromAt: "2026-03-03T05:00:00.000Z",
    beforeAt: "2026-03-05T05:00:00.000Z",
    todayFromAt: "2026-03-04T05:00:00.000Z",
    todayBeforeAt: "2026-03-05T05:00:00.000Z",
    currencies: ["USD", "EUR"],
    currency: "USD",
    todaySums: { ...sums, payments: 37, volume: 1_500 },
    sums,
    previous: { ...sums, volume: 4_000, approved: 45, decided: 50 },
    days: [...days],
    previousDays: [
      {
        ...days[0],
        day: "2026-03-01",
        fromAt: "2026-03-01T05:00:00.000Z",
        beforeAt: "2026-03-02T05:00:00.000Z",
        volume: 2_000,
      },
      {
        ...days[1],
        day: "2026-03-02",
        fromAt: "2026-03-02T05:00:00.000Z",
        beforeAt: "2026-03-03T05:00:00.000Z",
        volume: 2_000,
      },
    ],
    breakdowns: {
      type: [{ ...row, value: "card" }],
      processor: [{ ...row, value: "northbank" }],
      brand: [row, { ...row, value: "" }],
      country: [{ ...row, value: "US" }],
    },
    reasons: [
      { code: "insufficient_funds", kind: "soft", payments: 6 },
      { code: "stolen_card", kind: "hard", payments: 2 },
    ],
    threeDS: {
      byCard: 100,
      authenticated: 40,
      frictionless: 30,
      frictionlessApproved: 29,
      challenged: 10,
      challengePassed: 8,
      challengeApproved: 7,
    },
    disputes: {
      received: 4,
      amount: 180,
      open: 1,
      openAmount: 30,
      won: 2,
      wonAmount: 100,
      lost: 1,
      lostAmount: 50,
    },
    previousDisputes: {
      received: 1,
      amount: 20,
      open: 0,
      openAmount: 0,
      won: 0,
      wonAmount: 0,
      lost: 1,
      lostAmount: 20,
    },
    missingDays: 0,
    isUpdating: false,
    ...overrides,
  };
}

/** Two approvals, three disputes and a failed webhook; one half-open processor, and one chain that is behind. */
export function exampleWaiting(): HomeWaiting {
  const oldestAt = "2026-03-04T08:00:00.000Z";
  return {
    work: [
      {
        kind: "approvals",
        count: 2,
        oldestAt,
        dueAt: null,
        amounts: [
          { currency: "EUR", amount: 80 },
          { currency: "USD", amount: 1_205.5 },
        ],
      },
      { kind: "reviews", count: 0, oldestAt: null, dueAt: null, amounts: [] },
      { kind: "deliveries", count: 1, oldestAt, dueAt: null, amounts: [] },
      { kind: "disputes", count: 3, oldestAt, dueAt: "2026-03-09T08:00:00.000Z", amounts: [] },
    ],
    processors: [
      { name: "northbank", breaker: "half_open", since: oldestAt, answered: 9, failed: 1 },
    ],
    chains: [{ network: "bitcoin", blockNumber: 812_345, followedAt: oldestAt, isBehind: true }],
  };
}
