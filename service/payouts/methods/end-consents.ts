import type { Kysely } from "kysely";
import { leaseFor } from "../../platform/database/machine-lease.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import type { Tables } from "../../platform/database/tables.ts";
import {
  claimConsents,
  forgetConsent,
  type KeptConsent,
  postponeConsent,
  readConsent,
} from "../../providers/payout/index.ts";
import type { DisbursementsDeps } from "../disbursements-deps.ts";

const batchSize = 10;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Longer than the calls that end a batch of consents. */
const leaseMs = 10 * minuteMs;

type Deps = Pick<
  DisbursementsDeps,
  "clock" | "machineClock" | "database" | "keyring" | "log" | "payoutProcessors"
>;

/**
 * Ends the consents that nothing uses, at the vendor and then here: their payouts are over, no saved method has them,
 * and their logins were not used. A consent that the vendor did not end is tried again.
 */
export async function endConsents(deps: Deps): Promise<"more" | undefined> {
  const { kysely } = deps.database;
  const lease = leaseFor(deps, leaseMs);
  const due = await claimConsents(kysely, lease, batchSize);
  for (const consent of due) {
    const postpone = (forMs: number) =>
      postponeConsent(kysely, consent, lease.untilMs, deps.clock.nowMs() + forMs);
    const use = await useOf(kysely, consent);
    // What ends a use makes the consent due at once, so this is for uses that end unseen.
    if (use !== null) await postpone(use === "payout" ? hourMs : 24 * hourMs);
    else if (await isEnded(deps, consent).catch(notEnded(deps, consent))) {
      await forgetConsent(kysely, consent);
    } else await postpone(hourMs);
  }
  return due.length === batchSize ? "more" : undefined;
}

/** Steps in which a payout can still be sent, or be looked up with its consent. */
const openSteps = ["awaiting_approval", "approved", "sent"];

async function useOf(
  db: Kysely<Tables>,
  { operatorId, consentId }: KeptConsent,
): Promise<"payout" | "method" | null> {
  const payout = await db
    .selectFrom("disbursement_intents")
    .select("disbursement_intent_id")
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .where((row) =>
      row.or([
        row("step", "in", openSteps),
        // Staff marked it, and it is looked up by its consent.
        row.and([row("payout_id", "is", null), row("next_check_at", "is not", null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  if (payout) return "payout";
  const method = await db
    .selectFrom("payout_methods")
    .select("payout_method_id")
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .limit(1)
    .executeTakeFirst();
  return method ? "method" : null;
}

/** One consent that cannot be read does not keep the others. */
function notEnded({ log }: Deps, { consentId }: KeptConsent) {
  return (error: unknown) => {
    if (isStoreUnavailable(error)) throw error;
    log.error("a consent to payouts could not be ended", { consentId, error });
    return false;
  };
}

async function isEnded(deps: Deps, kept: KeptConsent): Promise<boolean> {
  const { operatorId, consentId, provider: name } = kept;
  const provider = deps.payoutProcessors.byName(name);
  if (!provider?.endConsent) {
    deps.log.warn("a consent to payouts cannot be ended: its processor is not configured", {
      consentId,
      name,
    });
    return false;
  }
  await deps.keyring.load(operatorId);
  const consent = await readConsent(deps, deps.database.kysely, kept);
  if (!consent) return true;
  const { isOver, reason } = await provider.endConsent(consent);
  if (!isOver) deps.log.warn("a consent to payouts was not ended", { consentId, reason });
  return isOver;
}
