/** Customers who are to be verified, and SPECIMEN documents of theirs. */
import type { PictureFile } from "../pages/kyc-widget.ts";
import { type Addresses, call, freshId } from "./operator-api.ts";
import type { StackAddresses } from "./start-stack.ts";

/** A customer with a name of their own, so that no two tests share a document's number. */
export interface KycCustomer {
  externalCustomerId: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string;
}

/** What kyc-info answers, as far as the tests read it. */
export interface ReadKycInfo {
  status: string;
  clientSecret: string;
  links: { driversLicense: { url: string }; passport: { url: string } };
  verifications: { status: string; type: string | null }[];
}

const letters = "ABCDEFGHJKLMNPRSTUVWXYZ";
let serial = 0;

/**
 * A last name that no other customer of this run, nor of another one on this stack, has. Without the letters that
 * readers of print take for one another.
 */
export function uniqueName(): string {
  let rest = (Date.now() % 10_000_000) * 100 + process.pid * 7 + ++serial;
  let name = "";
  while (rest > 0) {
    name += letters[rest % letters.length];
    rest = Math.floor(rest / letters.length);
  }
  return `Q${name.toLowerCase()}`;
}

/** Makes a customer; `lacks` leaves fields of their data out. */
export async function createKycCustomer(
  stack: Addresses,
  lacks: readonly ("firstName" | "lastName" | "dateOfBirth")[] = [],
  differs: Partial<Omit<KycCustomer, "externalCustomerId">> = {},
): Promise<KycCustomer> {
  const externalCustomerId = freshId("identity");
  const person = {
    firstName: "Ada",
    lastName: uniqueName(),
    dateOfBirth: "1990-12-10",
    ...differs,
  };
  const known = Object.entries(person).filter(([name]) => !lacks.includes(name as "firstName"));
  const data = { email: `${externalCustomerId}@example.com`, ...Object.fromEntries(known) };
  await call(stack, "POST", "/v1/customers", { externalCustomerId, data });
  return { externalCustomerId, ...person };
}

/** Asks for links and client secret. */
export function readKycInfo(stack: Addresses, customer: KycCustomer): Promise<ReadKycInfo> {
  return call(stack, "GET", `/v1/customers/${customer.externalCustomerId}/kyc-info`);
}

/** One side of a document of theirs, from the sandbox's page of specimens. */
export async function specimen(
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
