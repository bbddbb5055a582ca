import { randomUUID } from "node:crypto";
import type { CreatedDisbursementIntent } from "#contract/api/disbursements";
import { resolveAlarm } from "../../payments/index.ts";
import { insertStaff } from "../../testing/insert-staff.ts";
import {
  acceptForPayout,
  lookUpPayoutForStaff,
  markPayout,
  readPayoutOutcomes,
} from "../outcomes/index.ts";
import type { PayoutWorld } from "./payout-world.ts";

type Intent = Pick<CreatedDisbursementIntent, "disbursementIntentId">;

const hourMs = 60 * 60_000;

export type Marks = Awaited<ReturnType<typeof createMarks>>;

/** Adds a staff member. Returns what they, the processor and the job do about payouts with an unknown outcome. */
export async function createMarks(world: PayoutWorld) {
  const { deps } = world.service.disbursements;
  const { operatorId } = world.operator;
  const staffId = `stf_${randomUUID()}`;
  await insertStaff(world, [staffId]);
  const byStaff = { operatorId, staffId, limitMinor: () => null };

  const outcomeOf = async ({ disbursementIntentId }: Intent) => {
    const [outcome] = await readPayoutOutcomes(deps, operatorId, disbursementIntentId);
    if (!outcome) throw new Error("no outcome");
    return outcome;
  };
  return {
    outcomeOf,
    /** Creates a payout with a lost response, old enough to be marked. `isPaid`: whether the processor paid it. */
    async withUnknownOutcome(isPaid: boolean, body: Record<string, unknown> = {}) {
      world.payouts.next({ becomes: isPaid ? "paid" : "nothing", response: "break" });
      world.payouts.lookUpFault = { status: 503 };
      const intent = await world.approved(body);
      await world.recover(2 * hourMs);
      await world.idle();
      return intent;
    },
    /** Marks a payout as paid under the processor's id `reference`; null: as not paid. */
    async mark(intent: Intent, reference: string | null) {
      await markPayout(deps, {
        ...byStaff,
        subjectId: intent.disbursementIntentId,
        outcome: reference === null ? "failed" : "success",
        reference,
        evidence: { note: "Seen in the portal", statement: null },
        file: null,
        seen: (await outcomeOf(intent)).unknown?.seen ?? "",
      });
    },
    lookUp: ({ disbursementIntentId: subjectId }: Intent) =>
      lookUpPayoutForStaff(deps, { operatorId, subjectId, staffId }),
    /** The processor answers look-ups again, and the job looks up the outcome. */
    async lookUpAgain(afterMs = hourMs) {
      world.payouts.lookUpFault = null;
      await world.recover(afterMs);
      await world.idle();
    },
    /** Accepts the processor's response, in the open alarm about this problem. */
    async accept(intent: Intent, problem: string) {
      const { alarms } = await outcomeOf(intent);
      const alarm = alarms.find((alarm) => alarm.problem === problem && alarm.state === "open");
      if (!alarm?.canAccept) throw new Error(`cannot accept ${problem}`);
      const { alarmId, version } = alarm;
      const resolution = {
        ...byStaff,
        alarmId,
        version,
        action: "accept" as const,
        reference: null,
      };
      await resolveAlarm(world.service.payments, { ...resolution, note: "Seen" }, (alarm, close) =>
        acceptForPayout(deps, alarm, close),
      );
    },
    async atProcessor({ disbursementIntentId }: Intent) {
      const { disbursement_id: key } = await deps.database.kysely
        .selectFrom("disbursement_intents")
        .select("disbursement_id")
        .where("disbursement_intent_id", "=", disbursementIntentId)
        .executeTakeFirstOrThrow();
      const payout = world.payouts.payouts.get(key ?? "");
      if (!payout) throw new Error("no payout");
      return payout;
    },
  };
}
