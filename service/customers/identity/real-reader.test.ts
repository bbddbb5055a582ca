import { randomFillSync } from "node:crypto";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Customer } from "#contract/api/customers";
import {
  makeSpecimen,
  renderSpecimen,
  type SpecimenDocument,
  type SpecimenImage,
} from "../../../sandbox/specimens/index.ts";
import { createInlineDocumentReader } from "../../providers/document-reader/create-inline-document-reader.ts";
import { readReviewImage } from "./index.ts";
import { createKycWorld, type KycWidget, type KycWorld } from "./testing/kyc-world.ts";

// OCR takes seconds, and these tests run in parallel with others.
vi.setConfig({ testTimeout: 240_000 });

let world: KycWorld;
beforeAll(async () => {
  const reader = createInlineDocumentReader({ now: () => world.clock.nowMs() });
  world = await createKycWorld({}, { reader });
});
afterAll(() => world.close());

const jane = { firstName: "Jane", lastName: "Doe", dateOfBirth: "1985-04-23" };
const janesLicense: SpecimenDocument = {
  type: "drivers_license",
  person: jane,
  documentNumber: "D7654321",
  issuedOn: "2022-04-23",
  expiresOn: "2030-04-23",
  country: "USA",
};

/** Sends the pictures, by default as Jane Doe. */
async function send(pictures: readonly SpecimenImage[], customerData: object = {}) {
  const customer = await world.newCustomer(customerData);
  const widget = await world.widgetOf(customer);
  await widget.consent(pictures.length === 1 ? "passport" : "drivers_license");
  for (const { side, bytes } of pictures) {
    const sent = await widget.upload(side, Buffer.from(bytes));
    expect(sent.body).toMatchObject({ state: "received" });
  }
  await widget.submit();
  await world.read();
  // The customer does not learn why a document is under review.
  const profile = (await world.call("GET", `/v1/customers/${customer}`)).json<Customer>();
  const [newest] = profile.kycVerifications;
  if (!newest) throw new Error("nothing was submitted");
  const { status, reasons, checks } = newest;
  return { status, reasons: reasons.map(({ code }) => code), checks };
}

test("the pictures of a license are read, compared and decided", async () => {
  const pictures = renderSpecimen(janesLicense, 1000);
  const verified = await send(pictures);
  expect(verified).toMatchObject({ status: "verified", reasons: [] });
  expect(verified.checks).not.toHaveLength(0);
  const other = await send(pictures, { firstName: "Joan", lastName: "Smith" });
  expect(other.status).toBe("under_review");
  expect(other.reasons).toEqual(
    expect.arrayContaining(["last_name_mismatch", "document_number_in_use"]),
  );
});

// decision/specimen-outcomes.test.ts tests the other documents.
test("a passport with a wrong check digit is never verified", async () => {
  const today = new Date(world.clock.nowMs()).toISOString().slice(0, 10);
  const outcome = "wrong_check_digit";
  const request = { outcome, today, person: jane, documentNumber: "X1741852" } as const;
  expect(await send(await makeSpecimen({ ...request, type: "passport" }))).toMatchObject({
    status: "under_review",
    reasons: ["check_digits_wrong"],
  });
});

async function startCapture(): Promise<KycWidget> {
  const widget = await world.widgetOf(await world.newCustomer());
  await widget.consent();
  return widget;
}

test("a file that only starts like a picture is refused with a message for the customer", async () => {
  const bytes = randomFillSync(Buffer.alloc(5_000));
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  const refused = await (await startCapture()).upload("front", bytes);
  expect(refused.body).toMatchObject({ state: "refused", problems: [{ blocking: true }] });
  expect(refused.body.problems[0]?.message).toMatch(/\w/);
});

test("a small file that decodes to a huge picture is refused and not part of the capture", async () => {
  const bomb = Buffer.from(renderSpecimen(janesLicense, 700)[0]?.bytes ?? []);
  bomb.writeUInt32BE(50_000, 16);
  bomb.writeUInt32BE(50_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  const widget = await startCapture();
  expect((await widget.upload("front", bomb)).body).toMatchObject({
    state: "refused",
    problems: [{ code: "image_too_large", blocking: true }],
  });
  expect((await widget.session()).body.nextAction).toBe("upload");
});

test("staff get only the picture from a file that also contains other data", async () => {
  const [front] = renderSpecimen(janesLicense, 800);
  const jpeg = await sharp(front?.bytes)
    .jpeg()
    .withExif({ IFD0: { Copyright: "<script>alert(1)</script>" } })
    .toBuffer();
  const polyglot = Buffer.concat([
    jpeg,
    Buffer.from("<!doctype html><script>alert(1)</script>PK\u0003\u0004 %PDF-1.7"),
  ]);
  const widget = await startCapture();
  expect((await widget.upload("front", polyglot)).body.state).toBe("received");
  const session = (await widget.session()).body;
  const key = {
    operatorId: world.operator.operatorId,
    kycVerificationId: session.kycVerificationId ?? "",
    staffId: "staff-1",
  };
  const stored = await readReviewImage(
    world.service.kyc.deps,
    key,
    session.sides[0]?.upload?.uploadId ?? "",
  );
  expect(stored.contentType).toBe("image/jpeg");
  for (const trace of ["script", "doctype", "PK\u0003\u0004", "%PDF"]) {
    expect([trace, stored.bytes.includes(trace)]).toEqual([trace, false]);
  }
});
