import type { VerifiedWebhookEvent } from "../../server/index.ts";
import { accountOptions, findAccount, findPublishableKey } from "../find-account.ts";
import { readArguments } from "../read-arguments.ts";
import { readStream } from "../read-stream.ts";
import { CommandProblem, plain, type Terminal } from "../terminal.ts";
import { recipes } from "./recipes.ts";
import { createActor } from "./sandbox-actor.ts";

const waitMs = 90_000;

/**
 * `tessera trigger <type.status>`: makes the real thing happen in the sandbox and waits for its event. Without an
 * event, lists what it can trigger.
 */
export async function trigger(terminal: Terminal, argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, { options: accountOptions, positions: 1 });
  const [name] = args.positions;
  if (name === undefined) {
    for (const [each, { summary }] of Object.entries(recipes)) {
      terminal.print(`${each.padEnd(32)} ${summary}`);
    }
    return;
  }
  const recipe = Object.hasOwn(recipes, name) ? recipes[name] : undefined;
  if (!recipe) {
    throw new CommandProblem(
      `${plain(name)} is not on the list. \`tessera trigger\` without an event prints it.`,
    );
  }
  const account = await findAccount(terminal, args);
  const ended = new AbortController();
  const { signal } = ended;
  terminal.interrupted.addEventListener("abort", () => ended.abort(), { once: true });
  if (terminal.interrupted.aborted) ended.abort();
  const actor = createActor(account, () => findPublishableKey(terminal, args), signal);

  let ready: () => void = () => undefined;
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const stream = readStream({
    ...account,
    path: "/v1/sandbox/events",
    signal,
    onChange: (state) => state === "connected" && ready(),
  });
  const seen: VerifiedWebhookEvent[] = [];
  let wake: () => void = () => undefined;
  const reading = (async () => {
    for await (const { data } of stream) {
      seen.push(JSON.parse(data) as VerifiedWebhookEvent);
      wake();
    }
  })();
  try {
    await Promise.race([isReady, reading]);
    const about = await recipe.run(actor);
    const event = await Promise.race([found(), late(signal), reading.then(() => undefined)]);
    if (terminal.interrupted.aborted) return;
    if (!event)
      throw new CommandProblem(`The event ${name} did not come within ${waitMs / 1000} s.`);
    terminal.print(plain(`${event.type} ${event.status} ${event.eventId}`));

    async function found(): Promise<VerifiedWebhookEvent> {
      for (;;) {
        const match = seen.find(
          (event) =>
            `${event.type}.${event.status}` === name && JSON.stringify(event.data).includes(about),
        );
        if (match) return match;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    ended.abort();
    await reading.catch(() => undefined);
  }
}

function late(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), waitMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
