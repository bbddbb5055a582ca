import { isStoreUnavailable } from "./store-unavailable.ts";

/** Tracks whether the store is unavailable, and the work to run when it is back. */
export interface Outage {
  /** Reports a broken or refused connection; the store is then checked until it answers. */
  note(): void;
  /** See {@link Database.whenBack}. */
  over(): Promise<void>;
  /** See {@link Database.onceBack}. */
  onceBack(work: () => Promise<unknown>): void;
  /** Stops checking, drops waiting work and resolves {@link Outage.over}. */
  close(): void;
}

interface Piece {
  readonly work: () => Promise<unknown>;
  readonly isRepeat: boolean;
}

interface OutageOptions {
  ask(): Promise<unknown>;
  onBack?(): void;
  /** Called for work that failed although the store is available, and for work dropped because too much waits. */
  onLost(error: unknown): void;
  everyMs?: number;
}

/** More work than this is dropped; its leases run out, as after a crash. */
const maxWork = 10_000;
/** Limits work that runs at the same time, so that requests still get connections. */
const maxConcurrent = 4;

/**
 * Work runs a second time after this pause. A statement sent before the connection broke may take effect only after the
 * store is back, for example if the server was paused.
 */
const againAfterMs = 2_000;

/** Creates the watch. It checks only while the store is known to be unavailable. */
export function createOutage({ ask, onBack, onLost, everyMs = 250 }: OutageOptions): Outage {
  let isClosed = false;
  let running = 0;
  let ending: { promise: Promise<void>; resolve(): void } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const queue: Piece[] = [];
  const again = new Set<NodeJS.Timeout>();

  const askAgain = (wasAway = false): void => {
    timer = setTimeout(async () => {
      try {
        await ask();
      } catch {
        if (!isClosed) askAgain(true);
        return;
      }
      end();
      if (wasAway) onBack?.();
    }, everyMs);
    timer.unref();
  };
  const end = (): void => {
    ending?.resolve();
    ending = undefined;
  };
  const work = async (): Promise<void> => {
    running += 1;
    for (let next = queue.shift(); next; next = queue.shift()) {
      await ending?.promise;
      if (isClosed) break;
      try {
        await next.work();
        if (!next.isRepeat) repeat(next.work);
      } catch (error) {
        if (isStoreUnavailable(error)) {
          queue.push(next);
          note();
        } else onLost(error);
      }
    }
    running -= 1;
  };
  const add = (piece: Piece): void => {
    queue.push(piece);
    if (running < maxConcurrent) void work();
  };
  const repeat = (given: Piece["work"]): void => {
    const later = setTimeout(() => {
      again.delete(later);
      add({ work: given, isRepeat: true });
    }, againAfterMs);
    later.unref();
    again.add(later);
  };
  const note = (): void => {
    if (ending || isClosed) return;
    let resolve = () => {};
    const promise = new Promise<void>((settle) => {
      resolve = settle;
    });
    ending = { promise, resolve };
    askAgain();
  };
  return {
    note,
    over: async () => ending?.promise,
    onceBack(given) {
      if (isClosed) return;
      if (queue.length >= maxWork) return onLost(new Error("too much waits for the database"));
      add({ work: given, isRepeat: false });
    },
    close() {
      isClosed = true;
      for (const timeout of [timer, ...again]) clearTimeout(timeout);
      queue.length = 0;
      end();
    },
  };
}
