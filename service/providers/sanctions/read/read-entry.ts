import type { ListedAddress } from "../addresses/listed-address.ts";
import { type BirthRange, fullName, type ListEntry, type ListedName } from "../list-entry.ts";
import { readBirth } from "./birth-range.ts";
import { childText, itemsOf, type XmlElement } from "./xml-element.ts";

/** Longest stored text of one field, so that a broken file cannot fill the store. */
const longest = 500;
const maxItems = 50;
/**
 * Shorter, because each crypto address repeats it and an entry can have thousands. The longest published address has
 * 106 characters.
 */
const ofAddress = { text: 200, programs: 10, program: 50, currency: 20 } as const;

/** OFAC's types of entries that are never payees. Entries of any other type are compared with payees. */
const notPersons: ReadonlySet<string> = new Set(["entity", "vessel", "aircraft"]);

/** An entry of a list. `person` is null for companies, ships and aircraft. */
export interface ListedEntry {
  readonly person: ListEntry | null;
  readonly addresses: readonly ListedAddress[];
}

/** Reads an `sdnEntry` element; undefined without id or name. */
export function readEntry(list: string, element: XmlElement): ListedEntry | undefined {
  const entryId = childText(element, "uid");
  const primary = nameOf(element, "primary");
  if (!/^\d{1,12}$/.test(entryId) || primary === null) return undefined;
  const isPerson = !notPersons.has(childText(element, "sdnType").toLowerCase());
  const programs = texts(itemsOf(element, "programList", "program").map((item) => item.text));
  const entry = {
    list,
    entryId,
    name: fullName(primary).slice(0, ofAddress.text),
    programs: programs
      .slice(0, ofAddress.programs)
      .map((program) => program.slice(0, ofAddress.program)),
  };
  return {
    person: isPerson ? readPerson({ list, entryId, programs }, primary, element) : null,
    addresses: addressesOf(element).map((address) => ({ ...entry, ...address })),
  };
}

/** Currency and address of each id that is a crypto address. The limits of an entry bound their number. */
function addressesOf(element: XmlElement): Pick<ListedAddress, "currency" | "address">[] {
  return itemsOf(element, "idList", "id").flatMap((id) => {
    const [, currency] =
      /^digital currency address\s*-\s*(\S.*)$/i.exec(childText(id, "idType")) ?? [];
    const address = childText(id, "idNumber");
    if (currency === undefined || address === "") return [];
    return [
      {
        currency: cut(currency).slice(0, ofAddress.currency),
        address: address.slice(0, ofAddress.text),
      },
    ];
  });
}

function readPerson(
  { list, entryId, programs }: Pick<ListEntry, "list" | "entryId" | "programs">,
  primary: ListedName,
  element: XmlElement,
): ListEntry {
  const aliases = itemsOf(element, "akaList", "aka").flatMap((aka) => {
    const isWeak = childText(aka, "category").toLowerCase() === "weak";
    return nameOf(aka, isWeak ? "weak" : "strong") ?? [];
  });
  const births = itemsOf(element, "dateOfBirthList", "dateOfBirthItem").flatMap(
    (item): BirthRange[] => {
      const birth = readBirth(cut(childText(item, "dateOfBirth")));
      return birth ? [birth] : [];
    },
  );
  const addresses = itemsOf(element, "addressList", "address").slice(0, maxItems);
  const countries = [
    ...itemsOf(element, "nationalityList", "nationality"),
    ...itemsOf(element, "citizenshipList", "citizenship"),
    ...addresses,
  ].map((item) => cut(childText(item, "country")));
  return {
    list,
    entryId,
    // All of them: each may be the one that a payee uses. The limits of an entry bound their number.
    names: [primary, ...aliases],
    births: births.slice(0, maxItems),
    birthPlaces: texts(
      itemsOf(element, "placeOfBirthList", "placeOfBirthItem").map((item) =>
        childText(item, "placeOfBirth"),
      ),
    ),
    countries: texts(countries),
    addresses: texts(addresses.map(addressLine)),
    programs,
    remarks: cut(childText(element, "remarks")) || null,
  };
}

function nameOf(element: XmlElement, quality: ListedName["quality"]): ListedName | null {
  const given = cut(childText(element, "firstName"));
  const family = cut(childText(element, "lastName"));
  return family === "" && given === "" ? null : { given, family, quality };
}

function addressLine(address: XmlElement): string {
  return ["address1", "address2", "address3", "city", "stateOrProvince", "postalCode", "country"]
    .map((field) => childText(address, field))
    .filter((text) => text !== "")
    .join(", ");
}

function texts(all: readonly string[]): string[] {
  return [...new Set(all.map(cut))].filter((text) => text !== "").slice(0, maxItems);
}

function cut(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, longest);
}
