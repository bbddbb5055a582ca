export interface RunningMachine<State, Event> {
  state(): State;
  /** Calls `listener` after each event that changed the state. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  send(event: Event): void;
}

/**
 * Runs a pure machine: for each event it stores the next state, carries out the effects and calls the listeners.
 * @param carryOut carries out one effect and answers with an event. It may send events itself.
 * @param onChange gets the new state before its effects, for reports to the page.
 */
export function runMachine<State, Event, Effect>(
  first: State,
  reduce: (state: State, event: Event) => readonly [State, readonly Effect[]],
  carryOut: (effect: Effect) => void,
  onChange: (next: State, before: State) => void,
): RunningMachine<State, Event> {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send(event) {
      const before = state;
      const [next, effects] = reduce(before, event);
      state = next;
      onChange(next, before);
      for (const effect of effects) carryOut(effect);
      if (state !== before) for (const listener of [...listeners]) listener();
    },
  };
}

/** Resolves when a state of the machine passes: at once, or after the event that leads to it. */
export function until<State, Event>(
  { state, subscribe }: RunningMachine<State, Event>,
  passes: (state: State) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    if (passes(state())) return resolve();
    const stop = subscribe(() => {
      if (!passes(state())) return;
      stop();
      resolve();
    });
  });
}
