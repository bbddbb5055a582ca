import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AssessedDeposit,
  type AssessedTransfer,
  type Assessment,
  assess,
  type ChainView,
  graceMs,
  isAtRate,
  rateHoldMs,
} from "./assess.ts";
import {
  type DepositFinding,
  type DepositStatus,
  depositFindings,
  depositStatuses,
  isOpen,
  isPaid,
  nextDepositStatus,
} from "./deposit-states.ts";

const endMs = 1_000_000;
const deposit: AssessedDeposit = {
  status: "waiting",
  network: "ethereum",
  asset: "USDC",
  due: 100n,
  tolerance: 2n,
  expiresAtMs: endMs,
  received: 0n,
  required: 3,
  goneSince: null,
  rateLostAtMs: null,
};
const before: ChainView = { height: 10, knownUntilMs: endMs - 1 };
const after: ChainView = { height: 10, knownUntilMs: endMs + graceMs + 1 };

function money(amount: bigint, changes: Partial<AssessedTransfer> = {}): AssessedTransfer {
  return {
    network: "ethereum",
    asset: "USDC",
    amount,
    arrivedAtMs: endMs - 1,
    state: "mined",
    blockNumber: 10,
    minedAtMs: endMs - 1,
    holdsRate: true,
    isValued: false,
    ...changes,
  };
}
const pending = { state: "pending", blockNumber: null, minedAtMs: null } as const;
const late = { arrivedAtMs: endMs + graceMs + 1 };

describe("a deposit that waits", () => {
  test.each<[string, AssessedTransfer[], ChainView, Partial<Assessment>]>([
    ["nothing", [], before, { status: "waiting", received: 0n }],
    ["seen, not mined", [money(100n, pending)], before, { status: "detected" }],
    ["in its first block", [money(100n)], before, { status: "confirming", confirmations: 1 }],
    ["enough confirmations", [money(100n, { blockNumber: 8 })], before, { status: "confirmed" }],
    ["half", [money(50n)], before, { status: "underpaid", received: 50n }],
    ["two halves", [money(50n, { blockNumber: 7 }), money(50n)], before, { confirmations: 1 }],
    ["half mined, half pending", [money(50n), money(50n, pending)], before, { status: "detected" }],
    ["short by the tolerance", [money(98n)], before, { status: "confirming" }],
    ["short by more", [money(97n)], before, { status: "underpaid" }],
    ["more by the tolerance", [money(102n)], before, { isOverpaid: false }],
    ["more", [money(103n)], before, { status: "confirming", isOverpaid: true }],
    ["gone again", [money(100n, { state: "gone" })], before, { status: "waiting" }],
    [
      "another token",
      [money(100n, { asset: null })],
      before,
      { status: "waiting", hasWrongAsset: true },
    ],
    [
      "another token, pending, which may fail",
      [money(100n, { ...pending, asset: null })],
      before,
      { status: "waiting", hasWrongAsset: false },
    ],
    [
      "another network",
      [money(100n, { network: "base" })],
      before,
      { hasWrongAsset: true, received: 0n },
    ],
    ["the end", [], after, { status: "expired" }],
    ["the end with half", [money(50n)], after, { status: "expired", received: 50n }],
    ["the end with all pending", [money(100n, pending)], after, { status: "detected" }],
    ["all after the end", [money(100n, late)], after, { status: "expired", received: 0n }],
    [
      "the end, but nothing was read since",
      [],
      { ...after, knownUntilMs: endMs },
      { status: "waiting" },
    ],
  ])("%s", (_, transfers, chain, wanted) => {
    expect(assess(deposit, transfers, chain)).toMatchObject(wanted);
  });
});

test("a paid deposit stays paid when its money moves to another block, and fails after as many blocks without it as it needed", () => {
  const paid = { ...deposit, status: "confirmed" as const };
  expect(assess(paid, [money(100n, pending)], before)).toMatchObject({ status: "confirmed" });
  const shaken = assess(paid, [money(100n, { state: "gone" })], before);
  expect(shaken).toMatchObject({ status: "shaken", goneSince: 10 });
  const again = { ...paid, ...shaken };
  expect(assess(again, [], { ...before, height: 12 })).toMatchObject({
    status: "shaken",
    goneSince: 10,
  });
  expect(assess(again, [], { ...before, height: 13 })).toMatchObject({ status: "reorganised" });
  const back = assess(again, [money(100n)], { ...before, height: 12 });
  expect(back).toMatchObject({ status: "confirmed", goneSince: null });
});

test("money after the end is late: after nothing, after a part, and after a reorganization", () => {
  const some = [money(50n)];
  const expired = { ...deposit, status: "expired" as const, received: 50n };
  expect(assess(expired, some, after)).toMatchObject({ status: "expired" });
  expect(assess(expired, [...some, money(50n, late)], after)).toMatchObject({ status: "late" });
  const taken = { ...deposit, status: "reorganised" as const };
  expect(assess(taken, [], after)).toMatchObject({ status: "reorganised" });
  expect(assess(taken, [money(100n)], after)).toMatchObject({ status: "late" });
});

test("money after the end counts as received once it is mined, without paying anything", () => {
  const expired = { ...deposit, status: "expired" as const };
  expect(assess(expired, [money(100n, late)], after)).toMatchObject({
    status: "late",
    received: 100n,
  });
  const unmined = money(60n, { ...late, ...pending });
  expect(assess(expired, [money(50n), unmined], after)).toMatchObject({ received: 50n });
  const paid = { ...deposit, status: "confirmed" as const, received: 100n };
  const extra = money(30n, late);
  expect(assess(paid, [money(100n), extra], after)).toMatchObject({
    status: "confirmed",
    received: 130n,
    isOverpaid: true,
  });
  expect(assess(paid, [extra], after)).toMatchObject({ status: "shaken", received: 30n });
  const gone = { ...paid, status: "shaken" as const, received: 30n, goneSince: 5 };
  const undone = assess(gone, [extra], after);
  expect(undone).toMatchObject({ status: "reorganised", received: 30n });
  const ended = { ...gone, ...undone };
  expect(assess(ended, [extra], after)).toMatchObject({ status: "reorganised", received: 30n });
  expect(assess(ended, [extra, money(1n, late)], after)).toMatchObject({
    status: "late",
    received: 31n,
  });
  const closing = assess(deposit, [money(100n, { blockNumber: 8 }), extra], after);
  expect(closing).toMatchObject({ status: "confirmed", received: 130n });
});

test("every status is reachable, and only open and shaken deposits can go back", () => {
  const ways = depositStatuses.flatMap((from) =>
    depositFindings.map((finding) => [from, nextDepositStatus(from, finding)] as const),
  );
  expect(new Set(ways.map(([, to]) => to))).toEqual(new Set(depositStatuses));
  const after = (from: DepositStatus) =>
    new Set(ways.filter(([each, to]) => each === from && to !== from).map(([, to]) => to));
  expect(after("confirmed")).toEqual(new Set(["shaken"]));
  expect(after("shaken")).toEqual(new Set(["confirmed", "reorganised"]));
  expect(after("expired")).toEqual(new Set(["late"]));
  expect(after("reorganised")).toEqual(new Set(["late"]));
  expect(after("late")).toEqual(new Set());
});

const transfers = fc.array(
  fc.record<AssessedTransfer>({
    network: fc.constantFrom("ethereum", "base"),
    asset: fc.constantFrom("USDC", "ETH", null),
    amount: fc.bigInt(1n, 150n),
    state: fc.constantFrom("pending", "mined", "gone"),
    blockNumber: fc.integer({ min: 1, max: 30 }),
    arrivedAtMs: fc.integer({ min: endMs - 5, max: endMs + graceMs + 5 }),
    holdsRate: fc.boolean(),
    minedAtMs: fc.option(fc.constantFrom(endMs, endMs + 2 * rateHoldMs)),
    isValued: fc.boolean(),
  }),
  { maxLength: 6 },
);
const chains = fc.record<ChainView>({
  height: fc.integer({ min: 1, max: 30 }),
  knownUntilMs: fc.integer({ min: endMs - 5, max: endMs + graceMs + 5 }),
});

/** Assesses rounds one after the other, each with what it saw. */
function rounds(seen: readonly (readonly [AssessedTransfer[], ChainView])[]): Assessment[] {
  const assessments: Assessment[] = [];
  let current: AssessedDeposit = deposit;
  for (const [found, chain] of seen) {
    const assessment = assess(current, found, chain);
    assessments.push(assessment);
    current = { ...current, ...assessment };
  }
  return assessments;
}

/** What an ended deposit has received: all that is mined, and what is pending since before the end. */
function arrivedIn(found: readonly AssessedTransfer[]): bigint {
  return found
    .filter(({ network, asset }) => network === "ethereum" && asset === "USDC")
    .filter(({ state, arrivedAtMs }) => {
      if (state === "pending") return arrivedAtMs <= endMs + graceMs;
      return state === "mined";
    })
    .reduce((total, { amount }) => total + amount, 0n);
}

describe("for any sequence of rounds", () => {
  test("repeating a round changes nothing, except that a deposit that it just ended becomes late if late money is there", () => {
    const lateAtOnce: [AssessedTransfer[], ChainView] = [[money(1n, late)], after];
    fc.assert(
      fc.property(fc.array(fc.tuple(transfers, chains), { minLength: 1 }), (seen) => {
        const repeat = seen.slice(-1);
        const last = rounds(seen).at(-1);
        const again = rounds([...seen, ...repeat]).at(-1);
        const isLate = last?.status === "expired" && again?.status === "late";
        const received = repeat.map(([found]) => arrivedIn(found)).at(0);
        expect(again).toEqual(isLate ? { ...last, status: "late", received } : last);
        expect(rounds([...seen, ...repeat, ...repeat]).at(-1)).toEqual(again);
      }),
      { examples: [[[lateAtOnce]]] },
    );
  });

  test("a deposit is paid only by enough of the right money, in time, with enough confirmations", () => {
    fc.assert(
      fc.property(transfers, chains, (found, chain) => {
        const assessment = assess(deposit, found, chain);
        if (!isPaid(assessment.status)) return;
        const deep = found.filter(
          (each) =>
            isAtRate(each, chain) &&
            each.network === "ethereum" &&
            each.asset === "USDC" &&
            each.state === "mined" &&
            chain.height - (each.blockNumber ?? 0) + 1 >= deposit.required &&
            each.arrivedAtMs <= endMs + graceMs,
        );

        expect(deep.reduce((total, { amount }) => total + amount, 0n)).toBeGreaterThanOrEqual(98n);
      }),
    );
  });

  test("an ended deposit never opens again, and a paid one ends only when its money is gone", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(transfers, chains), { maxLength: 8 }), (seen) => {
        const statuses = rounds(seen).map(({ status }) => status);
        for (const [index, status] of statuses.entries()) {
          const next = statuses[index + 1];
          if (next === undefined) continue;
          if (!isOpen(status)) expect(isOpen(next)).toBe(false);
          if (isPaid(status)) expect(["confirmed", "shaken", "reorganised"]).toContain(next);
        }
      }),
    );
  });

  test("the table has a status for every finding", () => {
    const known: readonly DepositFinding[] = depositFindings;
    for (const status of depositStatuses) {
      for (const finding of known) {
        expect(depositStatuses).toContain(nextDepositStatus(status, finding));
      }
    }
  });
});
