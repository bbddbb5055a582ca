import { type StackAddresses, startStack } from "./start-stack.ts";

const variable = "TESSERA_E2E_STACK";

/**
 * Starts the stack that all journeys share and passes its addresses to the workers in the environment. The service
 * trusts the browser's forwarding headers, so that a test can choose its customer's location.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const stack = await startStack({
    servesMany: true,
    env: { TRUSTED_PROXIES: "127.0.0.1,::1" },
  });
  const { service: _service, startService: _start, stop, ...addresses } = stack;
  process.env[variable] = JSON.stringify(addresses satisfies StackAddresses);
  return () => stop({ keepFolder: process.env["TESSERA_KEEP_STACK"] !== undefined });
}

export function sharedStack(): StackAddresses {
  const value = process.env[variable];
  if (!value) throw new Error("The stack is not running: start the journeys with Playwright.");
  return JSON.parse(value) as StackAddresses;
}
