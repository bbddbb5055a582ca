import { accountOptions, findAccount } from "./find-account.ts";
import { readArguments } from "./read-arguments.ts";
import { CommandProblem, type Terminal } from "./terminal.ts";

/** `tessera events resend <eventId> [--endpoint we_…]`: sends an event again. */
export async function resendEvent(terminal: Terminal, argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, { options: [...accountOptions, "endpoint"], positions: 1 });
  const [eventId] = args.positions;
  if (!eventId?.startsWith("evt_")) throw new CommandProblem("Name an event: evt_….");
  const webhookId = args.options.get("endpoint");
  const { client } = await findAccount(terminal, args);
  const { deliveries } = await client.resendEvent(
    { eventId, ...(webhookId === undefined ? {} : { webhookId }) },
    { signal: terminal.interrupted },
  );
  const endpoints = deliveries === 1 ? "1 endpoint" : `${deliveries} endpoints`;
  terminal.print(`${eventId} is on its way to ${endpoints} and to every open \`tessera listen\`.`);
}
