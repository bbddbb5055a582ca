import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Document,
  generateCollection,
} from "../../../clients/bruno/testing/generate-collection.ts";
import { type BrunoRequest, sendRequest } from "../../../clients/bruno/testing/send-requests.ts";
import { repositoryRoot } from "../../platform/repository-root.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";

/** Bruno's parser ships no types. */
interface BrunoLanguage {
  bruToJsonV2(text: string): BrunoRequest;
  bruToEnvJsonV2(text: string): { variables: { name: string; value: string; secret: boolean }[] };
}
const bruno = createRequire(import.meta.url)("@usebruno/lang") as BrunoLanguage;

const folder = join(repositoryRoot(), "clients", "bruno");
let t: TestService;
let document: Document;
let files: Map<string, string>;
beforeAll(async () => {
  t = await createTestService({ env: { PUBLIC_URL: "https://pay.tessera.test" } });
  document = (await t.call("GET", "/v1/openapi.json", { token: null })).json();
  files = generateCollection(document);
});
afterAll(() => t.close());

test("its files match the OpenAPI document", async () => {
  // Accept a change with `npx vitest run --project service bruno-collection.test.ts -u`.
  for (const [path, text] of files) await expect(text).toMatchFileSnapshot(join(folder, path));
  const stored = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.startsWith("testing") && statSync(join(folder, path)).isFile());
  expect(stored.sort()).toEqual([...files.keys()].sort());
});

test("Bruno reads each request as the call that the document describes", () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
  );
  let count = 0;
  for (const [path, text] of files) {
    if (!/^(?!environments\/).+\/.+\.bru$/.test(path)) continue;
    const read = bruno.bruToJsonV2(text);
    const operation = operations.find(({ operationId }) => operationId === read.meta.name);
    expect(read.http.method, path).toBe(operation?.method);
    expect(read.http.url.split("?")[0], path).toBe(
      `{{url}}${operation?.path.replace(/\{(\w+)\}/g, ":$1")}`,
    );
    if (read.body?.json) JSON.parse(read.body.json);
    count += 1;
  }
  expect(count).toBeGreaterThan(45);
});

test("the service understands each request, sent in the collection's order", async () => {
  const variables = new Map([["url", ""]]);
  const answers: string[] = [];
  for (const [path, text] of files) {
    if (!/^(?!environments\/).+\/.+\.bru$/.test(path)) continue;
    const request = bruno.bruToJsonV2(text);
    expect(request.http.auth, path).toBe("inherit");
    const { status, body } = await sendRequest(request, variables, async (sent) => {
      const { method, url, headers } = sent;
      const response = await t.call(method, url, { headers, body: sent.body });
      const isJson = `${response.headers["content-type"]}`.startsWith("application/json");
      return { status: response.statusCode, body: isJson ? response.json() : undefined };
    });
    const { errorCode } = (body ?? {}) as { errorCode?: string };
    answers.push([request.meta.name, status, errorCode].join(" ").trim());
  }
  expect(answers).toMatchInlineSnapshot(`
    [
      "resendEvent 400 validation_failed",
      "createWebhook 201",
      "listWebhooks 200",
      "deleteWebhook 200",
      "createCustomer 201",
      "listCustomers 200",
      "getCustomer 200",
      "updateCustomerData 200",
      "getCustomerLocation 200",
      "checkGeolocation 200",
      "createPaymentIntent 201",
      "listPaymentIntents 200",
      "getPaymentIntentStatus 200",
      "getMandate 404 resource_not_found",
      "cancelPayment 404 resource_not_found",
      "createRefund 400 payment_not_refundable",
      "listRefundsOfPaymentIntent 200",
      "listRefunds 200",
      "getRefund 404 resource_not_found",
      "renewRefundLink 404 resource_not_found",
      "cancelRefund 404 resource_not_found",
      "listPendingRefunds 200",
      "proceedWithRefund 404 resource_not_found",
      "listDisputes 200",
      "getDispute 404 resource_not_found",
      "putDisputeEvidence 404 resource_not_found",
      "submitDispute 404 resource_not_found",
      "acceptDispute 404 resource_not_found",
      "openInquiry 404 resource_not_found",
      "recordInquiryAnswer 404 resource_not_found",
      "getDelivery 404 resource_not_found",
      "putDelivery 200",
      "listPaymentMethods 200",
      "deletePaymentMethod 404 resource_not_found",
      "createDisbursementIntent 201",
      "listDisbursementIntents 200",
      "getDisbursementIntentStatus 200",
      "listPendingDisbursements 200",
      "proceedWithDisbursement 409 conflicting_state",
      "listCustomerDisbursements 200",
      "getKycInfo 200",
      "createPrize 403 tax_type_not_enabled",
      "listPrizes 200",
      "listSettlementFiles 200",
      "importSettlementFile 400 settlement_file_refused",
      "getSettlementFile 404 resource_not_found",
      "listSettlementBreaks 200",
      "listLedgerAccounts 200",
      "listLedgerPostings 200",
      "eraseCustomer 409 erasure_blocked",
      "exportCustomer 200",
      "getSandboxClock 200",
      "moveSandboxClock 403 sandbox_clock_not_allowed",
      "openSandboxDispute 404 resource_not_found",
      "decideSandboxDispute 404 resource_not_found",
    ]
  `);
});

test("the environments contain no key", () => {
  for (const name of ["Sandbox", "Another sandbox"]) {
    const path = `environments/${name}.bru`;
    expect(existsSync(join(folder, path))).toBe(true);
    const { variables } = bruno.bruToEnvJsonV2(files.get(path) ?? "");
    expect(variables.find((variable) => variable.name === "secretKey")).toMatchObject({
      secret: true,
      value: "",
    });
  }
});
