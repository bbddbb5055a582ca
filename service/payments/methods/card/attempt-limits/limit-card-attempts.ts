/**
 * Limits on card attempts, against people who try stolen cards (card testing).
 *
 * A submission by card, typed or saved, counts after every check and before it is stored, whatever its outcome. A
 * refused submission (a wrong field, a changed amount, another pending attempt), a repeated idempotency key, and
 * continuing after 3-D Secure do not count.
 *
 * - Each intent has a limit. Its attempts are the count (`isIntentFull`).
 * - Each customer and each IP address has a limit per hour, across the operator's intents. The counts are in the
 * database, so they hold across all service processes.
 * - The address is the customer's (`TRUSTED_PROXIES`). IPv6 addresses count by /64. Only keyed indexes are stored.
 * - The audit log has the first refusal of a limit in an hour. A metric counts all refusals.
 */

import type { OperatorSettings } from "../../../../operators/accounts/index.ts";
import { appendAudit } from "../../../../operators/audit/index.ts";
import { inTransaction } from "../../../../platform/database/transaction.ts";
import { ApiError } from "../../../../platform/http/api-error.ts";
import { networkOf } from "../../../../platform/http/network-of.ts";
import type { PaymentsDeps } from "../../../payments-deps.ts";
import type { IntentRecord } from "../../../records.ts";
import type { CardAttemptCountRow } from "../../../tables.ts";
import {
  type AttemptLimit,
  countAttempt,
  freeAtMs,
  uncountAttempt,
  windowMs,
} from "./count-attempts.ts";

type Deps = Pick<PaymentsDeps, "database" | "keyring" | "clock" | "counters">;
type Limits = Pick<
  OperatorSettings,
  "cardAttemptsPerIntent" | "cardAttemptsPerCustomer" | "cardAttemptsPerAddress"
>;

export interface PlannedAttempt {
  readonly intent: IntentRecord;
  readonly paymentId: string;
  readonly ipAddress: string | null;
}

/** Removes an attempt that was refused before it was stored from the counters. */
export type Uncount = () => Promise<void>;

/**
 * Counts an attempt for its customer and IP address. When a limit is full, counts nothing and throws ApiError
 * `too_many_attempts` with `Retry-After`.
 */
export async function countCardAttempt(
  deps: Deps,
  planned: PlannedAttempt,
  settings: Limits,
): Promise<Uncount> {
  const { database, clock } = deps;
  const { intent, paymentId } = planned;
  const { operatorId } = intent;
  const attempt = { operatorId, paymentId, atMs: clock.nowMs() };
  const limits = limitsOf(deps, planned, settings);
  const full = await countAttempt(database.kysely, attempt, limits);
  const uncount = () => uncountAttempt(database.kysely, attempt, limits);
  if (full.length === 0) return uncount;
  await uncountAttempt(
    database.kysely,
    attempt,
    limits.filter((limit) => !full.includes(limit)),
  );
  const free = await Promise.all(
    full.map((attemptLimit) => freeAtMs(database.kysely, operatorId, attemptLimit)),
  );
  for (const { kind, subject, most } of full) {
    await recordRefusal(deps, intent, { kind, subject, most });
  }
  const seconds = Math.max(1, Math.ceil((Math.max(...free) - clock.nowMs()) / 1000));
  throw new ApiError("too_many_attempts", { headers: { "retry-after": String(seconds) } });
}

/** Whether the intent has used up its card attempts. Attempts with other methods do not count. */
export function isIntentFull(
  { attempts }: Pick<IntentRecord, "attempts">,
  { cardAttemptsPerIntent }: Pick<Limits, "cardAttemptsPerIntent">,
): boolean {
  return attempts.filter(({ type }) => type === "card").length >= cardAttemptsPerIntent;
}

/** The refusal for a full intent. It is final, so it has no `Retry-After`. */
export async function refusalOfFullIntent(
  deps: Deps,
  intent: IntentRecord,
  { cardAttemptsPerIntent: most }: Pick<Limits, "cardAttemptsPerIntent">,
): Promise<ApiError> {
  const { operatorId, paymentIntentId } = intent;
  const subject = deps.keyring.blindIndex(operatorId, "card_attempts.intent", paymentIntentId);
  await recordRefusal(deps, intent, { kind: "intent", subject, most });
  return new ApiError("too_many_attempts");
}

function limitsOf(
  { keyring }: Pick<Deps, "keyring">,
  { intent, ipAddress }: PlannedAttempt,
  { cardAttemptsPerCustomer, cardAttemptsPerAddress }: Limits,
): AttemptLimit[] {
  const { operatorId, externalCustomerId } = intent;
  const index = (purpose: string, text: string) => keyring.blindIndex(operatorId, purpose, text);
  return [
    {
      kind: "customer",
      subject: index("card_attempts.customer", externalCustomerId),
      most: cardAttemptsPerCustomer,
    },
    {
      kind: "address",
      subject: index("card_attempts.address", networkOf(ipAddress ?? "unknown")),
      most: cardAttemptsPerAddress,
    },
  ];
}

async function recordRefusal(
  deps: Deps,
  { operatorId, paymentIntentId, externalCustomerId }: IntentRecord,
  limit: { kind: CardAttemptCountRow["kind"]; subject: string; most: number },
): Promise<void> {
  const { kind, subject, most } = limit;
  deps.counters.cardAttemptRefused(kind);
  const now = new Date(deps.clock.nowMs());
  await inTransaction(deps.database, async (tx) => {
    const first = await tx
      .insertInto("card_attempt_counts")
      .values({
        operator_id: operatorId,
        subject,
        kind,
        attempts: [],
        refused_at: now,
        updated_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["operator_id", "subject"])
          .doUpdateSet({ refused_at: now, updated_at: now })
          .where((row) =>
            row.or([
              row("card_attempt_counts.refused_at", "is", null),
              row("card_attempt_counts.refused_at", "<=", new Date(now.getTime() - windowMs)),
            ]),
          ),
      )
      .returning("subject")
      .executeTakeFirst();
    if (!first) return;
    await appendAudit(deps, tx, operatorId, {
      actor: { kind: "service" },
      action: "payment.card_attempts_refused",
      subject: { type: "payment_intent", id: paymentIntentId },
      details: { externalCustomerId, limit: kind, most },
    });
  });
}
