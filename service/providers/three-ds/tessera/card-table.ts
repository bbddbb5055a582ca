import { type CardRange, cardRange, type PRes } from "#contract/connectors/three-ds";
import { httpUrl } from "../kit/read-message.ts";
import type { CardTable } from "../kit/three-ds-connector.ts";
import { chooseMessageVersion } from "../message-version.ts";
import { type EnrolledRanges, enrolledRanges } from "./enrolled-ranges.ts";

/** The table of a PRes. */
export interface RangeTable extends CardTable {
  readonly ranges: EnrolledRanges;
}

/** Ranges read before other work can run. */
const rangesAtOnce = 1_000;

/**
 * Builds the table of a PRes: the changes of `held`, or all of it. Null if a range cannot be read: that makes all
 * unusable.
 */
export async function readCardTable(
  answer: Pick<PRes, "dsStartProtocolVersion" | "dsEndProtocolVersion" | "serialNum">,
  given: readonly unknown[],
  held: RangeTable | undefined,
): Promise<RangeTable | null> {
  const changes: CardRange[] = [];
  for (const each of given) {
    const parsed = cardRange.safeParse(each);
    if (!parsed.success) return null;
    changes.push(parsed.data);
    if (changes.length % rangesAtOnce === 0) await new Promise(setImmediate);
  }
  const { dsStartProtocolVersion, dsEndProtocolVersion, serialNum } = answer;
  const ranges = held ? held.ranges.with(changes) : enrolledRanges(changes);
  return {
    ranges,
    serialNum,
    find(cardNumber) {
      const range = ranges.find(cardNumber);
      const version =
        range && chooseMessageVersion({ dsStartProtocolVersion, dsEndProtocolVersion, ...range });
      return version ? { version, methodUrl: httpUrl(range.threeDSMethodURL) } : null;
    },
  };
}
