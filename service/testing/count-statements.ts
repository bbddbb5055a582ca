import { Client } from "pg";
import { vi } from "vitest";

/** Counts `begin` and `commit`, too. Nothing else may use a store of this process during `work`. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}
