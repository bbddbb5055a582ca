import { Client } from "pg";
import { vi } from "vitest";

/**
 * Counts the statements that this process sends to its stores during `work`, including `begin` and `commit`. Nothing
 * else may use a store meanwhile.
 */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(Client.prototype, "query");
  try {
    await work();
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}
