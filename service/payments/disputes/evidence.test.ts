import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DisputeCalls, disputeCalls } from "../testing/dispute-calls.ts";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";

let world: PaymentWorld;
let t: DisputeCalls;
beforeAll(async () => {
  world = await createPaymentWorld();
  t = disputeCalls(world);
});
afterAll(() => world.close());

async function pdf(pages = 1): Promise<string> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage();
  return Buffer.from(await document.save()).toString("base64");
}

describe("evidence", () => {
  test("is merged: omitted fields stay, null removes a field", async () => {
    const { dispute } = await t.open();
    const id = dispute.disputeId;
    await t.put(id, { fields: { explanation: "They came.", trackingNumber: "1Z" } });
    const { statusCode, body } = await t.put(id, {
      fields: { trackingNumber: null, shippingCarrier: "UPS" },
      files: { receipt: { name: "r.pdf", contentType: "application/pdf", content: await pdf(2) } },
    });
    expect(statusCode).toBe(200);
    expect(body.evidence).toMatchObject({
      fields: { explanation: "They came.", shippingCarrier: "UPS" },
      files: [{ kind: "receipt", name: "r.pdf", pages: 2 }],
      submittedAt: null,
    });
    expect(body.evidence.fields).not.toHaveProperty("trackingNumber");
    const without = await t.put(id, { files: { receipt: null } });
    expect(without.body.evidence.files).toEqual([]);
    expect(await t.events(id)).toEqual(["created", "updated", "updated", "updated"]);
  });

  test("is sealed in the store", async () => {
    const { dispute } = await t.open();
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
    await t.put(dispute.disputeId, {
      fields: { explanation: "a secret text" },
      files: {
        other: { name: "who.png", contentType: "image/png", content: png.toString("base64") },
      },
    });
    const db = world.service.deps.database.kysely;
    const rows = JSON.stringify([
      await db.selectFrom("disputes").select("evidence_sealed").execute(),
      await db.selectFrom("dispute_files").select(["name_sealed", "content_sealed"]).execute(),
    ]);
    expect(rows).not.toContain("a secret text");
    expect(rows).not.toContain("who.png");
    expect(rows).not.toContain(png.toString("base64"));
  });

  test.each([
    ["another type", { contentType: "image/png", content: "AAAA" }, "evidence_file_invalid"],
    [
      "a broken PDF",
      { contentType: "application/pdf", content: "JVBERi0xLjc=" },
      "evidence_file_invalid",
    ],
    ["no base64", { contentType: "image/png", content: "a*b" }, "validation_failed"],
    [
      "a type that banks cannot open",
      { contentType: "text/html", content: "AAAA" },
      "validation_failed",
    ],
  ])("refuses a file with %s", async (_name, file, code) => {
    const { dispute } = await t.open();
    const { statusCode, body } = await t.put(dispute.disputeId, {
      files: { other: { name: "x", ...file } },
    });
    expect([statusCode, body.errorCode]).toEqual([400, code]);
  });

  test("refuses files that are too large or have too many pages together", async () => {
    const { dispute } = await t.open();
    const id = dispute.disputeId;
    const twelve = { name: "a.pdf", contentType: "application/pdf", content: await pdf(12) };
    await t.put(id, { files: { receipt: twelve } });
    const many = await t.put(id, { files: { other: twelve } });
    expect([many.statusCode, many.body.errorCode]).toEqual([400, "evidence_too_large"]);
    expect((await t.read(id)).evidence.files).toHaveLength(1);
    const big = Buffer.alloc(2 * 1024 * 1024 + 1);
    big.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const large = await t.put(id, {
      files: {
        other: { name: "b", contentType: "image/png", content: big.toString("base64") },
      },
    });
    expect([large.statusCode, large.body.errorCode]).toEqual([400, "evidence_too_large"]);
  });

  test("refuses unknown fields by name", async () => {
    const { dispute } = await t.open();
    const { statusCode, body } = await t.put(dispute.disputeId, { fields: { trackingNo: "1" } });
    expect(statusCode).toBe(400);
    expect(JSON.stringify(body.errors)).toContain("trackingNo");
  });
});
