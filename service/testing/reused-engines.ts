/** Engines that a process's tests use one after the other. Opening one takes ten times as long as emptying one. */
import type { PGlite } from "@electric-sql/pglite";
import { engineOf, type StoreEngine } from "../platform/database/store-engine.ts";
import { emptyStore, shapeOf } from "./empty-store.ts";

/** A store with its tables' shape before the first test. */
interface ReusableStore {
  pglite: PGlite;
  shape: string;
  uses: number;
}

/** Maximum uses of one store: deleted rows take up space. */
const maxUses = 30;
const terminate = "X".charCodeAt(0);
const idle: ReusableStore[] = [];

/**
 * Takes an engine on an empty, migrated store, which `close` empties for the next test. It is not used again if a test
 * changed its tables, or if it cannot be emptied.
 */
export async function takeEngine(open: () => Promise<PGlite>): Promise<StoreEngine> {
  const store = idle.pop() ?? (await openStore(open));
  store.uses += 1;
  const engine = engineOf(store.pglite);
  let isClosed = false;
  return {
    execute: async (messages) => {
      // The driver's termination would end the store.
      if (messages[0] === terminate) return new Uint8Array();
      // Work that outlives its test must not reach the next test's rows.
      if (isClosed) throw new Error("the store is closed");
      return engine.execute(messages);
    },
    close: async () => {
      isClosed = true;
      if (store.uses < maxUses && (await isEmptied(store))) idle.push(store);
      else await engine.close();
    },
  };
}

async function openStore(open: () => Promise<PGlite>): Promise<ReusableStore> {
  const pglite = await open();
  return { pglite, shape: await shapeOf(pglite), uses: 0 };
}

async function isEmptied({ pglite, shape }: ReusableStore): Promise<boolean> {
  try {
    await pglite.exec("rollback");
    await pglite.exec("discard all");
    if ((await shapeOf(pglite)) !== shape) return false;
    await emptyStore(pglite);
    // Otherwise the write-ahead log grows in memory.
    await pglite.exec("checkpoint");
    return true;
  } catch {
    return false;
  }
}
