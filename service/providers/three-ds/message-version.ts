import { threeDSVersions } from "#contract/connectors/three-ds";

/** The ranges of versions that the card's ACS and its directory server speak. */
export interface VersionRanges {
  readonly acsStartProtocolVersion: string;
  readonly acsEndProtocolVersion: string;
  readonly dsStartProtocolVersion: string;
  readonly dsEndProtocolVersion: string;
}

/** Compares `2.10.0` with `2.2.0` by number. Negative if `one` is older. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one.split(".").map(Number), other.split(".").map(Number)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The newest version that this 3DS server speaks. */
export const newestVersion = threeDSVersions[threeDSVersions.length - 1] ?? "2.2.0";

/** The newest version that all three speak, or null if there is none. */
export function chooseMessageVersion(ranges: VersionRanges): string | null {
  const within = (version: string, from: string, to: string) =>
    compareVersions(from, version) <= 0 && compareVersions(version, to) <= 0;
  return (
    threeDSVersions.findLast(
      (version) =>
        within(version, ranges.acsStartProtocolVersion, ranges.acsEndProtocolVersion) &&
        within(version, ranges.dsStartProtocolVersion, ranges.dsEndProtocolVersion),
    ) ?? null
  );
}
