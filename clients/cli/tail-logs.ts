import type { RequestLogEntry } from "../../contract/api/events.ts";
import { accountOptions, findAccount } from "./find-account.ts";
import { readArguments } from "./read-arguments.ts";
import { readStream } from "./read-stream.ts";
import { CommandProblem, plain, type Terminal, timeOf } from "./terminal.ts";

/**
 * `tessera logs tail [--only errors] [--path /v1/refunds]`: prints the API requests of this operator's servers and
 * widgets as they are answered.
 */
export async function tailLogs(terminal: Terminal, argv: readonly string[]): Promise<void> {
  const args = readArguments(argv, { options: [...accountOptions, "only", "path"], positions: 0 });
  const only = args.options.get("only");
  if (only !== undefined && only !== "errors") {
    throw new CommandProblem("--only knows `errors`: answers from 400 on.");
  }
  const start = args.options.get("path");
  const account = await findAccount(terminal, args);
  const stream = readStream({
    ...account,
    path: "/v1/sandbox/requests",
    signal: terminal.interrupted,
    onChange: (state) =>
      terminal.printError(
        state === "connected"
          ? `Connected to ${account.serviceUrl}. Waiting for requests. Press Ctrl-C to stop.`
          : "Connection lost. Reconnecting.",
      ),
  });
  for await (const { data } of stream) {
    const entry = JSON.parse(data) as RequestLogEntry;
    if (only === "errors" && entry.statusCode < 400) continue;
    if (start !== undefined && !entry.path.startsWith(start)) continue;
    terminal.print(shownRequest(entry));
  }
}

function shownRequest(entry: RequestLogEntry): string {
  const code = entry.errorCode === null ? "" : `  ${entry.errorCode}`;
  const { method, path, statusCode, durationMs, requestId } = entry;
  const time = timeOf(Date.parse(entry.receivedAt));
  const took = `${durationMs} ms`.padStart(8);
  return plain(`${time}  ${statusCode}${took}  ${method.padEnd(6)} ${path}${code}  ${requestId}`);
}
