import type { Port } from "../port.ts";

/**
 * Two connected ends like a MessagePort pair: data is cloned and keeps its order. Nothing is delivered synchronously,
 * before `listen` or after `close`. Transferred objects arrive as they are.
 */
export const createFakePorts = (): [Port, Port] => {
  const end = () => {
    const state = {
      open: true,
      receive: null as null | ((data: unknown, transferred: readonly object[]) => void),
      queue: [] as [unknown, readonly object[]][],
      drain() {
        queueMicrotask(() => {
          while (state.open && state.receive) {
            const next = state.queue.shift();
            if (!next) return;
            state.receive(...next);
          }
        });
      },
    };
    return state;
  };
  const first = end();
  const second = end();
  const port = (own: typeof first, other: typeof first): Port => ({
    post(data, transfer = []) {
      if (!own.open) return;
      other.queue.push([structuredClone(data), transfer]);
      other.drain();
    },
    listen(receive) {
      own.receive = receive;
      own.drain();
    },
    close() {
      own.open = false;
      other.open = false;
    },
  });
  return [port(first, second), port(second, first)];
};

/** A clock for `after` that moves only with `pass`. */
export const createFakeAfter = () => {
  const timers = new Set<{ at: number; run: () => void }>();
  let now = 0;
  return {
    after: (ms: number, run: () => void) => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms: number) {
      now += ms;
      for (const timer of [...timers]) {
        if (timer.at > now || !timers.delete(timer)) continue;
        timer.run();
      }
    },
    get waiting() {
      return timers.size;
    },
  };
};
