/**
 * Asks whether names and numbers of signed forms belong together. A round claims a few forms with a
 * lease, so a crash costs a lease and no answer; the provider is called outside any transaction, and its
 * answer is written only by whoever still holds the lease. Nothing ever waits for an answer: a mismatch
 * is shown to staff, who may ask for another form.
 */
import { sql } from "kysely";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { randomToken } from "../../../platform/randomness.ts";
import type { TinMatch, TinMatcher } from "../../../providers/tin-matching/index.ts";
import { noteAccess } from "../store/access-log.ts";
import { openSignedForm, openTin } from "../store/signed-form.ts";
import type { W9FormRow } from "../tables.ts";
import type { TaxDeps } from "../tax-deps.ts";

const minuteMs = 60_000;
/** Longer than a call's own deadline. */
const leaseMs = 2 * minuteMs;
const batch = 10;
/** Some five weeks with the pauses below; then a number stays unverified. */
const mostTries = 40;
/** A bulk answer takes up to a day. */
const longestPauseMs = 24 * 60 * minuteMs;

/** One round. "more" when it was full. */
export async function matchTins(deps: TaxDeps, matcher: TinMatcher): Promise<"more" | undefined> {
  const leaseToken = randomToken(deps.random, 16);
  const rows = await claim(deps, leaseToken);
  for (const row of rows) {
    await deps.keyring.load(row.operator_id);
    const form = openSignedForm(deps.keyring, row);
    const tin = openTin(deps.keyring, row);
    if (!form || tin === null) continue;
    const { tinType, name } = form;
    await settle(deps, row, leaseToken, await matcher.check({ tinType, tin, name }));
  }
  return rows.length === batch ? "more" : undefined;
}

async function claim({ clock, database }: TaxDeps, leaseToken: string): Promise<W9FormRow[]> {
  const now = new Date(clock.nowMs());
  return database.kysely
    .updateTable("w9_forms")
    .set({
      lease_token: leaseToken,
      match_due_at: new Date(now.getTime() + leaseMs),
      match_tries: sql<number>`match_tries + 1`,
    })
    .where("w9_id", "in", (select) =>
      select
        .selectFrom("w9_forms")
        .select("w9_id")
        .where("match_due_at", "<=", now)
        .orderBy("match_due_at")
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
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
  const isGivenUp = !isAnswered && row.match_tries >= mostTries;
  const pauseMs = Math.min(longestPauseMs, minuteMs * 2 ** Math.min(row.match_tries, 12));
  await inTransaction(deps.database, async (tx) => {
    const written = await tx
      .updateTable("w9_forms")
      .set({
        lease_token: null,
        match_due_at: isAnswered || isGivenUp ? null : new Date(now.getTime() + pauseMs),
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
      await noteAccess(deps, tx, row, { actor: "service", action: "number_matched" });
    }
  });
  if (isGivenUp) deps.log.warn("a taxpayer number stays unverified", { w9Id: row.w9_id });
}
