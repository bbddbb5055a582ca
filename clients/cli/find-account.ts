import { createTesseraClient, type TesseraClient } from "../server/index.ts";
import type { Arguments } from "./read-arguments.ts";
import { CommandProblem, type Terminal } from "./terminal.ts";

export interface Account {
  readonly serviceUrl: string;
  readonly secretKey: string;
  readonly client: TesseraClient;
}

/** Options of every command that needs a key. */
export const accountOptions = ["key-file", "service"] as const;

const defaultService = "http://127.0.0.1:4000";

/**
 * Finds the sandbox account. The key comes from `--key-file`, `TESSERA_SECRET_KEY` or a prompt, in this order. Refuses
 * a live key before anything is sent.
 */
export async function findAccount(terminal: Terminal, args: Arguments): Promise<Account> {
  const secretKey = await findKey(terminal, args.options.get("key-file"));
  if (/^(sk|rk|pk)_live_/.test(secretKey)) {
    throw new CommandProblem(
      "This is a live key. The command line accepts only sandbox keys. Nothing was sent.",
    );
  }
  if (secretKey.startsWith("pk_")) {
    throw new CommandProblem("This is a publishable key. Use the secret key, sk_sandbox_….");
  }
  if (!/^sk_sandbox_[\x21-\x7e]{10,200}$/.test(secretKey)) {
    throw new CommandProblem("This is not a sandbox key. Sandbox keys start with sk_sandbox_.");
  }
  const serviceUrl = serviceOf(terminal, args);
  try {
    const client = createTesseraClient({ secretKey, serviceUrl, timeoutMs: 35_000 });
    return { serviceUrl, secretKey, client };
  } catch (error) {
    throw new CommandProblem(
      error instanceof Error ? error.message : "The client could not be created.",
    );
  }
}

/** The service's address without a trailing slash. */
export function serviceOf(terminal: Terminal, args: Arguments): string {
  const address = args.options.get("service") ?? terminal.env["TESSERA_SERVICE_URL"];
  return (address ?? defaultService).replace(/\/+$/, "");
}

async function findKey(terminal: Terminal, keyFile: string | undefined): Promise<string> {
  if (keyFile !== undefined) {
    const text = await terminal.readFile(keyFile).catch(() => {
      throw new CommandProblem(`The key file ${keyFile} cannot be read.`);
    });
    return keyIn(text);
  }
  const fromEnvironment = terminal.env["TESSERA_SECRET_KEY"]?.trim();
  if (fromEnvironment) return fromEnvironment;
  const answer = await terminal.ask?.("Secret key (sk_sandbox_…): ");
  if (answer?.trim()) return answer.trim();
  throw new CommandProblem("No key found. Set TESSERA_SECRET_KEY, or pass a file with --key-file.");
}

/** Reads the key from a file that contains only the key, or JSON with `secretKey`, such as the demo operator's. */
function keyIn(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{")) return trimmed;
  try {
    const { secretKey } = JSON.parse(trimmed) as { secretKey?: unknown };
    return typeof secretKey === "string" ? secretKey : "";
  } catch {
    return "";
  }
}

/**
 * Finds the publishable key for the customer's side of a trigger: in `TESSERA_PUBLISHABLE_KEY`, or in the JSON of
 * `--key-file`.
 */
export async function findPublishableKey(terminal: Terminal, args: Arguments): Promise<string> {
  let key = terminal.env["TESSERA_PUBLISHABLE_KEY"]?.trim();
  const file = args.options.get("key-file");
  if (!key && file !== undefined) {
    try {
      const found = JSON.parse(await terminal.readFile(file)) as { publishableKey?: unknown };
      if (typeof found.publishableKey === "string") key = found.publishableKey;
    } catch {
      // The file contains only the secret key.
    }
  }
  if (!key) {
    throw new CommandProblem(
      "This event needs a paying customer. Also set TESSERA_PUBLISHABLE_KEY (pk_sandbox_…).",
    );
  }
  if (!key.startsWith("pk_sandbox_")) {
    throw new CommandProblem(
      "The publishable key is not a sandbox key. Sandbox keys start with pk_sandbox_.",
    );
  }
  return key;
}
