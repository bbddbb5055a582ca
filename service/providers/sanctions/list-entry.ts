/** A person on a sanctions list, as the screening needs them. Countries and places are as published. */
export interface ListEntry {
  /** The list that holds the entry, such as `sdn`. */
  readonly list: string;
  /** The publisher's id, which stays the same between publications. */
  readonly entryId: string;
  /** The primary name first. */
  readonly names: readonly ListedName[];
  readonly births: readonly BirthRange[];
  readonly birthPlaces: readonly string[];
  /** Nationalities, citizenships and countries of addresses. */
  readonly countries: readonly string[];
  /** Each address in one line. */
  readonly addresses: readonly string[];
  readonly programs: readonly string[];
  readonly remarks: string | null;
}

/** A name of an entry. OFAC calls an alias weak when it is broad or generic. */
export interface ListedName {
  readonly given: string;
  readonly family: string;
  readonly quality: "primary" | "strong" | "weak";
}

/** A date of birth: the days that it can be, YYYY-MM-DD, both included, and the published text. */
export interface BirthRange {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** A listed name in reading order. */
export function fullName({ given, family }: Pick<ListedName, "given" | "family">): string {
  return given === "" ? family : `${given} ${family}`;
}
