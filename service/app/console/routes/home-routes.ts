import {
  type HomeQuery,
  type HomeWaiting,
  homeFigures,
  homeQuery,
  homeWaiting,
  longestPeriodDays,
} from "#contract/console/home";
import { permissionsOfRole, type StaffPermission } from "#contract/console/roles";
import { toMajor } from "#contract/money";
import { toIsoTime } from "../../../platform/clock.ts";
import { dateIn } from "../../../platform/date-in.ts";
import { fieldError, refuseFields } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import {
  addDays,
  createLiveSums,
  type Day,
  daysFrom,
  daysIn,
  readFigures,
  readWaitingWork,
  startOfDay,
  type WorkKind,
} from "../../../reporting/figures/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { presentHome } from "../present-home.ts";

/** The permission of the section where staff do each kind of work. */
const permissionOf: Readonly<Record<WorkKind, StaffPermission>> = {
  deadlines: "disputes.read",
  outcomes: "payments.read",
  approvals: "payouts.read",
  refunds: "payments.read",
  batches: "payments.read",
  disputes: "disputes.read",
  reviews: "reviews.list",
  sanctions: "payouts.read",
  breaks: "reconciliation.read",
  notices: "reconciliation.read",
  deliveries: "deliveries.read",
};

/** A chain that was not read for this long is behind. Chains are usually read every few seconds. */
const behindMs = 5 * 60_000;

/** No payment is outside this range; neighbors would lack a four-digit year. */
const firstDay = "2000-01-01";
const lastDay = "2999-12-31";

export function registerHomeRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const figuresDeps = { ...deps, liveSums: createLiveSums(deps) };
  app.get(
    `${consoleApi}/home`,
    consoleRoute("payments.read", { querystring: homeQuery, response: homeFigures }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { timeZone } = (await deps.operators.get(operatorId)).settings;
      const today = dateIn(timeZone, deps.clock.nowMs());
      const { from, to } = periodOf(request.query, today);
      const previousTo = addDays(from, -1);
      const previousFrom = addDays(from, -daysIn(from, to));
      const figures = await readFigures(figuresDeps, { operatorId, timeZone }, [
        { from, to },
        { from: previousFrom, to: previousTo },
      ]);
      const [period, previous] = figures.periods;
      if (!period || !previous) throw new Error("a period is missing");
      const timeOf = (day: Day) => toIsoTime(startOfDay(timeZone, day));
      return {
        timeZone,
        today,
        from,
        to,
        previousFrom,
        previousTo,
        fromAt: timeOf(from),
        beforeAt: timeOf(addDays(to, 1)),
        todayFromAt: timeOf(today),
        todayBeforeAt: timeOf(addDays(today, 1)),
        ...presentHome(
          figures,
          [period, previous],
          { current: daysFrom(from, to), previous: daysFrom(previousFrom, previousTo) },
          request.query.currency,
        ),
      };
    },
  );

  app.get(
    `${consoleApi}/home/waiting`,
    consoleRoute("own_account", { response: homeWaiting }),
    async (request) => {
      const { operatorId, role } = staffOf(request);
      const may = (permission: StaffPermission) => permissionsOfRole[role].includes(permission);
      const kinds = Object.entries(permissionOf).flatMap(([kind, permission]) =>
        may(permission) ? [kind as WorkKind] : [],
      );
      const work = await Promise.all(kinds.map((kind) => readWaitingWork(deps, operatorId, kind)));
      return {
        work: work.map(({ kind, count, oldestAt, dueAt, amounts }) => ({
          kind,
          count,
          oldestAt: oldestAt?.toISOString() ?? null,
          dueAt: dueAt?.toISOString() ?? null,
          amounts: amounts.map(({ currency, amountMinor }) => ({
            currency,
            amount: toMajor(amountMinor, currency),
          })),
        })),
        processors: may("routing.read") ? healthOf(deps) : [],
        chains: may("payments.read") ? await readChains(deps) : [],
      };
    },
  );
}

/** The period of a query, which may end in the future. */
function periodOf({ days, from, to }: HomeQuery, today: Day): { from: Day; to: Day } {
  if (from === undefined && to === undefined) {
    return { from: addDays(today, 1 - Number(days ?? "30")), to: today };
  }
  if (from === undefined || to === undefined) {
    const path = from === undefined ? "from" : "to";
    refuseFields([fieldError(path, "invalid_value", "A period has a first and a last day.")]);
  }
  const period = { from: from ?? today, to: to ?? today };
  if (period.to < period.from) {
    refuseFields([fieldError("to", "invalid_value", "The last day is before the first.")]);
  }
  if (period.from < firstDay || period.to > lastDay) {
    const path = period.from < firstDay ? "from" : "to";
    const text = `A period lies between ${firstDay} and ${lastDay}.`;
    refuseFields([fieldError(path, "invalid_value", text)]);
  }
  if (daysIn(period.from, period.to) > longestPeriodDays) {
    const text = `A period has at most ${longestPeriodDays} days.`;
    refuseFields([fieldError("from", "invalid_value", text)]);
  }
  return period;
}

function healthOf(deps: ConsoleDeps): HomeWaiting["processors"] {
  return deps.payments.routing.health.now().map(({ name, phase, sinceMs, answered, failed }) => ({
    name,
    breaker: phase,
    since: toIsoTime(sinceMs),
    answered,
    failed,
  }));
}

/** Reads the chains, which belong to the installation, not to an operator. */
async function readChains({ coins, database, clock }: ConsoleDeps): Promise<HomeWaiting["chains"]> {
  if (coins.networks.length === 0) return [];
  const rows = await database.kysely
    .selectFrom("crypto_chains")
    .select(["network", "head_number", "followed_at"])
    .where("network", "in", [...coins.networks])
    .orderBy("network")
    .execute();
  return rows.map((row) => ({
    network: row.network,
    blockNumber: row.head_number,
    followedAt: row.followed_at?.toISOString() ?? null,
    isBehind: row.followed_at === null || clock.nowMs() - row.followed_at.getTime() > behindMs,
  }));
}
