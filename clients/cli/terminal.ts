/** The command line's environment, which tests replace. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  /** Prints to standard error. */
  printError(line: string): void;
  /** Reads a secret without echo. Undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** Reads standard input, at most {@link maxInputBytes}. */
  readInput(): Promise<string>;
  readFile(path: string): Promise<string>;
  nowMs(): number;
  /** Aborts on Ctrl-C. */
  readonly interrupted: AbortSignal;
}

/** A payload is a few kilobytes. */
export const maxInputBytes = 4 * 1024 * 1024;

/** A user's mistake or a refusal, printed without a stack trace. */
export class CommandProblem extends Error {
  override readonly name = "CommandProblem";
}

/** Removes control characters, so that text from elsewhere cannot control the terminal. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, "");
}

/** The time of day, such as `14:03:07`. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}

/**
 * Runs `work` with a signal that aborts with `outer`, or after `ms` with a `TimeoutError`. Node.js 20 can
 * garbage-collect `AbortSignal.any` with `AbortSignal.timeout` during a request, which then never ends.
 */
export async function withDeadline<Result>(
  outer: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const inner = new AbortController();
  const end = () => inner.abort(outer.reason);
  if (outer.aborted) end();
  outer.addEventListener("abort", end, { once: true });
  const timer = setTimeout(
    () => inner.abort(new DOMException("The deadline has passed.", "TimeoutError")),
    ms,
  );
  try {
    return await work(inner.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", end);
  }
}

/** Resolves after `ms`, or when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
