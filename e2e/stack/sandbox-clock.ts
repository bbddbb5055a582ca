import type { MovedClock, SandboxClock } from "#contract/api/sandbox-clock";
import type { StackAddresses } from "./start-stack.ts";

type Target = Pick<StackAddresses, "serviceUrl"> & { operator: { secretKey: string } };

/** Reads the sandbox's clock. */
export async function readClock({ serviceUrl, operator }: Target): Promise<SandboxClock> {
  const answer = await fetch(`${serviceUrl}/v1/sandbox/clock`, {
    headers: { authorization: `Bearer ${operator.secretKey}` },
  });
  return (await answer.json()) as SandboxClock;
}

/**
 * Moves the sandbox's clock as an integrator's test does.
 *
 * @throws when it was not moved, or when due work has not run in time
 */
export async function advanceClock({ serviceUrl, operator }: Target, byMs: number): Promise<void> {
  const answer = await fetch(`${serviceUrl}/v1/sandbox/clock`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${operator.secretKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ advance: Math.ceil(byMs / 1_000) }),
  });
  const moved = (await answer.json()) as MovedClock;
  if (answer.status !== 200 || !moved.settled)
    throw new Error(`the clock was not moved: ${answer.status} ${JSON.stringify(moved)}`);
}
