import type { SandboxDeps } from "../sandbox-deps.ts";

/** A block every so often, and so many after the last payment: then the network rests until the next one. */
const blockEveryMs = 2_000;
const blocksAfterPayment = 16;

/** Makes blocks by itself, unless it was told not to. */
export interface BlockTimer {
  readonly isMining: boolean;
  setMining(isMining: boolean): void;
  /** There is something to put in, and to confirm. */
  wake(): void;
  stop(): void;
}

/** One timer at most; it dies away with the last block that is due. */
export function createBlockTimer(
  deps: Pick<SandboxDeps, "schedule" | "log">,
  makeBlock: () => Promise<unknown>,
): BlockTimer {
  let blocksDue = 0;
  let isMining = true;
  let isStopped = false;
  let callOff: (() => void) | undefined;

  function goOn(): void {
    if (callOff || blocksDue <= 0 || !isMining || isStopped) return;
    callOff = deps.schedule(blockEveryMs, () => {
      callOff = undefined;
      if (!isMining) return;
      blocksDue -= 1;
      makeBlock()
        .catch((error: unknown) => deps.log(`no block could be made: ${String(error)}`))
        .finally(goOn);
    });
  }

  return {
    get isMining() {
      return isMining;
    },
    setMining(wanted) {
      isMining = wanted;
      goOn();
    },
    wake() {
      blocksDue = blocksAfterPayment;
      goOn();
    },
    stop() {
      isStopped = true;
      callOff?.();
    },
  };
}
