import { createConnection } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { StackAddresses } from "./start-stack.ts";

/**
 * Runs one operator command, as `npm run operator` does, but in this process: many tests begin with several commands.
 * Returns its output.
 *
 * @throws with the command's message when it is refused
 */
export async function operatorCommand(
  stack: Pick<StackAddresses, "dataDir">,
  ...words: string[]
): Promise<string> {
  // A stack's folder is short enough for a socket (service/platform/command-socket.ts).
  const socket = createConnection(join(stack.dataDir, "operator.sock"));
  socket.write(`${JSON.stringify(words)}\n`);
  const result = JSON.parse(await text(socket)) as { text: string; exitCode: number };
  if (result.exitCode !== 0) throw new Error(`${words.join(" ")}: ${result.text}`);
  return result.text;
}

/** Settings in the form that the command line reads: JSON values. */
function assignments(settings: Record<string, unknown>): string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
}

/** Raises the limits, because all customers of a run pay from one address. */
export const manyCardAttempts = { cardAttemptsPerCustomer: 1_000, cardAttemptsPerAddress: 10_000 };

/** The same stack with a new operator, for pages of the demo shop. */
export async function newOperator(
  stack: StackAddresses,
  settings: Record<string, unknown>,
): Promise<StackAddresses> {
  const all = {
    ...manyCardAttempts,
    allowedOrigins: [new URL(stack.shop).origin],
    ...settings,
  };
  const created = await operatorCommand(stack, "create", "Another Operator", ...assignments(all));
  const [, operatorId = ""] = /^operator\s+(\S+)/m.exec(created) ?? [];
  const [, secretKey = ""] = /^secret key\s+(\S+)/m.exec(created) ?? [];
  const [, publishableKey = ""] = /^publishable key\s+(\S+)/m.exec(created) ?? [];
  return { ...stack, operator: { operatorId, secretKey, publishableKey } };
}

export async function setSettings(
  stack: Pick<StackAddresses, "dataDir" | "operator">,
  settings: Record<string, unknown>,
): Promise<void> {
  await operatorCommand(stack, "set", stack.operator.operatorId, ...assignments(settings));
}
