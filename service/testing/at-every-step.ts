import type { DeathMoment, DyingDatabase } from "./dying-database.ts";

/** One life after another. */
export interface Lives<Case> {
  /** What is there before a life; made by another process. */
  prepare(): Promise<Case>;
  /** What the process does. */
  act(prepared: Case): Promise<unknown>;
  /** Recovers in another process, and says what must hold. `life` names the death for messages. */
  check(prepared: Case, life: string): Promise<void>;
  /** When at each step; by default just before it takes effect, and just after. */
  moments?: readonly DeathMoment[];
}

/** Lets a process die at each of its steps in turn, until it lives through all. */
export async function atEveryStep<Case>(
  store: DyingDatabase,
  { prepare, act, check, moments = ["before", "after"] }: Lives<Case>,
): Promise<void> {
  for (let at = 1; ; at += 1) {
    let isCutOff = true;
    for (const moment of moments) {
      const prepared = await prepare();
      const death = store.dieAt(at, moment);
      isCutOff = (await Promise.race([death, act(prepared)])) === "died";
      await check(prepared, `${moment} step ${at}`);
    }
    if (!isCutOff) return;
  }
}
