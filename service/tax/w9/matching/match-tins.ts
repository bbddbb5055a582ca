/**
 * Asks the IRS's matching service whether names and TINs of signed forms belong together. A round leases a few forms,
 * so a crash delays them by one lease. It calls the provider outside any transaction, and writes the response only
 * while it holds the lease. Nothing waits for a response: staff see a mismatch and can request another form.
 */
import { sql } from "kysely";
import { isStoreLost } from "../../../platform/database/store-unavailable.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { randomToken } from "../../../platform/randomness.ts";
import type { TinMatch, TinMatcher } from "../../../providers/tin-matching/index.ts";
import { logAccesses } from "../store/access-log.ts";
import { openSignedForm, openTin } from "../store/signed-form.ts";
import type { W9FormRow } from "../tables.ts";
import type { TaxDeps } from "../tax-deps.ts";

const minuteMs = 60_000;
/** The lease is longer than a round's calls, so that no other process pays for the same request. */
const leaseMs = 5 * minuteMs;
const batch = 10;
/** Maximum number of tries, over about five weeks. Then the TIN stays unverified. */
const maxTries = 40;
/** A bulk response takes up to a day. */
const maxPauseMs = 24 * 60 * minuteMs;

/** Matches one batch. "more" if the batch was full. */
export async function matchTins(deps: TaxDeps, matcher: TinMatcher): Promise<"more" | undefined> {
  const leaseToken = randomToken(deps.random, 16);
  const rows = await claim(deps, leaseToken);
  for (const row of rows) {
    const match = await matchForm(deps, matcher, row, leaseToken).catch(async (error: unknown) => {
      if (isStoreLost(error)) throw error;
      deps.log.errorHourly("the TIN of a W-9 could not be matched", { w9Id: row.w9_id, error });
      // Like a check without a result: the next tries come at growing intervals, and end.
      const failed: TinMatch = { state: "unavailable" };
      await settle(deps, row, leaseToken, failed);
      return failed;
    });
    // The other forms are due when their lease ends.
    if (match.state === "unavailable" && match.isLimited) return undefined;
  }
  return rows.length === batch ? "more" : undefined;
}

async function matchForm(
  deps: TaxDeps,
  matcher: TinMatcher,
  row: W9FormRow,
  leaseToken: string,
): Promise<TinMatch> {
  await deps.keyring.load(row.operator_id);
  const form = openSignedForm(deps.keyring, row);
  const tin = openTin(deps.keyring, row);
  if (!form || tin === null) throw new Error("the form is not signed");
  const { tinType, name } = form;
  const reference = row.tin_match_reference;
  const match = await matcher.check({ tinType, tin, name, reference });
  await settle(deps, row, leaseToken, match);
  return match;
}

async function claim({ clock, database }: TaxDeps, leaseToken: string): Promise<W9FormRow[]> {
  const now = new Date(clock.nowMs());
  return database.kysely
    .with("due", (query) =>
      query
        .selectFrom("w9_forms")
        .select("w9_id")
        .where("match_due_at", "<=", now)
        .orderBy("match_due_at")
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("w9_forms as f")
    .from("due")
    .whereRef("f.w9_id", "=", "due.w9_id")
    .set({
      lease_token: leaseToken,
      match_due_at: new Date(now.getTime() + leaseMs),
      match_tries: sql<number>`match_tries + 1`,
    })
    .returningAll("f")
    .execute();
}

async function settle(
  deps: TaxDeps,
  row: W9FormRow,
  leaseToken: string,
  match: TinMatch,
): Promise<void> {
  const now = new Date(deps.clock.nowMs());
  const isAnswered = match.state === "match" || match.state === "mismatch";
  const isOver = match.state === "unavailable" && match.isOver === true;
  const isGivenUp = !isAnswered && row.match_tries >= maxTries;
  const pauseMs = Math.min(maxPauseMs, minuteMs * 2 ** Math.min(row.match_tries, 12));
  await inTransaction(deps.database, async (tx) => {
    const written = await tx
      .updateTable("w9_forms")
      .set({
        lease_token: null,
        match_due_at: isAnswered || isGivenUp ? null : new Date(now.getTime() + pauseMs),
        ...(match.state === "pending" && match.reference !== undefined
          ? { tin_match_reference: match.reference }
          : {}),
        ...(isAnswered || isOver ? { tin_match_reference: null } : {}),
        ...(isAnswered
          ? { tin_match: match.state, tin_match_code: match.code, tin_matched_at: now }
          : isGivenUp
            ? { tin_match: "unverified" as const }
            : {}),
      })
      .where("w9_id", "=", row.w9_id)
      .where("lease_token", "=", leaseToken)
      .returning("w9_id")
      .executeTakeFirst();
    if (written && isAnswered) {
      await logAccesses(deps, tx, [row], { actor: "service", action: "number_matched" });
    }
  });
  if (isGivenUp)
    deps.log.warn("no matching result for a TIN, which stays unverified", { w9Id: row.w9_id });
}
