import * as z from "zod/mini";
import { sanctionedAddresses } from "../catalogue/sanctioned-addresses.ts";
import { type SanctionedPerson, sanctionedPersons } from "../catalogue/sanctioned-persons.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem, type SandboxResponse } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";

/** Companies make the list long enough to lose some entries. */
const companies = 45;

const change = z.strictObject({
  /** `truncated`: the file ends in the middle. `shrunken`: half of the entries. `down`: 503. */
  fault: z.nullable(z.enum(["truncated", "shrunken", "down"])),
});

/**
 * The publisher of the sanctions list, in the format of OFAC's SDN.XML:
 * - `GET /sanctions/sdn.xml`
 * - `POST /admin/sanctions` sets or ends a fault
 */
export function sanctionsRoutes(deps: Pick<SandboxDeps, "now">): Route[] {
  let fault: z.infer<typeof change>["fault"] = null;
  return [
    [
      "GET /sanctions/sdn.xml",
      () => {
        if (fault === "down") return problem(503, "down", "The list is not available now.");
        const text = listXml(deps.now(), fault === "shrunken");
        return xml(fault === "truncated" ? text.slice(0, text.length / 2) : text);
      },
    ],
    [
      "POST /admin/sanctions",
      ({ body }) => {
        const wanted = parseJsonBody(change, body);
        if (!wanted) return problem(400, "invalid_request", "Send { fault }.");
        fault = wanted.fault;
        return json(200, { fault });
      },
    ],
  ];
}

function xml(body: string): SandboxResponse {
  return {
    kind: "response",
    status: 200,
    headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "no-store" },
    body,
  };
}

function listXml(nowMs: number, isShrunken: boolean): string {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const [year, month, date] = day.split("-");
  const all = [
    ...sanctionedPersons.map(personXml),
    ...Array.from({ length: companies }, (_, at) => companyXml(at + 1)),
  ];
  const entries = isShrunken ? all.slice(0, all.length / 2) : all;
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<sdnList xmlns="https://sandbox.invalid/sanctions">
  <publshInformation>
    <Publish_Date>${month}/${date}/${year}</Publish_Date>
    <Record_Count>${entries.length}</Record_Count>
  </publshInformation>
${entries.join("\n")}
</sdnList>
`;
}

function personXml(person: SanctionedPerson): string {
  const { uid, firstName, lastName, aliases, births, birthPlaces, nationality } = person;
  const list = (name: string, items: readonly string[]) =>
    items.length === 0 ? "" : `<${name}>${items.join("")}</${name}>`;
  const item = (name: string, field: string, text: string, at: number) =>
    `<${name}><uid>${uid}${at}</uid><${field}>${text}</${field}><mainEntry>${at === 0}</mainEntry></${name}>`;
  return `  <sdnEntry>
    <uid>${uid}</uid>
    <firstName>${firstName}</firstName>
    <lastName>${lastName}</lastName>
    <sdnType>Individual</sdnType>
    <remarks>An invented person of the sandbox.</remarks>
    <programList><program>${person.program}</program></programList>
    ${addressesXml(uid)}
    ${list(
      "akaList",
      aliases.map(
        (alias, at) => `<aka><uid>${uid}${at}</uid><type>a.k.a.</type>
      <category>${alias.category}</category><lastName>${alias.lastName}</lastName>
      <firstName>${alias.firstName}</firstName></aka>`,
      ),
    )}
    ${list("nationalityList", [item("nationality", "country", nationality, 0)])}
    ${list(
      "dateOfBirthList",
      births.map((text, at) => item("dateOfBirthItem", "dateOfBirth", text, at)),
    )}
    ${list(
      "placeOfBirthList",
      birthPlaces.map((text, at) => item("placeOfBirthItem", "placeOfBirth", text, at)),
    )}
  </sdnEntry>`;
}

/** An entry's crypto addresses, as ids. */
function addressesXml(uid: number): string {
  const own = sanctionedAddresses.filter((sanctionedAddress) => sanctionedAddress.uid === uid);
  if (own.length === 0) return "";
  const ids = own.map(
    ({ currency, address }, at) =>
      `<id><uid>${uid}${at}</uid><idType>Digital Currency Address - ${currency}</idType><idNumber>${address}</idNumber></id>`,
  );
  return `<idList>${ids.join("")}</idList>`;
}

function companyXml(number: number): string {
  const uid = 910_000 + number;
  return `  <sdnEntry>
    <uid>${uid}</uid>
    <lastName>SANDBOX TRADING COMPANY ${number}</lastName>
    <sdnType>Entity</sdnType>
    <programList><program>SANDBOX</program></programList>
    ${addressesXml(uid)}
  </sdnEntry>`;
}
