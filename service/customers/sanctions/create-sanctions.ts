import type { Operators } from "../../operators/accounts/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { Domain } from "../../platform/domain.ts";
import { createJob } from "../../platform/jobs/job.ts";
import type { KnownCustomer } from "../profile/index.ts";
import { type CurrentScreen, createCurrentScreen, type ReadList } from "./list/current-screen.ts";
import { listAgeMs, type RefreshDeps, refreshList } from "./list/refresh-list.ts";
import type {
  DecidedCustomer,
  DecisionListener,
  ReviewDecision,
  ReviewKey,
} from "./reviews/decide-review.ts";
import { decideReview } from "./reviews/decide-review.ts";
import { type ListedReviews, listReviews, type ReviewFilter } from "./reviews/list-reviews.ts";
import type { StoredReview } from "./reviews/review-store.ts";
import { forgetScreening, screenCustomer } from "./reviews/screen-customer.ts";
import { sanctionsCommands } from "./sanctions-commands.ts";

/** How often the service looks whether the list is due. */
const lookEveryMs = 60_000;
const dayMs = 24 * 60 * 60_000;

/** Why a payout cannot be approved or sent. `not_screened`: there is no list to screen against, or it is too old. */
export type SanctionsHold = "review" | "blocked" | "not_screened";

/** A payee in the transaction that holds the customer's lock. */
export interface Payee {
  readonly operatorId: string;
  readonly customer: KnownCustomer;
  /** Other names that the money goes to. */
  readonly otherNames: readonly string[];
}

/** The sanctions domain. */
export interface Sanctions extends Domain {
  /** Reads the list that {@link check} needs. Call it before the transaction. */
  readList(): Promise<ReadList>;
  /** Screens a payee, opens reviews, and returns what holds their payouts; null if nothing does. */
  check(tx: Tx, payee: Payee, list: ReadList): Promise<SanctionsHold | null>;
  /**
   * Screens a payee again, in the transaction that changed their name or date of birth. Until this process has read
   * the list, it leaves them to the next round of the job that screens those who were never screened.
   */
  recheck(tx: Tx, payee: Payee): Promise<void>;
  /** Runs in the transaction of each decision that releases or blocks a customer. */
  listen(listener: DecisionListener): void;
  list(operatorId: string, filter: ReviewFilter): Promise<ListedReviews>;
  decide(key: ReviewKey, decision: ReviewDecision): Promise<StoredReview>;
}

/** Creates the sanctions domain: the daily refresh of the list, screening, reviews and commands. */
export function createSanctions(
  deps: RefreshDeps & { readonly operators: Pick<Operators, "get"> },
): Sanctions {
  const { config } = deps;
  const isOn = config.sanctionsList.length > 0;
  const listeners: DecisionListener[] = [];
  /** The newest list that this process has read. No transaction may read it. */
  let known: CurrentScreen | undefined;
  const readScreen = createCurrentScreen(deps);
  const currentScreen = async () => {
    known = await readScreen();
    return known;
  };
  const refreshes = deps.metrics.counter(
    "tessera_sanctions_refreshes_total",
    "Refreshes of the sanctions list by outcome.",
    ["outcome"],
  );
  const age = deps.metrics.gauge(
    "tessera_sanctions_list_age_seconds",
    "Time since the sanctions list was last found complete; -1 before the first.",
    [],
  );
  const refresh = createJob({
    name: "sanctions.refresh",
    everyMs: lookEveryMs,
    async run(signal) {
      const outcome = await refreshList(deps, signal);
      if (outcome !== "none") refreshes.inc({ outcome });
      const ageMs = await listAgeMs(deps);
      age.set(ageMs === null ? -1 : Math.round(ageMs / 1000));
      // So that no payout waits for the list to be read.
      await currentScreen();
      return undefined;
    },
  });
  const readList = async (): Promise<ReadList> => ({
    current: isOn ? await currentScreen() : undefined,
  });
  const notify = async (tx: Tx, decided: DecidedCustomer) => {
    for (const listener of listeners) await listener(tx, decided);
  };
  return {
    jobs: isOn ? [refresh] : [],
    commands: [sanctionsCommands(deps, currentScreen)],
    readList,
    async check(tx, payee, { current }) {
      const leastScore = config.sanctionsMinScore;
      const state = await screenCustomer(deps, tx, { ...payee, current, leastScore });
      if (state !== "clear") return state;
      if (!config.areSanctionsRequired) return null;
      if (!current) return "not_screened";
      const isOld =
        deps.clock.nowMs() - current.checkedAt.getTime() > config.sanctionsStaleDays * dayMs;
      return isOld && config.sanctionsWhenStale === "block" ? "not_screened" : null;
    },
    async recheck(tx, payee) {
      if (!isOn) return;
      const leastScore = config.sanctionsMinScore;
      if (known) await screenCustomer(deps, tx, { ...payee, current: known, leastScore });
      else await forgetScreening(tx, payee.operatorId, payee.customer.externalCustomerId);
    },
    listen: (listener) => void listeners.push(listener),
    list: (operatorId, filter) => listReviews(deps, operatorId, filter),
    async decide(key, decision) {
      const { settings } = await deps.operators.get(key.operatorId);
      return decideReview(deps, key, decision, {
        needsSecond: settings.dualControl,
        list: await readList(),
        listener: notify,
      });
    },
  };
}
