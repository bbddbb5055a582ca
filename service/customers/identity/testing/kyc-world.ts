import type { KycInfo } from "#contract/api/kyc";
import type {
  KycDocumentType,
  KycHandoff,
  KycSession,
  KycSide,
  KycUpload,
} from "#contract/client/kyc";
import type { SettingsPatch } from "../../../operators/accounts/index.ts";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import type { KycParts } from "../index.ts";
import { createStandInReader, type StandInReader } from "./stand-in-reader.ts";

/** Bytes that begin like a JPEG. */
export const picture = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.alloc(2_000, 7),
]);

export interface ClientResponse<Body> {
  statusCode: number;
  headers: Record<string, unknown>;
  body: Body & { errorCode?: string; offset?: number };
}

/** The customer's widget with one client secret. */
export interface KycWidget {
  session(): Promise<ClientResponse<KycSession>>;
  progress(): Promise<ClientResponse<KycSession>>;
  consent(documentType?: KycDocumentType): Promise<ClientResponse<KycSession>>;
  begin(side: KycSide, sizeBytes?: number): Promise<ClientResponse<KycUpload>>;
  send(uploadId: string, offset: number, bytes: Buffer): Promise<ClientResponse<KycUpload>>;
  /** Uploads a picture in one piece. */
  upload(side: KycSide, bytes?: Buffer): Promise<ClientResponse<KycUpload>>;
  submit(headers?: Record<string, string>): Promise<ClientResponse<KycSession>>;
  retry(): Promise<ClientResponse<KycSession>>;
  handoff(): Promise<ClientResponse<KycHandoff>>;
  sendLicense(): Promise<ClientResponse<KycSession>>;
}

/** A service with a stand-in reader. */
export interface KycWorld extends TestService {
  reader: StandInReader;
  /** Creates a customer, by default Jane Doe, born 1985-04-23. Resolves to the id. */
  newCustomer(data?: object): Promise<string>;
  kycInfo(externalCustomerId: string): Promise<KycInfo>;
  /** `publishableKey`: by default the first operator's. */
  widget(clientSecret: string, publishableKey?: string): KycWidget;
  /** A widget with kyc-info's secret. */
  widgetOf(externalCustomerId: string): Promise<KycWidget>;
  read(): Promise<void>;
  kycStatusOf(externalCustomerId: string): Promise<string | null>;
  /** The statuses of `kyc_verification` events, in order. */
  eventsOf(externalCustomerId: string): Promise<string[]>;
}

export async function createKycWorld(
  settings: SettingsPatch = {},
  parts: KycParts = {},
): Promise<KycWorld> {
  const reader = createStandInReader();
  const service = await createTestService({ settings, kyc: { reader, ...parts } });
  let serial = 0;
  const answered = <Body>(response: {
    statusCode: number;
    headers: object;
    json(): unknown;
  }): ClientResponse<Body> => ({
    statusCode: response.statusCode,
    headers: response.headers as Record<string, unknown>,
    body: response.json() as ClientResponse<Body>["body"],
  });

  const world: KycWorld = {
    ...service,
    reader,
    async newCustomer(data = {}) {
      serial += 1;
      const externalCustomerId = `k-${serial}`;
      const jane = { firstName: "Jane", lastName: "Doe", dateOfBirth: "1985-04-23" };
      const body = {
        externalCustomerId,
        data: { email: `k${serial}@example.com`, ...jane, ...data },
      };
      const response = await service.call("POST", "/v1/customers", { body });
      if (response.statusCode !== 201) throw new Error(response.body);
      return externalCustomerId;
    },
    async kycInfo(externalCustomerId) {
      const response = await service.call("GET", `/v1/customers/${externalCustomerId}/kyc-info`);
      if (response.statusCode !== 200) throw new Error(response.body);
      return response.json<KycInfo>();
    },
    widget(clientSecret, publishableKey = service.operator.publishableKey) {
      const get = async <Body>(path: string) =>
        answered<Body>(
          await service.callAsClient("GET", `/v1/client/kyc${path}`, clientSecret, {
            publishableKey,
          }),
        );
      const post = async <Body>(
        path: string,
        body: unknown,
        headers: Record<string, string> = {},
      ) => {
        const url = `/v1/client/kyc${path}`;
        // Newer rows need a later id.
        service.clock.advance(1);
        return answered<Body>(
          await service.callAsClient("POST", url, clientSecret, { body, headers, publishableKey }),
        );
      };
      const widget: KycWidget = {
        session: () => get(""),
        progress: () => get("/status"),
        consent: (documentType = "drivers_license") =>
          post("/consent", { documentType, consent: true }),
        begin: (side, sizeBytes = picture.length) => post("/uploads", { side, sizeBytes }),
        send: (uploadId, offset, bytes) =>
          post(`/uploads/${uploadId}?offset=${offset}`, bytes, {
            "content-type": "application/octet-stream",
          }),
        async upload(side, bytes = picture) {
          const started = await widget.begin(side, bytes.length);
          if (started.statusCode !== 201) return started;
          return widget.send(started.body.uploadId, 0, bytes);
        },
        submit: (headers = {}) => post("/submit", {}, headers),
        retry: () => post("/retry", {}),
        handoff: () => post("/handoff", {}),
        async sendLicense() {
          await widget.consent();
          await widget.upload("front");
          await widget.upload("back");
          return widget.submit();
        },
      };
      return widget;
    },
    widgetOf: async (externalCustomerId) =>
      world.widget((await world.kycInfo(externalCustomerId)).clientSecret),
    read: () => service.runJob("kyc.read"),
    async kycStatusOf(externalCustomerId) {
      const response = await service.call("GET", `/v1/customers/${externalCustomerId}`);
      return response.json<{ kycStatus: string | null }>().kycStatus;
    },
    async eventsOf(externalCustomerId) {
      const rows = await service.service.deps.database.kysely
        .selectFrom("events")
        .innerJoin("kyc_verifications", "kyc_verification_id", "resource_id")
        .select(["events.status", "sequence"])
        .where("type", "=", "kyc_verification")
        .where("external_customer_id", "=", externalCustomerId)
        .orderBy("resource_id")
        .orderBy("sequence")
        .execute();
      return rows.map(({ status }) => status);
    },
  };
  return world;
}
