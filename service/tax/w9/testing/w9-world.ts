import type { CompleteW9 } from "#contract/client/w9";
import type { SettingsPatch } from "../../../operators/accounts/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { captureLinkFor, captureLinkOf, type TaxDeps, type TaxSubject } from "../index.ts";

export interface ClientResponse {
  statusCode: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  body: any;
}

/** The page behind one link. */
export interface W9Page {
  secret: string;
  session(): Promise<ClientResponse>;
  status(): Promise<ClientResponse>;
  confirm(dateOfBirth: string): Promise<ClientResponse>;
  draft(draft: object): Promise<ClientResponse>;
  notUsPerson(notUsPerson: boolean): Promise<ClientResponse>;
  complete(changes?: object, headers?: Record<string, string>): Promise<ClientResponse>;
  /** Returns the copy as PDF. */
  copy(receipt: string): Promise<{ statusCode: number; bytes: Buffer }>;
  /** Sends the token with all later calls. */
  useConfirmation(token: string): void;
  call(method: string, path: string, body?: object): Promise<ClientResponse>;
}

export interface W9World extends TestService {
  deps: TaxDeps;
  newCustomer(data?: object): Promise<TaxSubject>;
  /** Opens the page. With `liveMs`, by the link of an intent's widget whose intent is open that long. */
  pageOf(customer: TaxSubject, options?: { liveMs?: number }): Promise<W9Page>;
  /** The customer's events in order. */
  eventsOf(customer: TaxSubject): Promise<string[]>;
}

export const signedByJane: CompleteW9 = {
  formRevision: "2024-03",
  usPerson: true,
  classification: "individual",
  firstName: "Jane",
  lastName: "Doe",
  address: {
    line1: "1 Main Street",
    city: "Reno",
    state: "NV",
    postalCode: "89501",
    country: "US",
  },
  tinBox: "ssn",
  tin: "536-22-8714",
  backupWithholding: false,
  signature: "Jane Doe",
};

export const signedByCompany: CompleteW9 = {
  formRevision: "2024-03",
  usPerson: true,
  classification: "llc",
  llcClassification: "S",
  entityName: "Doe & Sons LLC",
  businessName: "Doe’s Diner",
  exemptPayeeCode: "5",
  address: { line1: "5 Depot Road", city: "Elko", state: "NV", postalCode: "89801", country: "US" },
  tinBox: "ein",
  tin: "12-3456780",
  backupWithholding: false,
  signature: "Jane Doe",
};

export async function createW9World(
  settings: SettingsPatch = {},
  env: Record<string, string> = {},
): Promise<W9World> {
  const service = await createTestService({ settings, env });
  const { deps } = service.service.tax;
  let serial = 0;
  return {
    ...service,
    deps,
    async newCustomer(data = {}) {
      serial += 1;
      const externalCustomerId = `w-${serial}`;
      const jane = { firstName: "Jane", lastName: "Doe", dateOfBirth: "1985-04-23" };
      const body = {
        externalCustomerId,
        data: { email: `w${serial}@example.com`, ...jane, ...data },
      };
      const response = await service.call("POST", "/v1/customers", { body });
      if (response.statusCode !== 201) throw new Error(response.body);
      return { operatorId: service.operator.operatorId, externalCustomerId };
    },
    pageOf: (customer, options) => openW9Page(service, customer, options),
    async eventsOf({ externalCustomerId }) {
      const rows = await deps.database.kysely
        .selectFrom("events")
        .innerJoin("w9_forms", "w9_forms.w9_id", "events.resource_id")
        .select(["events.type", "events.status"])
        .where("w9_forms.external_customer_id", "=", externalCustomerId)
        .orderBy("w9_forms.w9_id")
        .orderBy("events.sequence")
        .execute();
      return rows.map(({ type, status }) => `${type} ${status}`);
    },
  };
}

/** {@link W9World.pageOf} for any test service. */
export async function openW9Page(
  service: TestService,
  customer: TaxSubject,
  { liveMs }: { liveMs?: number } = {},
): Promise<W9Page> {
  const { deps } = service.service.tax;
  const options =
    liveMs === undefined ? {} : { intentLiveUntil: new Date(service.clock.nowMs() + liveMs) };
  const link =
    (await captureLinkOf(deps, customer, options)) ??
    (await inTransaction(deps.database, (tx) => captureLinkFor(deps, tx, customer)));
  if (!link) throw new Error("this customer needs no W-9");
  return pageOf(service, link.w9CaptureUrl.split("#")[1] ?? "");
}

function pageOf(service: TestService, secret: string): W9Page {
  let confirmation: Record<string, string> = {};
  const send = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) =>
    service.call(method, `/v1/client/w9${path}`, {
      token: secret,
      headers: { "user-agent": "Test Browser/1.0", ...confirmation, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const call: W9Page["call"] = async (method, path, body) => {
    const response = await send(method, path, body);
    return { statusCode: response.statusCode, body: response.json() };
  };
  return {
    secret,
    call,
    session: () => call("GET", ""),
    status: () => call("GET", "/status"),
    confirm: (dateOfBirth) => call("POST", "/confirm", { dateOfBirth }),
    draft: (draft) => call("PUT", "/draft", draft),
    notUsPerson: (notUsPerson) => call("POST", "/not-us-person", { notUsPerson }),
    async complete(changes = {}, headers = {}) {
      const response = await send("POST", "/complete", { ...signedByJane, ...changes }, headers);
      return { statusCode: response.statusCode, body: response.json() };
    },
    async copy(receipt) {
      const response = await send("GET", "/copy", undefined, { "tessera-w9-receipt": receipt });
      return { statusCode: response.statusCode, bytes: response.rawPayload };
    },
    useConfirmation(token) {
      confirmation = { "tessera-w9-confirmation": token };
    },
  };
}
