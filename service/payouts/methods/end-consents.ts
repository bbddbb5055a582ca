import type { Kysely } from "kysely";
import { leaseFor } from "../../platform/database/machine-lease.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import {
  barConsent,
  claimConsents,
  countConsents,
  type DueConsent,
  deleteConsent,
  lockConsent,
  type PayoutProvider,
  postponeConsent,
  readConsent,
} from "../../providers/payout/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";

const batchSize = 10;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The lease is longer than the calls that end a batch of consents. */
const leaseMs = 10 * minuteMs;
/** After this long a customer can no longer give a consent: the vendor's page has expired. */
const pageLifeMs = dayMs;

type Deps = Pick<
  DisbursementsDeps,
  "clock" | "machineClock" | "database" | "keyring" | "log" | "payoutProcessors"
>;

/**
 * Ends consents that nothing uses, at the vendor and then here: their payouts are final, no saved method pays with
 * them, and their logins were not used or found no account. After a failure the job asks the vendor again, first after
 * an hour, later at least once a day.
 */
export async function endConsents(deps: Deps): Promise<"more" | undefined> {
  const { kysely } = deps.database;
  const lease = leaseFor(deps, leaseMs);
  const due = await claimConsents(kysely, lease, batchSize);
  const ended = new Set<string>();
  for (const consent of due) {
    const nowMs = deps.clock.nowMs();
    const processor = deps.payoutProcessors.byName(consent.provider);
    const use = await inTransaction(deps.database, async (tx) => {
      await lockConsent(tx, consent);
      const found = await useOf(tx, consent, processor);
      if (found === null && processor?.endConsent) await barConsent(tx, consent, nowMs);
      return found;
    });
    // Uses can end without making the consent due, so the job checks again.
    if (use !== null) {
      const atMs = nowMs + (use === "payout" ? hourMs : dayMs);
      await postponeConsent(kysely, consent, lease, { atMs, tries: 0 });
    } else if (await hasEnded(deps, consent, processor).catch(unknownEnd(deps, consent))) {
      await deleteConsent(kysely, consent);
      ended.add(consent.provider);
    } else {
      const pauseMs = Math.min(hourMs * 2 ** Math.min(consent.tries, 5), dayMs);
      const tries = consent.tries + 1;
      await postponeConsent(kysely, consent, lease, { atMs: nowMs + pauseMs, tries });
    }
  }
  if (due.length === batchSize) return "more";
  for (const name of ended) {
    if (paysWithConsents(deps.payoutProcessors.byName(name))) continue;
    // Once none is left, an operator of the service removes the processor's entry.
    const left = await countConsents(kysely, name);
    deps.log.info("consents of a processor without payouts were ended; `count` are left", {
      processor: name,
      count: left,
    });
  }
  return undefined;
}

/** The payout can still be sent, or looked up with its consent. */
const openSteps = ["awaiting_approval", "approved", "sent"];

async function useOf(
  db: Kysely<Tables>,
  due: DueConsent,
  processor: PayoutProvider | undefined,
): Promise<"payout" | "method" | null> {
  const { operatorId, consentId } = due;
  // Checked first, because a payout takes the consent from a saved method, which the customer can then remove.
  const method = await isSaved(db, due, processor);
  const payout = await db
    .selectFrom("disbursement_intents as d")
    .select("d.disbursement_intent_id")
    .where("d.operator_id", "=", operatorId)
    .where("d.consent_id", "=", consentId)
    .where((row) =>
      row.or([
        row("d.step", "in", openSteps),
        // The provider can still contradict a mark: that look-up needs the consent.
        row.and([
          row("d.next_check_at", "is not", null),
          // A payout corrected to paid is looked up by the provider's id.
          row.not(row.and([row("d.step", "=", "success"), row("d.arrived_late", "=", true)])),
          row.exists(
            row
              .selectFrom("outcome_marks as m")
              .select("m.outcome_mark_id")
              .whereRef("m.operator_id", "=", "d.operator_id")
              .whereRef("m.subject_id", "=", "d.disbursement_id")
              .where("m.state", "=", "applied")
              .where("m.confirmed_at", "is", null),
          ),
        ]),
        // The provider has contradicted the mark, and staff have not decided.
        row.exists(
          row
            .selectFrom("outcome_alarms as a")
            .select("a.outcome_alarm_id")
            .whereRef("a.operator_id", "=", "d.operator_id")
            .whereRef("a.subject_id", "=", "d.disbursement_id")
            .where("a.state", "=", "open"),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (payout) return "payout";
  return method ? "method" : null;
}

/** Whether the customer can choose a saved account that is paid with the consent. */
async function isSaved(
  db: Kysely<Tables>,
  { operatorId, consentId, hasEnded }: DueConsent,
  processor: PayoutProvider | undefined,
): Promise<boolean> {
  if (hasEnded || !paysWithConsents(processor)) return false;
  const method = await db
    .selectFrom("payout_methods")
    .select("payout_method_id")
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    // An earlier version leaves the consent at an account that the customer then typed.
    .where("type", "=", "pay_by_bank")
    .limit(1)
    .executeTakeFirst();
  return method !== undefined;
}

/** Whether the processor pays with consents. `methods: []` stops that. */
function paysWithConsents(processor: PayoutProvider | undefined): boolean {
  return processor?.capabilities.arrivals.bank_login !== undefined;
}

/** One consent that cannot be ended or read does not stop the others. */
function unknownEnd({ log }: Deps, { consentId }: DueConsent) {
  return (error: unknown) => {
    if (isStoreUnavailable(error)) throw error;
    log.error("a consent to payouts could not be ended", { resourceId: consentId, error });
    return false;
  };
}

async function hasEnded(
  deps: Deps,
  kept: DueConsent,
  processor: PayoutProvider | undefined,
): Promise<boolean> {
  const { operatorId, consentId, createdAtMs, provider: name } = kept;
  if (!processor?.endConsent) {
    deps.log.warn("a consent to payouts cannot be ended: its processor is not configured", {
      resourceId: consentId,
      processor: name,
    });
    return false;
  }
  await deps.keyring.load(operatorId);
  const consent = await readConsent(deps, deps.database.kysely, kept);
  if (!consent) return true;
  const { state, reason } = await processor.endConsent(consent);
  if (state === "ended") return true;
  if (state === "not_given") return deps.clock.nowMs() - createdAtMs >= pageLifeMs;
  deps.log.warn("a consent to payouts was not ended", { resourceId: consentId, reason });
  return false;
}
