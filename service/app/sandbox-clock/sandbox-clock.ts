/**
 * One adjustable clock for all processes of a sandbox and its outside parties (docs/testing/clock.md).
 *
 * Guarantees: it moves only forward. It is stored, so a restart keeps it and resumes an interrupted move. Every process
 * and the sandbox's program show the new time within a second.
 *
 * How: each party keeps its clock's offset from the machine's. Several times a second, each process takes the largest
 * of its own, the store's and the sandbox program's. A move stops at the bank's cut-off of each day in between
 * (stops.ts) and runs the due jobs. The process that moves the clock waits until the others report that they are done.
 */

import { maxAheadSeconds } from "#contract/api/sandbox-clock";
import type { AdjustableClock, Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { JobRunner } from "../../platform/jobs/job.ts";
import type { Log } from "../../platform/log.ts";
import { type Randomness, randomToken } from "../../platform/randomness.ts";
import {
  addToOffset,
  deleteReports,
  raiseOffset,
  raiseReached,
  readOffset,
  readReached,
  readReports,
  writeReport,
} from "./clock-store.ts";
import type { Sandbox } from "./sandbox-program.ts";
import { stopsBetween } from "./stops.ts";

const followEveryMs = 300;
const reportEveryMs = 2_000;
/** A process that does not report for this long counts as dead. */
const reportLifeMs = 3 * reportEveryMs;
/** The deadline of a move. The rest runs in the background. */
const moveDeadlineMs = 30_000;
const stopDeadlineMs = 10_000;
/** One job causes the next: a file is made, the bank returns an entry, the payment fails, its webhook is sent. */
const roundsPerStop = 3;
const roundsAtTheEnd = 5;

export const maxOffsetMs = maxAheadSeconds * 1_000;

export interface ClockDeps {
  clock: AdjustableClock;
  machineClock: Clock;
  database: Database;
  log: Log;
  random: Randomness;
  sandbox: Sandbox;
  /** The bank's cut-off, `HH:MM` in New York. */
  cutOff: string;
}

/** The clock may already have passed `toOffsetMs`. */
export type Move = { byMs: number } | { toOffsetMs: number };

/** Keeps this process's clock in step with the others. */
export interface ClockFollower {
  start(jobs: Pick<JobRunner, "settle">): void;
  stop(): Promise<void>;
  /** Raises the offset. Undefined if the clock would be too far ahead. */
  raise(tx: Tx, move: Move): Promise<number | undefined>;
  /**
   * Moves this process's clock to the stored offset and runs what becomes due, within a second also in the other
   * processes. Resolves to whether everything has run.
   */
  settle(offsetMs: number): Promise<boolean>;
}

/** Reads how far the processes have come, so that no job runs at an earlier time. */
export async function openClockFollower(deps: ClockDeps): Promise<ClockFollower> {
  const { clock, machineClock, database, log, random, sandbox, cutOff } = deps;
  const storedMs = Math.min(await readOffset(database), maxOffsetMs);
  clock.advanceTo(Math.min(await readReached(database, storedMs), storedMs));
  const processId = randomToken(random, 12);
  /** No other process uses the store, so none needs our reports. */
  const isAlone = database.changes !== undefined;
  let jobs: Pick<JobRunner, "settle"> | undefined;
  /** All jobs due until here have run. */
  let reachedMs = clock.offsetMs();
  let settledMs = reachedMs;
  let reportedMs = -1;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  /** The last stop may have work left. */
  let isResuming = reachedMs < storedMs;
  let walking: Promise<boolean> | undefined;
  let loop: Promise<void> | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function runDueJobs(rounds: number, isSandboxUp: boolean): Promise<boolean> {
    if (!jobs) return false;
    let left: string[] = [];
    for (let round = 0; round < rounds && !signal.aborted; round += 1) {
      left = await jobs.settle(stopDeadlineMs);
      if (round + 1 < rounds && isSandboxUp) await sandbox.advanceTo(clock.offsetMs());
    }
    if (left.length > 0)
      log.info("the sandbox clock moved; some jobs continue", { jobName: left.join(", ") });
    return left.length === 0;
  }

  /** Moves the clock day by day. Joins a move in progress. */
  async function walk(offsetMs: number, deadlineMs: number): Promise<boolean> {
    while (walking) await walking;
    if (offsetMs <= reachedMs) {
      if (settledMs < reachedMs && (await runDueJobs(1, false))) settledMs = reachedMs;
      return settledMs >= offsetMs;
    }
    walking = (async () => {
      const fromMs = clock.nowMs();
      const toMs = machineClock.nowMs() + offsetMs;
      // Work that failed at an earlier stop has run again since.
      let isDone = false;
      let isSandboxUp = true;
      if (isResuming) await runDueJobs(roundsPerStop, isSandboxUp);
      isResuming = false;
      for (const stopMs of stopsBetween(fromMs, toMs, cutOff)) {
        const isLast = stopMs === toMs;
        // The deadline has passed, so skip the remaining days.
        if (!isLast && performance.now() > deadlineMs) continue;
        const stopOffsetMs = isLast ? offsetMs : Math.max(0, stopMs - machineClock.nowMs());
        // Store the new time before anything is written at that time.
        await raiseReached(database, stopOffsetMs);
        clock.advanceTo(stopOffsetMs);
        // A sandbox that does not answer delays only the first stop.
        isSandboxUp &&= (await sandbox.advanceTo(stopOffsetMs)) !== undefined;
        const rounds = isLast ? roundsAtTheEnd : roundsPerStop;
        isDone = await runDueJobs(rounds, isSandboxUp);
      }
      reachedMs = Math.max(reachedMs, offsetMs);
      if (isDone) settledMs = reachedMs;
      return isDone && isSandboxUp;
    })().finally(() => {
      walking = undefined;
    });
    return walking;
  }

  async function report(): Promise<void> {
    const nowMs = performance.now();
    const isRecent = isAlone || nowMs - reportedAtMs < reportEveryMs;
    if (reportedMs === settledMs && isRecent) return;
    const seenAtMs = machineClock.nowMs();
    await writeReport(database, { processId, settledMs, seenAtMs });
    reportedMs = settledMs;
    reportedAtMs = nowMs;
  }

  /** Waits until all other live processes have run what was due. */
  async function othersSettled(offsetMs: number, deadlineMs: number): Promise<boolean> {
    for (;;) {
      const aliveAfterMs = machineClock.nowMs() - reportLifeMs;
      const behind = (await readReports(database)).filter(
        (readReport) =>
          readReport.processId !== processId &&
          readReport.seenAtMs > aliveAfterMs &&
          readReport.settledMs < offsetMs,
      );
      if (behind.length === 0) return true;
      if (performance.now() > deadlineMs || signal.aborted) return false;
      await pause(100);
    }
  }

  async function follow(): Promise<void> {
    let isFailing = false;
    let readAt: number | undefined;
    let readMs = 0;
    await forgetEnded().catch(() => {});
    while (!signal.aborted) {
      try {
        const changes = database.changes?.();
        if (changes === undefined || changes !== readAt) readMs = await readOffset(database);
        readAt = changes;
        let offsetMs = readMs;
        const sandboxMs = await sandbox.readOffset();
        if (sandboxMs !== undefined && sandboxMs > offsetMs && sandboxMs <= maxOffsetMs)
          offsetMs = await raiseOffset(database.kysely, sandboxMs);
        await walk(offsetMs, performance.now() + moveDeadlineMs);
        if (sandboxMs !== undefined && sandboxMs < reachedMs) await sandbox.advanceTo(reachedMs);
        await report();
        isFailing = false;
      } catch (error) {
        if (!isFailing && !signal.aborted)
          log.warn("the sandbox clock cannot be followed now", { error });
        isFailing = true;
      }
      await pause(followEveryMs, signal);
    }
  }

  async function forgetEnded(): Promise<void> {
    const before = machineClock.nowMs() - 60_000;
    const ended = (await readReports(database)).filter(({ seenAtMs }) => seenAtMs < before);
    await deleteReports(
      database,
      ended.map((processReport) => processReport.processId),
    );
  }

  return {
    start(runner) {
      jobs = runner;
      loop = follow();
    },
    async stop() {
      stopping.abort();
      await loop;
      if (loop) await deleteReports(database, [processId]).catch(() => {});
    },
    raise: (tx, move) =>
      "byMs" in move ? addToOffset(tx, move.byMs, maxOffsetMs) : raiseOffset(tx, move.toOffsetMs),
    async settle(offsetMs) {
      const deadlineMs = performance.now() + moveDeadlineMs;
      const isDone = await walk(offsetMs, deadlineMs - 2 * stopDeadlineMs);
      await report();
      return (await othersSettled(offsetMs, deadlineMs)) && isDone;
    },
  };
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}
