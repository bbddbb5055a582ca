import type { MovedClock, SandboxClock } from "#contract/api/sandbox-clock";
import type { StackAddresses } from "./start-stack.ts";

type Target = Pick<StackAddresses, "serviceUrl"> & { operator: { secretKey: string } };

export async function readClock({ serviceUrl, operator }: Target): Promise<SandboxClock> {
  const response = await fetch(`${serviceUrl}/v1/sandbox/clock`, {
    headers: { authorization: `Bearer ${operator.secretKey}` },
  });
  return (await response.json()) as SandboxClock;
}

/** A busy machine may need several calls until everything due has run. Each waits a few seconds. */
const settleWithinMs = 180_000;

/**
 * Moves the sandbox's clock as an integrator's test does, and waits until everything due has run.
 *
 * @throws when it was not moved, or when due work has not run in time
 */
export async function advanceClock(target: Target, byMs: number): Promise<void> {
  const deadline = Date.now() + settleWithinMs;
  let moved = await move(target, Math.ceil(byMs / 1_000));
  while (!moved.settled) {
    if (Date.now() > deadline) throw new Error(`due work has not run: ${JSON.stringify(moved)}`);
    moved = await move(target, 1);
  }
}

async function move({ serviceUrl, operator }: Target, bySeconds: number): Promise<MovedClock> {
  const response = await fetch(`${serviceUrl}/v1/sandbox/clock`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${operator.secretKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ advance: bySeconds }),
  });
  if (response.status === 200) return (await response.json()) as MovedClock;
  throw new Error(`the clock was not moved: ${response.status} ${await response.text()}`);
}
