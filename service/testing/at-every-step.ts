import type { DeathMoment, DyingDatabase } from "./dying-database.ts";

export interface DyingProcess<Case> {
  /** Prepares a case in another process. */
  prepare(): Promise<Case>;
  /** What the dying process does. */
  act(prepared: Case): Promise<unknown>;
  /** Recovers in another process. `life` names the step of the death, for messages. */
  check(prepared: Case, life: string): Promise<void>;
  /** When the process dies; by default just before and just after a step takes effect. */
  moments?: readonly DeathMoment[];
}

/** Lets a process die at each of its steps in turn, until it survives all of them. */
export async function atEveryStep<Case>(
  store: DyingDatabase,
  { prepare, act, check, moments = ["before", "after"] }: DyingProcess<Case>,
): Promise<void> {
  for (let at = 1; ; at += 1) {
    let isCutOff = true;
    for (const moment of moments) {
      const prepared = await prepare();
      isCutOff = (await store.dieAt(at, moment, () => act(prepared))) === "died";
      await check(prepared, `${moment} step ${at}`);
    }
    if (!isCutOff) return;
  }
}
