import type { Terminal } from "../terminal.ts";

export interface TestTerminal extends Terminal {
  readonly lines: string[];
  interrupt(): void;
  /** Resolves when a line matches. */
  until(pattern: RegExp): Promise<void>;
}

export interface TestTerminalOptions {
  env?: Record<string, string>;
  files?: Record<string, string>;
  input?: string;
  ask?: (question: string) => Promise<string>;
  nowMs?: number;
}

/** A terminal without a person, unless `ask` answers. */
export function createTestTerminal(options: TestTerminalOptions = {}): TestTerminal {
  const lines: string[] = [];
  let waiting: (() => void)[] = [];
  const abort = new AbortController();
  const add = (line: string) => {
    lines.push(line);
    for (const wake of waiting) wake();
    waiting = [];
  };
  return {
    env: options.env ?? {},
    print: add,
    printError: add,
    ask: options.ask,
    readInput: async () => options.input ?? "",
    async readFile(path) {
      const text = options.files?.[path];
      if (text === undefined) throw new Error("ENOENT");
      return text;
    },
    nowMs: () => options.nowMs ?? Date.now(),
    interrupted: abort.signal,
    lines,
    interrupt: () => abort.abort(),
    async until(pattern) {
      while (!lines.some((line) => pattern.test(line))) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
    },
  };
}
