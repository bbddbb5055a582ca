/** Only the right client secrets open a route, and every body is accepted or refused with a code. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClientSecretKind, makeClientSecrets } from "../testing/client-secrets.ts";
import { createTestService, type TestService } from "../testing/create-test-service.ts";

const address = {
  line1: "1 Main St",
  city: "Austin",
  state: "TX",
  postalCode: "73301",
  country: "US",
};
const browser = {
  javaEnabled: false,
  language: "en-US",
  colorDepth: 24,
  screenHeightPx: 800,
  screenWidthPx: 400,
  timeZoneOffsetMinutes: 0,
  userAgent: "Mozilla/5.0",
};
const person = { firstName: "Ada", middleName: "B", lastName: "Lovelace", suffix: "Jr", address };

const everyKind: readonly ClientSecretKind[] = ["pi", "di", "w9", "kyc", "kho", "ref"];
const intents: readonly ClientSecretKind[] = ["pi", "di"];
const withCustomer: readonly ClientSecretKind[] = ["pi", "di", "kyc"];
const verifying: readonly ClientSecretKind[] = ["di", "kyc", "kho"];

/** The secrets that can call each client route, and a valid body. */
const routes: Record<string, { kinds: readonly ClientSecretKind[]; body?: object }> = {
  "GET /v1/client/session": { kinds: intents },
  "GET /v1/client/status": { kinds: intents },
  "POST /v1/client/quote": {
    kinds: ["pi"],
    body: { type: "card", card: { prefix: "424242" } },
  },
  "POST /v1/client/payments": {
    kinds: ["pi"],
    body: {
      type: "card",
      total: 12.34,
      browser,
      card: {
        number: "4242424242424242",
        expiryMonth: 12,
        expiryYear: 2030,
        cvc: "123",
        holderName: "Ada Lovelace",
        postalCode: "73301",
      },
    },
  },
  "POST /v1/client/payments/{paymentId}/continue": {
    kinds: ["pi"],
    body: { after: "challenge", outcome: "completed", cvc: "123" },
  },
  "GET /v1/client/mandates/{paymentId}": { kinds: ["pi"] },
  "DELETE /v1/client/payment-methods/{paymentMethodId}": { kinds: intents },
  "POST /v1/client/disbursements": {
    kinds: ["di"],
    body: {
      type: "bank",
      netAmount: 12.34,
      save: true,
      bank: {
        routingNumber: "110000000",
        accountNumber: "0001234567",
        accountType: "checking",
        holderName: "Ada Lovelace",
      },
    },
  },
  "PUT /v1/client/customer-data": {
    kinds: withCustomer,
    body: { ...person, dateOfBirth: "1985-04-23", phoneNumber: "+12025550143" },
  },
  "POST /v1/client/sms-verification": {
    kinds: withCustomer,
    body: { phoneNumber: "+12025550143", language: "en" },
  },
  "POST /v1/client/sms-verification/check": { kinds: withCustomer, body: { code: "123456" } },
  "GET /v1/client/kyc": { kinds: verifying },
  "GET /v1/client/kyc/status": { kinds: verifying },
  "POST /v1/client/kyc/consent": {
    kinds: verifying,
    body: { documentType: "passport", consent: true },
  },
  "POST /v1/client/kyc/submit": { kinds: verifying, body: {} },
  "POST /v1/client/kyc/retry": { kinds: verifying, body: {} },
  "POST /v1/client/kyc/handoff": { kinds: verifying, body: {} },
  "POST /v1/client/kyc/uploads": { kinds: verifying, body: { side: "front", sizeBytes: 1000 } },
  "GET /v1/client/kyc/uploads/{uploadId}": { kinds: verifying },
  "POST /v1/client/kyc/uploads/{uploadId}": { kinds: verifying, body: {} },
  "GET /v1/client/refund": { kinds: ["ref"] },
  "POST /v1/client/refund/quote": { kinds: ["ref"], body: {} },
  "POST /v1/client/refund/destination": {
    kinds: ["ref"],
    body: {
      type: "bank",
      bank: {
        routingNumber: "110000000",
        accountNumber: "0001234567",
        accountType: "checking",
        holderName: "Ada Lovelace",
      },
    },
  },
  "GET /v1/client/w9": { kinds: ["w9"] },
  "GET /v1/client/w9/status": { kinds: ["w9"] },
  "POST /v1/client/w9/left": { kinds: ["w9"], body: {} },
  "POST /v1/client/w9/confirm": { kinds: ["w9"], body: { dateOfBirth: "1985-04-23" } },
  "POST /v1/client/w9/phone-code": { kinds: ["w9"], body: { language: "en" } },
  "POST /v1/client/w9/phone-code/check": { kinds: ["w9"], body: { code: "123456" } },
  "PUT /v1/client/w9/draft": {
    kinds: ["w9"],
    body: { ...person, businessName: "Analytical Engines", tinBox: "ssn" },
  },
  "POST /v1/client/w9/not-us-person": { kinds: ["w9"], body: { notUsPerson: false } },
  "POST /v1/client/w9/complete": {
    kinds: ["w9"],
    body: {
      ...person,
      businessName: "Analytical Engines",
      tinBox: "ssn",
      tin: "123456789",
      formRevision: "2024-03",
      usPerson: true,
      classification: "individual",
      backupWithholding: false,
      signature: "Ada Lovelace",
    },
  },
  "GET /v1/client/w9/copy": { kinds: ["w9"] },
  "POST /v1/client/bank-logins": { kinds: ["pi", "di"], body: { locale: "en" } },
  "GET /v1/client/bank-logins/{bankLoginId}": { kinds: ["pi", "di"] },
};

let t: TestService;
let secrets: Record<ClientSecretKind, string>;
let serial = 0;
beforeAll(async () => {
  t = await createTestService({ env: { RATE_LIMIT_FAILED_AUTHENTICATION: "100000/100000" } });
  secrets = await makeClientSecrets(t);
});
afterAll(() => t.close());

/** Calls the route with unknown ids in its path. */
async function ask(route: string, secret: string, body: object | undefined) {
  const [method = "", path = ""] = route.split(" ");
  serial += 1;
  const headers = { "idempotency-key": `key-${serial}` };
  const url = path.replace(/\{\w+\}/, "none");
  const request = body === undefined ? { headers } : { headers, body };
  const response = await t.callAsClient(method, url, secret, request);
  const errorCode = response.statusCode < 400 ? "" : String(response.json().errorCode);
  return { statusCode: response.statusCode, errorCode };
}

test("covers every documented client route", async () => {
  const document = (await t.call("GET", "/v1/openapi.json", { token: null })).json();
  const documented = Object.entries<object>(document.paths)
    .filter(([path]) => path.startsWith("/v1/client/"))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((key) => `${key.toUpperCase()} ${path}`),
    );
  expect(Object.keys(routes).sort()).toEqual(documented.sort());
});

test.each(Object.entries(routes))("%s opens with its own secrets only", async (route, given) => {
  for (const kind of everyKind) {
    const { errorCode } = await ask(route, secrets[kind], given.body);
    if (given.kinds.includes(kind)) {
      expect(errorCode, kind).not.toMatch(/^(internal_error|client_secret_invalid|feature_.*)$/);
    } else {
      expect(errorCode, kind).toMatch(
        /^(client_secret_invalid|resource_not_found|feature_not_enabled|validation_failed)$/,
      );
    }
  }
});

const hostile: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  "",
  " ",
  "a\u0000b",
  "\ud800",
  "😀".repeat(300),
  "a".repeat(9000),

  [],
  [[]],
  {},
  JSON.parse('{"__proto__":{"a":1}}'),
  "__proto__",
  "' or 1=1--",
  "../../etc/passwd",
  "9".repeat(40),
  "1e3",
  "٣",
  "2024-02-30",
  "javascript:alert(1)",
  undefined,
];

function* withHostileValues(body: object): Generator<object> {
  for (const [name, value] of Object.entries(body)) {
    for (const each of hostile) yield { ...body, [name]: each };
    if (typeof value === "object")
      for (const each of withHostileValues(value)) yield { ...body, [name]: each };
  }
}

test.each(Object.entries(routes).filter(([, { body }]) => body && Object.keys(body).length > 0))(
  "%s refuses unexpected values with a code",
  async (route, { kinds, body = {} }) => {
    for (const kind of kinds) {
      for (const each of withHostileValues(body)) {
        const { errorCode } = await ask(route, secrets[kind], each);
        expect(errorCode, `${kind} ${JSON.stringify(each)}`).not.toBe("internal_error");
        // The body may have used up the secret.
        if (errorCode === "" && (kind === "pi" || kind === "ref"))
          secrets = await makeClientSecrets(t);
      }
    }
  },
);

test("operators' routes refuse unexpected values with a code", async () => {
  const document = (await t.call("GET", "/v1/openapi.json", { token: null })).json();
  let count = 0;
  for (const [path, methods] of Object.entries<object>(document.paths)) {
    // biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
    for (const [method, { requestBody }] of Object.entries<any>(methods)) {
      const example = requestBody?.content["application/json"]?.example;
      if (example === undefined) continue;
      for (const body of withHostileValues(example)) {
        const response = await t.call(method.toUpperCase(), path.replace(/\{\w+\}/g, "c-1"), {
          body,
        });
        expect(response.body, `${path} ${JSON.stringify(body)}`).not.toContain("internal_error");
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(500);
});
