/** A person on a sanctions list, for the screening. Countries and places are as published. */
export interface ListEntry {
  /** The entry's list, such as `sdn`. */
  readonly list: string;
  /** The publisher's id, the same in each publication. */
  readonly entryId: string;
  /** All names, the primary name first. */
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

/** A listed name. OFAC calls an alias weak if it is broad or generic. */
export interface ListedName {
  readonly given: string;
  readonly family: string;
  readonly quality: "primary" | "strong" | "weak";
}

/** The days that a date of birth can be, YYYY-MM-DD, both included, and the published text. */
export interface BirthRange {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** A name in reading order. */
export function fullName({ given, family }: Pick<ListedName, "given" | "family">): string {
  return given === "" ? family : `${given} ${family}`;
}
