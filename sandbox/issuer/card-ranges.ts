import { createHash } from "node:crypto";
import type { CardRange } from "#contract/connectors/three-ds";
import { cards } from "../catalogue/cards.ts";
import { composedPrefixes, methodDigits, versionDigits } from "../catalogue/composed-cards.ts";
import type { MethodBehavior, ThreeDSVersions } from "../catalogue/scripts.ts";

/** PRes data: every enrolled card range, and a serial number for all of them. */
export interface CardRangeTable {
  readonly serialNum: string;
  readonly cardRangeData: CardRange[];
}

/** The catalogue's ranges: single numbers, and a hundred at a time for composed numbers. */
export function cardRangeTable(publicUrl: string): CardRangeTable {
  const cardRangeData = [...ofSingleCards(publicUrl), ...ofComposedCards(publicUrl)];
  const digest = createHash("sha256").update(JSON.stringify(cardRangeData)).digest("hex");
  // EMV allows at most 20 characters.
  return { serialNum: digest.slice(0, 20), cardRangeData };
}

function ofSingleCards(publicUrl: string): CardRange[] {
  return cards.flatMap(({ group, number, threeDS }) =>
    threeDS.enrolled && group !== "composed"
      ? [rangeOf(publicUrl, [number, number], threeDS.versions, threeDS.method)]
      : [],
  );
}

function ofComposedCards(publicUrl: string): CardRange[] {
  const balances = Array.from({ length: 10 }, (_, digit) => digit);
  return Object.values(composedPrefixes).flatMap((prefix) =>
    balances.flatMap((balance) =>
      versionDigits.flatMap((versions, version) =>
        methodDigits.map((method, digit) => {
          const start = `${prefix}${balance}${version}${digit}`;
          return rangeOf(publicUrl, [`${start}00`, `${start}99`], versions, method);
        }),
      ),
    ),
  );
}

function rangeOf(
  publicUrl: string,
  [startRange, endRange]: [string, string],
  versions: ThreeDSVersions,
  method: MethodBehavior,
): CardRange {
  return {
    startRange,
    endRange,
    actionInd: "A",
    acsStartProtocolVersion: versions === "2.2.0" ? "2.2.0" : "2.1.0",
    acsEndProtocolVersion: versions === "2.1.0" ? "2.1.0" : "2.2.0",
    ...(method === "missing" ? {} : { threeDSMethodURL: `${publicUrl}/acs/method/${method}` }),
  };
}
