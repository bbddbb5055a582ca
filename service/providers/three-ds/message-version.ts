import { threeDSVersions } from "#contract/connectors/three-ds";

/** Versions of a card's ACS and of the directory server. */
export interface VersionRanges {
  readonly acsStartProtocolVersion: string;
  readonly acsEndProtocolVersion: string;
  readonly dsStartProtocolVersion: string;
  readonly dsEndProtocolVersion: string;
}

/** Compares by number: `2.10.0` is newer than `2.2.0`. Negative if `one` is older. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one.split(".").map(Number), other.split(".").map(Number)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The newest version of this 3DS server. */
export const newestVersion = threeDSVersions[threeDSVersions.length - 1] ?? "2.2.0";

/** The newest of `versions` that the card's ACS and the directory server support; null if there is none. */
export function chooseMessageVersion(
  ranges: VersionRanges,
  versions: readonly string[] = threeDSVersions,
): string | null {
  const within = (version: string, from: string, to: string) =>
    compareVersions(from, version) <= 0 && compareVersions(version, to) <= 0;
  return (
    versions.findLast(
      (version) =>
        within(version, ranges.acsStartProtocolVersion, ranges.acsEndProtocolVersion) &&
        within(version, ranges.dsStartProtocolVersion, ranges.dsEndProtocolVersion),
    ) ?? null
  );
}
