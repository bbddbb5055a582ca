/** Writes lists in OFAC's SDN XML format, with invented persons. */

export interface TestPerson {
  readonly uid: number;
  readonly given: string;
  readonly family: string;
  readonly aliases?: readonly {
    readonly given: string;
    readonly family: string;
    readonly category?: "strong" | "weak";
  }[];
  readonly births?: readonly string[];
  readonly birthPlaces?: readonly string[];
  readonly nationality?: string;
  readonly type?: string;
  /** Each id's type and number, such as `Digital Currency Address - XBT`. */
  readonly ids?: readonly (readonly [type: string, number: string])[];
}

/** A list's text. `announced` replaces the true number of entries in the header. */
export function listXml(persons: readonly TestPerson[], announced = persons.length): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<sdnList xmlns="https://example.test/SDN">
  <publshInformation>
    <Publish_Date>11/20/2026</Publish_Date>
    <Record_Count>${announced}</Record_Count>
  </publshInformation>
${persons.map(entryXml).join("\n")}
</sdnList>
`;
}

function entryXml(person: TestPerson): string {
  const { uid, given, family, aliases = [], births = [], birthPlaces = [], ids = [] } = person;
  return `  <sdnEntry>
    <uid>${uid}</uid>
    <firstName>${escaped(given)}</firstName>
    <lastName>${escaped(family)}</lastName>
    <sdnType>${person.type ?? "Individual"}</sdnType>
    <programList><program>TEST</program></programList>
    <idList>${ids
      .map(
        ([type, number], at) =>
          `<id><uid>${uid}${at}</uid><idType>${type}</idType><idNumber>${number}</idNumber></id>`,
      )
      .join("")}</idList>
    <akaList>${aliases
      .map(
        (alias, at) => `<aka><uid>${uid}${at}</uid><type>a.k.a.</type>
      <category>${alias.category ?? "strong"}</category>
      <lastName>${escaped(alias.family)}</lastName><firstName>${escaped(alias.given)}</firstName></aka>`,
      )
      .join("")}</akaList>
    ${person.nationality ? `<nationalityList><nationality><uid>1</uid><country>${person.nationality}</country><mainEntry>true</mainEntry></nationality></nationalityList>` : ""}
    <dateOfBirthList>${births
      .map(
        (text) =>
          `<dateOfBirthItem><uid>1</uid><dateOfBirth>${text}</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem>`,
      )
      .join("")}</dateOfBirthList>
    <placeOfBirthList>${birthPlaces
      .map(
        (text) =>
          `<placeOfBirthItem><uid>1</uid><placeOfBirth>${escaped(text)}</placeOfBirth><mainEntry>true</mainEntry></placeOfBirthItem>`,
      )
      .join("")}</placeOfBirthList>
  </sdnEntry>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
