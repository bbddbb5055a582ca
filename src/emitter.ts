export type Handler<T> = (payload: T) => void;

/**
 * Calls event handlers. `Events` maps each event's name to its payload. An exception in a handler is reported as
 * uncaught and stops neither the SDK nor other handlers.
 */
export class Emitter<Events extends object> {
  readonly #handlers = new Map<keyof Events, Map<Handler<never>, boolean>>();

  /** Adding the same handler again has no effect. Returns a function that removes it. */
  on<K extends keyof Events>(name: K, handler: Handler<Events[K]>, once = false): () => void {
    const handlers = this.#handlers.get(name) ?? new Map<Handler<never>, boolean>();
    this.#handlers.set(name, handlers.set(handler, once));
    return () => this.off(name, handler);
  }

  /** Without `handler`, removes all handlers of that event. */
  off<K extends keyof Events>(name: K, handler?: Handler<Events[K]>): void {
    if (handler) this.#handlers.get(name)?.delete(handler);
    else this.#handlers.delete(name);
  }

  emit<K extends keyof Events>(name: K, payload: Events[K]): void {
    for (const [handler, once] of [...(this.#handlers.get(name) ?? [])]) {
      if (once) this.off(name, handler as Handler<Events[K]>);
      guarded(() => (handler as Handler<Events[K]>)(payload));
    }
  }

  clear(): void {
    this.#handlers.clear();
  }
}

/** Runs the operator's code and reports its exceptions as uncaught. */
export const guarded = (run: () => void): void => {
  try {
    run();
  } catch (thrown) {
    reportError(thrown);
  }
};
