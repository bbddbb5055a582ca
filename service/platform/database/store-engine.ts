import { type PGlite, protocol } from "@electric-sql/pglite";

/**
 * PostgreSQL inside this process, as far as the rest needs it: bytes of the wire protocol in, bytes
 * out. One session; one call at a time, in order.
 */
export interface StoreEngine {
  /** Runs whole messages of PostgreSQL's front-end protocol; resolves to the answer's messages. */
  execute(messages: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Sync, Query, Flush, Terminate, FunctionCall: the answer to what was gathered is wanted now. */
const ending: ReadonlySet<number> = new Set(Array.from("SQHXF", (type) => type.charCodeAt(0)));

/**
 * What the `node-postgres` adapter takes for a PGlite. The driver sends one statement as five
 * messages (Parse, Bind, Describe, Execute, Sync); they are gathered and run as one call.
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

/** The engine of an open PGlite in this thread. */
export function engineOf(pglite: PGlite): StoreEngine {
  return {
    execute: (messages) => pglite.execProtocolRaw(messages),
    close: () => pglite.close(),
  };
}
