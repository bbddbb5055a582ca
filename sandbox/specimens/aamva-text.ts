import { machineName, type SpecimenDocument } from "./specimen-document.ts";

/** Issuer numbers of some jurisdictions; the others use Virginia's. */
const issuers: Record<string, string> = {
  CA: "636014",
  FL: "636010",
  NY: "636001",
  ON: "636012",
  TX: "636015",
  VA: "636000",
  WA: "636045",
};

const maxNameLength = 40;

/**
 * The PDF417 text on the back of a license: AAMVA DL/ID Card Design Standard 2020 (version 10), annex D. Dates are
 * MMDDCCYY in the United States and CCYYMMDD in Canada.
 */
export function aamvaText({
  person,
  documentNumber,
  issuedOn,
  expiresOn,
  country,
}: SpecimenDocument): string {
  const address = person.address ?? {
    line1: "1 SPECIMEN WAY",
    city: country === "CAN" ? "OTTAWA" : "RICHMOND",
    state: country === "CAN" ? "ON" : "VA",
    postalCode: country === "CAN" ? "K1A0B1" : "23220",
  };
  const date = (iso: string) => {
    const [year, month, day] = iso.split("-");
    return country === "CAN" ? `${year}${month}${day}` : `${month}${day}${year}`;
  };
  const last = machineName(person.lastName);
  const first = machineName(person.firstName);
  const middle = machineName(person.middleName ?? "");
  const wasCut = (name: string) => (name.length > maxNameLength ? "T" : "N");
  const elements = [
    `DAQ${documentNumber}`,
    `DCS${last.slice(0, maxNameLength)}`,
    `DDE${wasCut(last)}`,
    `DAC${first.slice(0, maxNameLength)}`,
    `DDF${wasCut(first)}`,
    `DAD${middle.slice(0, maxNameLength) || "NONE"}`,
    `DDG${wasCut(middle)}`,
    "DCAD",
    "DCBNONE",
    "DCDNONE",
    `DBD${date(issuedOn)}`,
    `DBB${date(person.dateOfBirth)}`,
    `DBA${date(expiresOn)}`,
    `DBC${{ M: "1", F: "2", X: "9" }[person.sex ?? "X"]}`,
    country === "CAN" ? "DAU178 cm" : "DAU070 in",
    "DAYBRO",
    `DAG${address.line1.toUpperCase()}`,
    `DAI${address.city.toUpperCase()}`,
    `DAJ${address.state.toUpperCase()}`,
    `DAK${address.postalCode.replace(/\W/g, "").padEnd(country === "CAN" ? 6 : 9, country === "CAN" ? " " : "0")}`,
    "DCFSPECIMEN0001",
    `DCG${country}`,
    ...(person.suffix ? [`DCU${machineName(person.suffix)}`] : []),
  ];
  const subfile = `DL${elements.join("\n")}\r`;
  const offset = 21 + 10;
  const length = subfile.length;
  const pad = (value: number) => String(value).padStart(4, "0");
  const issuer = issuers[address.state] ?? issuers["VA"];
  return `@\n\x1e\rANSI ${issuer}100001DL${pad(offset)}${pad(length)}${subfile}`;
}
