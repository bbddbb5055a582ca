import type { PictureFile } from "../pages/kyc-widget.ts";
import { type Addresses, call, freshId } from "./operator-api.ts";
import type { StackAddresses } from "./start-stack.ts";

/** A customer with a unique name, so that no two tests share a document number. */
export interface KycCustomer {
  externalCustomerId: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
}

export interface ReadKycInfo {
  status: string;
  clientSecret: string;
  links: { driversLicense: { url: string }; passport: { url: string } };
  verifications: { status: string; type: string | null }[];
}

/** Without the letters that text recognition drops (X, Y) or confuses with others (F, I, O, Q). */
const letters = "ABCDEGHJKLMNPRSTUVWZ";
let serial = 0;

/** A last name that is unique on this stack, across runs, and that the document reader reads without a mistake. */
export function uniqueName(): string {
  let rest = (Date.now() % 10_000_000) * 100 + process.pid * 7 + ++serial;
  let name = "";
  while (rest > 0) {
    name += letters[rest % letters.length];
    rest = Math.floor(rest / letters.length);
  }
  return `Q${name.toLowerCase()}`;
}

/** Creates a customer without the data fields in `omitted`. */
export async function createKycCustomer(
  stack: Addresses,
  omitted: readonly ("firstName" | "lastName" | "dateOfBirth")[] = [],
  overrides: Partial<Omit<KycCustomer, "externalCustomerId">> = {},
): Promise<KycCustomer> {
  const externalCustomerId = freshId("identity");
  const person = {
    firstName: "Ada",
    lastName: uniqueName(),
    dateOfBirth: "1990-12-10",
    ...overrides,
  };
  const known = Object.entries(person).filter(([name]) => !omitted.includes(name as "firstName"));
  const data = { email: `${externalCustomerId}@example.com`, ...Object.fromEntries(known) };
  await call(stack, "POST", "/v1/customers", { externalCustomerId, data });
  return { externalCustomerId, ...person };
}

export function readKycInfo(stack: Addresses, customer: KycCustomer): Promise<ReadKycInfo> {
  return call(stack, "GET", `/v1/customers/${customer.externalCustomerId}/kyc-info`);
}

/** Gets a picture of one side of the customer's document from the sandbox. */
export async function fetchSpecimen(
  stack: Pick<StackAddresses, "sandboxUrl">,
  customer: KycCustomer,
  side: "front" | "back" | "photo_page",
  outcome = "agrees",
): Promise<PictureFile> {
  const query = new URLSearchParams({
    firstName: customer.firstName,
    lastName: customer.lastName,
    dateOfBirth: customer.dateOfBirth,
    type: side === "photo_page" ? "passport" : "drivers_license",
    outcome,
  });
  const response = await fetch(`${stack.sandboxUrl}/specimens/${side}?${query}`);
  if (!response.ok) throw new Error(`no specimen: ${response.status} ${await response.text()}`);
  const mimeType = response.headers.get("content-type") ?? "image/png";
  const buffer = Buffer.from(await response.arrayBuffer());
  return { name: `${side}.${mimeType.split("/")[1]}`, mimeType, buffer };
}
