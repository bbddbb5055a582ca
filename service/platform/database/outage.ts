import { isStoreUnavailable } from "./store-unavailable.ts";

/** Knows whether the store is away, and what is to be done when it is back. */
export interface Outage {
  /** A connection broke or was refused: the store is asked until it answers. */
  note(): void;
  /** Resolves at once, or if the store is away, when it answers again. Never rejects. */
  over(): Promise<void>;
  /** See {@link Database.onceBack}. */
  onceBack(work: () => Promise<unknown>): void;
  /** Stops asking; what waits is dropped and {@link Outage.over} resolves. */
  close(): void;
}

interface Piece {
  readonly work: () => Promise<unknown>;
  readonly isRepeat: boolean;
}

interface OutageOptions {
  /** Resolves when the store can be written to. */
  ask(): Promise<unknown>;
  /** The store answered after it had not. */
  onBack?(): void;
  /** Work that failed for another reason than the store's absence, or was too much to keep. */
  onLost(error: unknown): void;
  /** Pause between two questions. */
  everyMs?: number;
}

/** More work than this is dropped: leases then run out by themselves, as after a crash. */
const mostWork = 10_000;
/** Pieces of work at once, so that what waited does not take every connection from the requests. */
const mostAtOnce = 4;

/**
 * Work is done once more so long after it was done: a statement that was sent before the connection broke
 * may take effect only after the store is back (a server that was stopped, not ended).
 */
const againAfterMs = 2_000;

/** Creates the watch over one store. It asks only while an outage is known. */
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
    if (running < mostAtOnce) void work();
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
      if (queue.length >= mostWork) return onLost(new Error("too much waits for the database"));
      add({ work: given, isRepeat: false });
    },
    close() {
      isClosed = true;
      for (const each of [timer, ...again]) clearTimeout(each);
      queue.length = 0;
      end();
    },
  };
}
