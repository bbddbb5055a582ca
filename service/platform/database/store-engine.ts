import { type PGlite, protocol } from "@electric-sql/pglite";
import type { Database } from "./database.ts";

/** PostgreSQL inside this process, spoken to in its wire protocol. One session; one call at a time, in order. */
export interface StoreEngine {
  /** Takes complete front-end messages. The response has its own ArrayBuffer. */
  execute(messages: Uint8Array): Promise<Uint8Array>;
  /** See {@link Database.changes}. */
  changes?(): number;
  close(): Promise<void>;
}

/** Message types that need a response at once: Sync, Query, Flush, Terminate, FunctionCall. */
const ending: ReadonlySet<number> = new Set(Array.from("SQHXF", (type) => type.charCodeAt(0)));

/**
 * Wraps an engine as the PGlite that the `node-postgres` adapter expects. Collects the driver's five messages per
 * statement (Parse, Bind, Describe, Execute, Sync) and runs them as one call.
 */
export function adapterOf(engine: StoreEngine): PGlite {
  let gathered: Uint8Array[] = [];
  const asPGlite = {
    waitReady: Promise.resolve(),
    async execProtocolStream(message: Uint8Array): Promise<unknown[]> {
      gathered.push(message);
      if (!ending.has(message[0] ?? 0)) return [];
      const messages = gathered.length === 1 ? message : Buffer.concat(gathered);
      gathered = [];
      const answers: unknown[] = [];
      const answer = await engine.execute(messages);
      new protocol.Parser().parse(answer, (parsed) => answers.push(parsed));
      return answers;
    },
  };
  return asPGlite as unknown as PGlite;
}

/**
 * Creates the engine for a PGlite in this thread. `execProtocolRaw` would also parse every response and keep it until a
 * call of another kind, so memory would grow with each statement.
 */
export function engineOf(pglite: PGlite): StoreEngine {
  return {
    async execute(messages) {
      const parts: Uint8Array[] = [];
      // Each part is a view of PostgreSQL's memory.
      const onRawData = (part: Uint8Array) => void parts.push(part.slice());
      await pglite.execProtocolRawStream(messages, { onRawData });
      return joined(parts);
    },
    close: () => pglite.close(),
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const whole = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
