import { describe, expect, test } from "vitest";
import type { ReadStatus } from "./w9-api.ts";
import { nothingWatched, type W9Outcome, type Watched, watchOnce } from "./watch.ts";

/** The server's response and whether the window's handle is closed, `at` seconds after the start. */
type Observation = Partial<ReadStatus> & { at: number; closed?: boolean | null };

/** Returns when and how the W-9 ended, or null if it did not end. */
function run(observations: readonly Observation[]): { at: number; type: W9Outcome["type"] } | null {
  let watched: Watched = nothingWatched;
  for (const { at, closed = null, ...status } of observations) {
    const next = watchOnce(watched, {
      status: {
        w9Id: "w9_1",
        status: "pending",
        notUsPerson: false,
        window: "open",
        idleSeconds: 0,
        ...status,
      },
      isHandleClosed: closed,
      nowMs: at * 1000,
    });
    if ("outcome" in next) return { at, type: next.outcome.type };
    watched = next.watched;
  }
  return null;
}
const every2s = (from: number, to: number, state: Omit<Observation, "at">): Observation[] =>
  Array.from({ length: (to - from) / 2 + 1 }, (_, index) => ({ ...state, at: from + 2 * index }));

describe("the W-9 ends", () => {
  test("as soon as the server says that it was signed, whatever the window does", () => {
    expect(run([{ at: 0, status: "completed", closed: true }])).toEqual({
      at: 0,
      type: "completed",
    });
    expect(run([{ at: 0, status: "completed", window: "left" }])?.type).toBe("completed");
  });

  test("when staff requested another form, or with an unknown status", () => {
    expect(run([{ at: 0, status: "void" }])?.type).toBe("expired");
    expect(run([{ at: 0, status: "postponed" }])?.type).toBe("expired");
  });

  test("as canceled soon after a window that was seen open closes", () => {
    const observations = [
      ...every2s(0, 4, { closed: false }),
      ...every2s(6, 20, { closed: true, window: "left" }),
    ];
    expect(run(observations)).toEqual({ at: 10, type: "canceled" });
  });

  test("as canceled even if the closing window's request was lost", () => {
    const observations = [...every2s(0, 4, { closed: false }), ...every2s(6, 20, { closed: true })];
    expect(run(observations)).toEqual({ at: 10, type: "canceled" });
  });

  test("with COOP, ten seconds after the customer left the page and did not load it again", () => {
    const observations = [
      ...every2s(0, 10, { closed: true }),
      ...every2s(12, 40, { closed: true, window: "left" }),
    ];
    expect(run(observations)).toEqual({ at: 22, type: "canceled" });
  });

  test("when the window was closed before its page loaded", () => {
    expect(run(every2s(0, 40, { closed: true, window: "none" }))).toEqual({
      at: 20,
      type: "canceled",
    });
  });

  test("when the page was silent for half an hour", () => {
    expect(run([{ at: 0, closed: true, idleSeconds: 1801 }])?.type).toBe("canceled");
    expect(run([{ at: 0, closed: false, idleSeconds: 1801 }])).toBeNull();
  });

  test("as declared, if the customer is not a US person", () => {
    const observations = [
      { at: 0, closed: false },
      ...every2s(2, 20, { closed: true, notUsPerson: true }),
    ];
    expect(run(observations)?.type).toBe("not_us_person");
  });
});

describe("the W-9 stays open", () => {
  test("with COOP, while the server sees the page open", () => {
    expect(run(every2s(0, 600, { closed: true }))).toBeNull();
  });

  test("with COOP, during a reload", () => {
    const reload = [
      ...every2s(0, 4, { closed: true }),
      ...every2s(6, 12, { closed: true, window: "left" }),
      ...every2s(14, 40, { closed: true }),
    ];
    expect(run(reload)).toBeNull();
  });

  test("during any reload of a window whose handle works", () => {
    expect(run(every2s(0, 60, { closed: false, window: "left" }))).toBeNull();
  });

  test("after the customer declared that they are not a US person, because they may take it back", () => {
    expect(run(every2s(0, 20, { closed: false, notUsPerson: true }))).toBeNull();
  });
});
