import { createSandbox } from "../../../sandbox/create-sandbox.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import type { PayoutTimes } from "../index.ts";
import { createPayoutWorld, type PayoutWorld } from "./payout-world.ts";

/** A payout in the books of a vendor that the sandbox plays. */
export interface SandboxPayout {
  readonly payoutId: string;
  readonly idempotencyKey: string;
  readonly amountMinor: number;
  readonly status: string;
  readonly type: string;
  readonly last4: string;
  /** Number of requests to send with this reference. */
  readonly requests: number;
}

/** The sandbox plays the payout processors. */
export interface VendorPayoutWorld extends PayoutWorld {
  readonly sandboxUrl: string;
  readonly env: Record<string, string>;
  /** Makes the next calls of this kind fail in this way. */
  fault(vendor: string, call: "payout" | "payout_look_up", kind: string): Promise<void>;
  /** How many of the next calls of this kind are still to fail. */
  faultsLeft(): Promise<number>;
  books(vendor: string): Promise<readonly SandboxPayout[]>;
}

/** The processors' addresses are paths of the sandbox. */
export async function createVendorPayoutWorld(
  processors: readonly (object & { readonly url: string })[],
  {
    env: given = {},
    payoutTimes,
  }: { env?: Record<string, string>; payoutTimes?: Partial<PayoutTimes> } = {},
): Promise<VendorPayoutWorld> {
  const clock = createTestClock();
  const sandbox = await createSandbox({ port: 0, chainProgram: null, deps: { now: clock.nowMs } });
  const entries = processors.map((processor) => ({
    ...processor,
    url: new URL(processor.url, sandbox.url).href,
  }));
  const env = {
    SANDBOX_URL: sandbox.url,
    PAYOUT_PROCESSOR: JSON.stringify(entries),
    ...given,
  };
  const world = await createPayoutWorld({ clock, env, ...(payoutTimes && { payoutTimes }) });
  const { admin, ...faults } = sandboxFaults(sandbox.url);
  return {
    ...world,
    sandboxUrl: sandbox.url,
    env,
    ...faults,
    books: async (vendor) => (await admin<{ data: SandboxPayout[] }>(`payouts/${vendor}`)).data,
    async close() {
      // The sandbox closes first, so that calls without a response end.
      await sandbox.close();
      await world.close();
    },
  };
}

/** The sandbox's administration, and the faults that it injects. */
export function sandboxFaults(sandboxUrl: string) {
  const admin = async <Body>(path: string, body?: object): Promise<Body> => {
    const post = { method: "POST", headers: { "content-type": "application/json" } };
    const response = await fetch(
      `${sandboxUrl}/admin/${path}`,
      body ? { ...post, body: JSON.stringify(body) } : {},
    );
    return response.json() as Promise<Body>;
  };
  return {
    admin,
    async fault(processor: string, call: "payout" | "payout_look_up", fault: string) {
      await admin("faults", { processor, call, fault, times: 1 });
    },
    async faultsLeft() {
      return (await admin<{ data: unknown[] }>("faults")).data.length;
    },
  };
}
