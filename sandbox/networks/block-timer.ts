import type { SandboxDeps } from "../sandbox-deps.ts";

export const blockIntervalMs = 2_000;
/** How many blocks the network mines after a payment before it stops. */
const blocksAfterPayment = 16;

export interface BlockTimer {
  readonly isMining: boolean;
  setMining(isMining: boolean): void;
  /** Starts mining, because there is something to include or confirm. */
  wake(): void;
  stop(): void;
}

/** Creates the timer, which stops after the last due block. */
export function createBlockTimer(
  deps: Pick<SandboxDeps, "schedule" | "log">,
  makeBlock: () => Promise<unknown>,
): BlockTimer {
  let blocksDue = 0;
  let isMining = true;
  let isStopped = false;
  let cancel: (() => void) | undefined;

  function scheduleBlock(): void {
    if (cancel || blocksDue <= 0 || !isMining || isStopped) return;
    cancel = deps.schedule(blockIntervalMs, () => {
      cancel = undefined;
      if (!isMining) return;
      blocksDue -= 1;
      makeBlock()
        .catch((error: unknown) => deps.log(`mining a block failed: ${String(error)}`))
        .finally(scheduleBlock);
    });
  }

  return {
    get isMining() {
      return isMining;
    },
    setMining(wanted) {
      isMining = wanted;
      scheduleBlock();
    },
    wake() {
      blocksDue = blocksAfterPayment;
      scheduleBlock();
    },
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}
