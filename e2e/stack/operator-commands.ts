/** `npm run operator` as an operator's staff use it, on a running stack. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "./repository.ts";
import type { StackAddresses } from "./start-stack.ts";

const run = promisify(execFile);

/**
 * Runs one command of the operators' command line; answers what it printed.
 *
 * @throws when the command is refused, with what it said
 */
export async function operatorCommand(
  stack: Pick<StackAddresses, "dataDir">,
  ...words: string[]
): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    [join(repository, "scripts", "operator.mjs"), ...words],
    { env: { ...process.env, TESSERA_DATA_DIR: stack.dataDir } },
  );
  return stdout;
}

/** Values as the command line takes them: JSON, and plain text where that is what is meant. */
function assignments(settings: Record<string, unknown>): string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
}

/** All customers of a run pay from one address, some of them often. */
export const manyCardAttempts = { cardAttemptsPerCustomer: 1_000, cardAttemptsPerAddress: 10_000 };

/** The same stack, seen by an operator of its own whose pages are the demo shop's. */
export async function newOperator(
  stack: StackAddresses,
  settings: Record<string, unknown>,
): Promise<StackAddresses> {
  const all = {
    ...manyCardAttempts,
    allowedOrigins: [new URL(stack.shop).origin],
    ...settings,
  };
  const text = await operatorCommand(stack, "create", "Another Operator", ...assignments(all));
  const [, operatorId = ""] = /^operator\s+(\S+)/m.exec(text) ?? [];
  const [, secretKey = ""] = /^secret key\s+(\S+)/m.exec(text) ?? [];
  const [, publishableKey = ""] = /^publishable key\s+(\S+)/m.exec(text) ?? [];
  return { ...stack, operator: { operatorId, secretKey, publishableKey } };
}

/** Changes settings of the stack's operator. */
export async function setSettings(
  stack: Pick<StackAddresses, "dataDir" | "operator">,
  settings: Record<string, unknown>,
): Promise<void> {
  await operatorCommand(stack, "set", stack.operator.operatorId, ...assignments(settings));
}
