/** `npm run operator` as an operator's staff use it, against a running stack. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "./repository.ts";
import type { StackAddresses } from "./start-stack.ts";

const run = promisify(execFile);

/**
 * Runs one operator command. Returns its output.
 *
 * @throws with the command's message when it is refused
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

/** Settings in the form that the command line reads: JSON values. */
function assignments(settings: Record<string, unknown>): string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
}

/** All customers of a run pay from one address, so the default limits would stop them. */
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
