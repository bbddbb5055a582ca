/** A person on a sanctions list. Countries and places are as published. */
export interface ListEntry {
  /** Such as `sdn`. */
  readonly list: string;
  /** The publisher's id. It does not change between publications. */
  readonly entryId: string;
  /** The primary name comes first. */
  readonly names: readonly ListedName[];
  readonly births: readonly BirthRange[];
  readonly birthPlaces: readonly string[];
  /** Nationalities, citizenships and countries of addresses. */
  readonly countries: readonly string[];
  /** One line for each address. */
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

/** The earliest and latest possible date of birth (YYYY-MM-DD), and the published text. */
export interface BirthRange {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** A name in reading order. */
export function fullName({ given, family }: Pick<ListedName, "given" | "family">): string {
  return given === "" ? family : `${given} ${family}`;
}
