import type {
  BreakdownRow,
  DisputeSums,
  HomeDay,
  HomeFigures,
  HomeSums,
  PaymentSums,
  ThreeDSFunnel,
} from "#contract/console/home";
import type { ThreeDSStep } from "#contract/console/payment-list";
import { toMajor } from "#contract/money";
import { declineKindOf } from "#contract/payment-reasons/decline-kind";
import { toIsoTime } from "../../platform/clock.ts";
import {
  addDays,
  type Day,
  type Figures,
  figureKey,
  noSums,
  type PaymentDimension,
  type PeriodFigures,
  readFigureKey,
  type Sums,
  startOfDay,
} from "../../reporting/figures/index.ts";

type SumsByKey = ReadonlyMap<string, Sums>;

type Presented = Omit<
  HomeFigures,
  | "timeZone"
  | "today"
  | "from"
  | "to"
  | "previousFrom"
  | "previousTo"
  | "fromAt"
  | "beforeAt"
  | "todayFromAt"
  | "todayBeforeAt"
>;

/** Shows the currency `wanted` if it has payments, otherwise the one with the most. */
export function presentHome(
  figures: Figures,
  [period, previous]: readonly [PeriodFigures, PeriodFigures],
  days: { readonly current: readonly string[]; readonly previous: readonly string[] },
  wanted: string | undefined,
): Presented {
  const currencies = currenciesOf([period.sums, previous.sums, figures.todaySums]);
  const currency = currencies.find((currency) => currency === wanted) ?? currencies[0] ?? null;
  const shown = currency ?? "USD";
  const breakdown = (dimension: PaymentDimension) =>
    breakdownOf(period.sums, previous.sums, shown, dimension);
  return {
    currencies,
    currency,
    todaySums: homeSums(figures.todaySums, shown),
    sums: homeSums(period.sums, shown),
    previous: homeSums(previous.sums, shown),
    days: days.current.map((day) => homeDay(figures.timeZone, period, day, shown)),
    previousDays: days.previous.map((day) => homeDay(figures.timeZone, previous, day, shown)),
    breakdowns: {
      type: breakdown("type"),
      processor: breakdown("processor"),
      brand: breakdown("brand"),
      country: breakdown("country"),
    },
    reasons: valuesOf(period.sums, shown, "reason")
      .map(({ value, sums }) => ({
        code: value,
        kind: declineKindOf(value),
        payments: sums.payments,
      }))
      .sort((one, other) => other.payments - one.payments || compare(one.code, other.code)),
    threeDS: funnelOf(period.sums, shown),
    disputes: disputesOf(period.sums, shown),
    previousDisputes: disputesOf(previous.sums, shown),
    missingDays: period.missingDays + previous.missingDays,
    isUpdating: figures.hasChanges,
  };
}

/** The currencies, those with the most payment intents first. */
function currenciesOf(all: readonly SumsByKey[]): string[] {
  const currencies = new Set(
    all.flatMap((sums) => [...sums.keys()].map((key) => readFigureKey(key).currency)),
  );
  const createdIn = (sums: SumsByKey | undefined, currency: string) =>
    sums?.get(figureKey(currency, "created"))?.payments ?? 0;
  return [...currencies].sort(
    (one, other) =>
      createdIn(all[0], other) - createdIn(all[0], one) ||
      createdIn(all[1], other) - createdIn(all[1], one) ||
      compare(one, other),
  );
}

function valuesOf(sums: SumsByKey, currency: string, dimension: string) {
  return [...sums].flatMap(([key, found]) => {
    const read = readFigureKey(key);
    return read.currency === currency && read.dimension === dimension
      ? [{ value: read.value, sums: found }]
      : [];
  });
}

function homeSums(sums: SumsByKey, currency: string): HomeSums {
  const refunds = valuesOf(sums, currency, "refund").map((each) => each.sums);
  const refundedMinor = refunds.reduce((sum, refund) => sum + refund.volumeMinor, 0);
  const total = sums.get(figureKey(currency, "total")) ?? noSums;
  return {
    ...paymentSums(total, currency),
    created: sums.get(figureKey(currency, "created"))?.payments ?? 0,
    refunds: refunds.reduce((sum, refund) => sum + refund.payments, 0),
    refunded: toMajor(refundedMinor, currency),
    net: toMajor(total.volumeMinor - refundedMinor, currency),
  };
}

function paymentSums(sums: Sums, currency: string): PaymentSums {
  const { volumeMinor, feesMinor, taxMinor, ...counts } = sums;
  return {
    ...counts,
    volume: toMajor(volumeMinor, currency),
    fees: toMajor(feesMinor, currency),
    tax: toMajor(taxMinor, currency),
  };
}

function homeDay(timeZone: string, { byDay }: PeriodFigures, day: Day, currency: string): HomeDay {
  const total = byDay.get(day)?.get(figureKey(currency, "total")) ?? noSums;
  const refund = byDay.get(day)?.get(figureKey(currency, "refund")) ?? noSums;
  const { payments, succeeded, approved, decided } = total;
  return {
    day,
    fromAt: toIsoTime(startOfDay(timeZone, day)),
    beforeAt: toIsoTime(startOfDay(timeZone, addDays(day, 1))),
    payments,
    volume: toMajor(total.volumeMinor, currency),
    refunded: toMajor(refund.volumeMinor, currency),
    succeeded,
    approved,
    decided,
  };
}

/** The values of a dimension, those with the most payments first. Omits values only in the previous period. */
function breakdownOf(
  sums: SumsByKey,
  previous: SumsByKey,
  currency: string,
  dimension: PaymentDimension,
): BreakdownRow[] {
  return valuesOf(sums, currency, dimension)
    .map(({ value, sums: found }) => {
      const before = previous.get(figureKey(currency, dimension, value)) ?? noSums;
      return {
        value,
        ...paymentSums(found, currency),
        previousApproved: before.approved,
        previousDecided: before.decided,
      };
    })
    .sort((one, other) => other.payments - one.payments || compare(one.value, other.value));
}

function funnelOf(sums: SumsByKey, currency: string): ThreeDSFunnel {
  const steps = valuesOf(sums, currency, "three_ds");
  const count = (step: ThreeDSStep) =>
    steps.find(({ value }) => value === step)?.sums.payments ?? 0;
  return {
    byCard: count("card"),
    authenticated: count("authenticated"),
    frictionless: count("frictionless"),
    frictionlessApproved: count("frictionless_approved"),
    challenged: count("challenged"),
    challengePassed: count("challenge_passed"),
    challengeApproved: count("challenge_approved"),
  };
}

function disputesOf(sums: SumsByKey, currency: string): DisputeSums {
  const by = (outcome: string) => sums.get(figureKey(currency, "dispute", outcome)) ?? noSums;
  const [open, won, lost] = [by("open"), by("won"), by("lost")];
  return {
    received: open.payments + won.payments + lost.payments,
    amount: toMajor(open.volumeMinor + won.volumeMinor + lost.volumeMinor, currency),
    open: open.payments,
    openAmount: toMajor(open.volumeMinor, currency),
    won: won.payments,
    wonAmount: toMajor(won.volumeMinor, currency),
    lost: lost.payments,
    lostAmount: toMajor(lost.volumeMinor, currency),
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
