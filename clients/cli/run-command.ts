import { TesseraError } from "../server/index.ts";
import { clock } from "./advance-clock.ts";
import { doctor } from "./doctor/doctor.ts";
import { listen } from "./listen.ts";
import { resendEvent } from "./resend-event.ts";
import { tailLogs } from "./tail-logs.ts";
import { CommandProblem, plain, type Terminal } from "./terminal.ts";
import { trigger } from "./triggers/trigger.ts";
import { verifyDelivery } from "./verify-delivery.ts";

type Run = (terminal: Terminal, args: readonly string[]) => Promise<void>;

const commands = new Map<string, Run>([
  ["listen", listen],
  ["trigger", trigger],
  ["logs tail", tailLogs],
  ["events resend", resendEvent],
  ["webhook verify", verifyDelivery],
  ["doctor", doctor],
  ["clock", clock],
]);

export const usage = `npx tessera <command>, for the sandbox:

  listen [--forward-to URL] [--events a,b]   print your events, forward them to your machine
  trigger [<event>]                          cause an event; without a name, list the events
  logs tail [--only errors] [--path START]   print your API requests as they are answered
  events resend <eventId> [--endpoint we_…]  send an event again
  webhook verify --payload FILE --signature HEADER [--id ID] [--at TIME]
                                             check a delivery offline
  doctor [URL]                               check the service, your keys and a page
  clock [advance 3d]                         read or move the sandbox's time

Keys: TESSERA_SECRET_KEY or --key-file FILE, and TESSERA_PUBLISHABLE_KEY for trigger and doctor.
Service: TESSERA_SERVICE_URL or --service URL; otherwise http://127.0.0.1:4000.
Webhook secret: TESSERA_WEBHOOK_SECRET, or --secret-file for webhook verify.`;

/** Runs a command and returns the exit code: 0, 1 for a problem, 130 after Ctrl-C. */
export async function runCommand(terminal: Terminal, args: readonly string[]): Promise<number> {
  const [first = "help", second = ""] = args;
  if (/^(help|--help|-h)$/.test(first)) {
    terminal.print(usage);
    return 0;
  }
  const two = commands.get(`${first} ${second}`);
  const run = two ?? commands.get(first);
  if (!run) {
    terminal.printError(`Unknown command ${plain(first)}.\n\n${usage}`);
    return 1;
  }
  try {
    await run(terminal, args.slice(two ? 2 : 1));
    return terminal.interrupted.aborted ? 130 : 0;
  } catch (error) {
    if (terminal.interrupted.aborted) return 130;
    if (error instanceof CommandProblem) terminal.printError(error.message);
    else if (error instanceof TesseraError) terminal.printError(shownError(error));
    else throw error;
    return 1;
  }
}

/** An API error with its fields, and the code and request id that support needs. */
function shownError(error: TesseraError): string {
  const { code, message } = error;
  const { requestId, errors = [] } = error as { requestId?: string | null; errors?: Field[] };
  const fields = errors.map(({ path, message: text }) => `\n  ${path}: ${text}`).join("");
  return `${plain(message)} (${plain(code)}${requestId ? `, ${plain(requestId)}` : ""})${fields}`;
}

interface Field {
  path: string;
  message: string;
}
