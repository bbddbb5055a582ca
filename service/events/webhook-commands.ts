import {
  CommandRefused,
  formatColumns,
  formatFirst,
  parseArguments,
  requireOperator,
} from "../operators/accounts/index.ts";
import type { Database } from "../platform/database/database.ts";
import type { CommandFamily } from "../platform/domain.ts";
import type { Webhooks } from "./webhooks.ts";

const statuses = ["pending", "delivered", "dead", "dropped"] as const;

/** Maximum number of deliveries in the list, so that people can read it. */
const maxListed = 100;

const usage = "webhooks needs list, tries, resend, enable or rotate-secret";

interface WebhookCommandDeps {
  database: Database;
  webhooks: Pick<
    Webhooks,
    "listDeliveries" | "listTries" | "resendDead" | "enable" | "rotateSecret"
  >;
}

export function webhookCommands(deps: WebhookCommandDeps): CommandFamily {
  return {
    name: "webhooks",
    usage: `  webhooks list <operatorId> [--status pending|delivered|dead|dropped]
  webhooks tries <operatorId> <eventId> <webhookId>
  webhooks resend <operatorId> <eventId> [<webhookId>]
  webhooks enable <operatorId> <webhookId>       enable a disabled endpoint
  webhooks rotate-secret <operatorId> <webhookId>`,
    run: (args) => runWebhookCommand(deps, args),
  };
}

async function runWebhookCommand(
  deps: WebhookCommandDeps,
  [command, ...rest]: readonly string[],
): Promise<string> {
  const { positions, options } = parseArguments(rest, command === "list" ? ["status"] : []);
  const [operatorId, first, second] = positions;
  if (command === undefined) throw new CommandRefused(usage);
  if (!operatorId) throw new CommandRefused(`webhooks ${command} needs <operatorId>`);
  await requireOperator(deps, operatorId);
  const { webhooks } = deps;
  switch (command) {
    case "list": {
      const status = statuses.find((status) => status === options.get("status"));
      if (options.has("status") && !status) {
        throw new CommandRefused(`--status must be one of ${statuses.join(", ")}`);
      }
      const deliveries = await webhooks.listDeliveries(operatorId, {
        ...(status ? { status } : {}),
        limit: maxListed + 1,
      });
      if (deliveries.length === 0) return "no deliveries";
      return formatFirst(
        deliveries.map((delivery) => [
          delivery.eventId,
          delivery.webhookId,
          delivery.status,
          `${delivery.type} ${delivery.eventStatus}`,
          `${delivery.attempts} tries`,
          delivery.url,
        ]),
        maxListed,
        "older",
      );
    }
    case "tries": {
      if (!first || !second) throw new CommandRefused("tries needs <eventId> and <webhookId>");
      const tries = await webhooks.listTries(operatorId, first, second);
      if (tries.length === 0) return "no tries";
      return formatColumns(
        tries.map(({ attempt, attemptedAt, statusCode, failure, durationMs }) => [
          String(attempt),
          attemptedAt,
          String(statusCode ?? failure ?? ""),
          `${durationMs} ms`,
        ]),
      );
    }
    case "resend": {
      if (!first) throw new CommandRefused("resend needs <eventId>");
      const count = await webhooks.resendDead(operatorId, first, { webhookId: second });
      if (count === 0) throw new CommandRefused("There is no dead delivery of this event.");
      return `${count} resent`;
    }
    case "enable": {
      if (!first) throw new CommandRefused("enable needs <webhookId>");
      if (await webhooks.enable(operatorId, first)) return "enabled";
      throw new CommandRefused("There is no disabled endpoint with this id.");
    }
    case "rotate-secret": {
      if (!first) throw new CommandRefused("rotate-secret needs <webhookId>");
      const secret = await webhooks.rotateSecret(operatorId, first);
      if (secret === undefined) throw new CommandRefused("There is no such endpoint.");
      return `secret  ${secret}\nStore it now: it is not shown again. The old secret also signs for a day.`;
    }
    default:
      throw new CommandRefused(usage);
  }
}
