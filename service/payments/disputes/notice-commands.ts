import { CommandRefused, formatFirst } from "../../operators/accounts/index.ts";
import type { CommandFamily } from "../../platform/domain.ts";
import type { PaymentsDeps } from "../payments-deps.ts";

const usage = `  notices list                                   processors' notices that could not be applied, oldest first
  notices retry <processor> <eventId>            try a refused or dismissed notice again, after fixing its cause`;

/** More would be hard to read. */
const maxListed = 100;

/** Commands for processors' notices that the service could not apply. */
export function noticeCommands(deps: PaymentsDeps): CommandFamily {
  return {
    name: "notices",
    usage,
    run([command, ...rest]) {
      if (command === "list" && rest.length === 0) return list(deps);
      if (command === "retry") return retry(deps, rest);
      throw new CommandRefused("notices needs list or retry");
    },
  };
}

async function list({ database }: PaymentsDeps): Promise<string> {
  const rows = await database.kysely
    .selectFrom("processor_notices")
    .select(["processor", "event_id", "state", "problem", "body", "received_at"])
    .where("state", "in", ["waiting", "refused"])
    .orderBy("received_at")
    .limit(maxListed + 1)
    .execute();
  if (rows.length === 0) return "none";
  return formatFirst(
    rows.map(({ body, ...row }) => [
      row.received_at.toISOString(),
      row.processor,
      row.event_id,
      row.state,
      row.problem ?? "",
      String(body["chargeId"] ?? body["chargeKey"] ?? ""),
      String(body["disputeId"] ?? body["reportId"] ?? ""),
    ]),
    maxListed,
    "newer",
  );
}

async function retry(deps: PaymentsDeps, args: readonly string[]): Promise<string> {
  const [processor, eventId] = args;
  if (!processor || !eventId || args.length > 2) {
    throw new CommandRefused("notices retry needs <processor> and <eventId>");
  }
  const { numUpdatedRows } = await deps.database.kysely
    .updateTable("processor_notices")
    .set({ state: "waiting", next_try_at: new Date(deps.clock.nowMs()) })
    .where("processor", "=", processor)
    .where("event_id", "=", eventId)
    .where("state", "in", ["waiting", "refused", "dismissed"])
    .executeTakeFirst();
  if (numUpdatedRows !== 1n)
    throw new CommandRefused("this notice does not exist, or cannot be tried again");
  deps.disputes.wake();
  return "the notice will be tried again";
}
