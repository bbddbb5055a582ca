import type { Operators } from "../../operators/accounts/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { Domain } from "../../platform/domain.ts";
import { createJob } from "../../platform/jobs/job.ts";
import type { CryptoDestination } from "../../providers/sanctions/index.ts";
import { type IdentityChanges, type KnownCustomer, lockCustomer } from "../profile/index.ts";
import {
  allDestinations,
  type CustomerMoney,
  type HoldChange,
  type HoldListener,
} from "./held-money.ts";
import { type CurrentScreen, createCurrentScreen, type ReadList } from "./list/current-screen.ts";
import { readListState } from "./list/list-store.ts";
import { listAgeMs, type RefreshDeps, refreshList } from "./list/refresh-list.ts";
import { decideReview, type ReviewDecision, type ReviewKey } from "./reviews/decide-review.ts";
import { type ListedReviews, listReviews, type ReviewFilter } from "./reviews/list-reviews.ts";
import { rescreenCustomers } from "./reviews/rescreen-customers.ts";
import type { StoredReview } from "./reviews/review-store.ts";
import { deleteScreening, screenCustomer } from "./reviews/screen-customer.ts";
import { sanctionsCommands } from "./sanctions-commands.ts";

const refreshEveryMs = 60_000;
const rescreenEveryMs = 30_000;
const dayMs = 24 * 60 * 60_000;

/** Why money cannot be approved or sent. `not_screened`: there is no list, or it is too old. */
export type SanctionsHold = "review" | "blocked" | "not_screened";

/** A customer to screen. The transaction must hold the customer's lock. */
export interface Payee {
  readonly operatorId: string;
  readonly customer: KnownCustomer;
  /** Addresses to screen, such as one that paid. */
  readonly addresses?: readonly CryptoDestination[];
}

export interface Sanctions extends Domain {
  /** Call it before the transaction of {@link check}. */
  readList(): Promise<ReadList>;
  /** Screens a payee with all unsent money. Returns what holds the money, or null. Commit the reviews that it opens. */
  check(tx: Tx, payee: Payee, list: ReadList): Promise<SanctionsHold | null>;
  /**
   * Screens a payee again, in the transaction that changed their name or date of birth. If this process has not read
   * the list yet, the job screens them instead.
   */
  recheck(tx: Tx, payee: Payee): Promise<void>;
  /** Adds a kind of money that customers receive, such as payouts. Reviews hold it. */
  addMoney(kind: CustomerMoney): void;
  /** Adds a listener, which runs in the transaction of each hold and each decision. */
  listen(listener: HoldListener): void;
  list(operatorId: string, filter: ReviewFilter): Promise<ListedReviews>;
  decide(key: ReviewKey, decision: ReviewDecision): Promise<StoredReview>;
}

export function createSanctions(
  deps: RefreshDeps & {
    readonly operators: Pick<Operators, "get">;
    readonly identityChanges: Pick<IdentityChanges, "listen">;
  },
): Sanctions {
  const { config } = deps;
  const isOn = config.sanctionsList.length > 0;
  const listeners: HoldListener[] = [];
  const kinds: CustomerMoney[] = [];
  /** The screen that this process read last, because transactions must not read it. */
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
    everyMs: refreshEveryMs,
    async run(signal) {
      const outcome = await refreshList(deps, signal);
      if (outcome !== "none") refreshes.inc({ outcome });
      const ageMs = listAgeMs(deps, await readListState(deps));
      age.set(ageMs === null ? -1 : Math.round(ageMs / 1000));
      // Load the new list now, so that no payout waits for it.
      await currentScreen();
      return undefined;
    },
  });
  const readList = async (): Promise<ReadList> => ({
    current: isOn ? await currentScreen() : undefined,
  });
  const notify = async (tx: Tx, change: HoldChange) => {
    for (const listener of listeners) await listener(tx, change);
  };
  const screen = async (
    tx: Tx,
    { operatorId, customer, addresses = [] }: Payee,
    current: ReadList["current"],
  ) => {
    const { externalCustomerId } = customer;
    const key = { operatorId, externalCustomerId };
    const destinations = (await allDestinations(kinds, tx, key)) ?? { names: [], addresses: [] };
    const state = await screenCustomer(deps, tx, {
      operatorId,
      customer,
      destinations: { ...destinations, addresses: [...destinations.addresses, ...addresses] },
      current,
      minScore: config.sanctionsMinScore,
    });
    if (state !== "clear") await notify(tx, { ...key, outcome: "held", decider: null });
    return state;
  };
  const check: Sanctions["check"] = async (tx, payee, { current }) => {
    const state = await screen(tx, payee, current);
    if (state !== "clear") return state;
    if (!config.areSanctionsRequired) return null;
    if (!current) return "not_screened";
    const isOld =
      deps.clock.nowMs() - current.checkedAt.getTime() > config.sanctionsStaleDays * dayMs;
    return isOld && config.sanctionsWhenStale === "block" ? "not_screened" : null;
  };
  const recheck: Sanctions["recheck"] = async (tx, payee) => {
    if (!isOn) return;
    if (known) await screen(tx, payee, known);
    else await deleteScreening(tx, payee.operatorId, payee.customer.externalCustomerId);
  };
  deps.identityChanges.listen(async (tx, changed) => {
    if (!isOn || !(await allDestinations(kinds, tx, changed))) return;
    const { operatorId, externalCustomerId } = changed;
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    if (customer) await recheck(tx, { operatorId, customer });
  });
  const rescreen = createJob({
    name: "sanctions.rescreen",
    everyMs: rescreenEveryMs,
    async run(signal) {
      const list = await readList();
      for (const kind of kinds) {
        await rescreenCustomers(deps, kind, {
          list,
          signal,
          check: (tx, payee) => screen(tx, payee, list.current),
        });
      }
      return undefined;
    },
  });
  return {
    jobs: isOn ? [refresh, rescreen] : [],
    commands: [sanctionsCommands(deps, currentScreen)],
    readList,
    check,
    recheck,
    addMoney(kind) {
      kinds.push(kind);
      listeners.push(kind.follow);
    },
    listen: (listener) => void listeners.push(listener),
    list: (operatorId, filter) => listReviews(deps, operatorId, filter),
    async decide(key, decision) {
      const { settings } = await deps.operators.get(key.operatorId);
      const { current } = await readList();
      return decideReview(deps, key, decision, {
        needsSecond: settings.dualControl,
        async follow(tx, change) {
          if (change.outcome === "released") {
            const { operatorId, externalCustomerId } = change;
            const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
            // If data that the customer changed in the meantime matches, another review holds the money.
            if (customer && (await screen(tx, { operatorId, customer }, current)) !== "clear")
              return;
          }
          await notify(tx, change);
        },
      });
    },
  };
}
