import {
  type AddressIndex,
  type CryptoDestination,
  canonicalAddress,
  type ListedAddress,
  type ScreenedPerson,
} from "../../../providers/sanctions/index.ts";
import type { EntryMatch, Hit } from "./open-review.ts";

interface AddressHit extends Hit {
  readonly used: CryptoDestination;
  readonly listed: ListedAddress;
}

/** The score of an address: it matches completely or not at all. */
const certain = 100;

export function matchAddresses(
  used: readonly CryptoDestination[],
  index: AddressIndex,
  person: ScreenedPerson,
  { indexOf, hashOf }: { indexOf(value: unknown): string; hashOf(value: unknown): string },
): EntryMatch<AddressHit>[] {
  const found = new Map<string, AddressHit[]>();
  for (const destination of used) {
    for (const listed of index.find(destination.address)) {
      const key = `${listed.list} ${listed.entryId}`;
      const subjectIndex = indexOf(["address", canonicalAddress(destination.address)]);
      const ofEntry = found.get(key) ?? [];
      if (ofEntry.some((other) => other.subjectIndex === subjectIndex)) continue;
      found.set(key, [...ofEntry, { used: destination, listed, score: certain, subjectIndex }]);
    }
  }
  return [...found.values()].flatMap((hits): EntryMatch<AddressHit>[] => {
    const listed = hits[0]?.listed;
    if (!listed) return [];
    const { list, entryId, name, programs } = listed;
    return [
      {
        list,
        entryId,
        entryHash: hashOf([list, entryId, name, programs]),
        hits,
        evidenceOf: (best, others) => ({
          kind: "address",
          evidence: {
            person,
            addresses: [best, ...others].map(({ used, listed }) => ({ used, listed })),
          },
        }),
      },
    ];
  });
}
