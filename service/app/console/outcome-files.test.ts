import { afterAll, beforeAll, expect, test } from "vitest";
import { hangLong, outcomeOf } from "../../payments/testing/outcome-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let viewer: TestStaff;
let reviewer: TestStaff;
let admin: TestStaff;
let otherStaff: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  viewer = await addStaff(world, "viewer");
  reviewer = await addStaff(world, "reviewer");
  admin = await addStaff(world, "admin");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const fileOf = (content: Buffer) => ({
  name: "dashboard.png",
  contentType: "image/png",
  content: content.toString("base64"),
});

test("a mark can have a file that proves it, sealed and shown to staff who decide", async () => {
  const hanging = await hangLong(world, await world.createIntent());
  const { intent, paymentId } = hanging;
  const read = async () =>
    outcomeOf(await admin.browser.ok("GET", `/payments/${intent.paymentIntentId}`), paymentId);
  const mark = (body: object) =>
    admin.browser.call(
      "POST",
      `/payments/${intent.paymentIntentId}/attempts/${paymentId}/mark`,
      body,
    );
  const seen = (await read()).unknown?.seen ?? "";
  const body = { outcome: "failed", note: "The processor's support says so", seen };
  const wrong = { ...body, file: fileOf(Buffer.from("no picture")) };
  expect((await mark(wrong)).json().errorCode).toBe("evidence_file_invalid");
  const large = { ...body, file: fileOf(Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024 - 10)])) };
  expect((await mark(large)).json().errorCode).toBe("evidence_too_large");
  expect((await mark({ ...body, file: fileOf(png) })).statusCode).toBe(200);
  const { marks } = await read();
  const file = { name: "dashboard.png", contentType: "image/png", sizeBytes: png.length };
  expect(marks).toMatchObject([{ state: "applied", file }]);
  const path = `/outcome-marks/${marks[0]?.markId}/file`;
  const opened = await reviewer.browser.call("GET", path);
  expect([opened.statusCode, opened.rawPayload, opened.headers["content-type"]]).toEqual([
    200,
    png,
    "image/png",
  ]);
  expect((await viewer.browser.call("GET", path)).statusCode).toBe(403);
  expect((await otherStaff.browser.call("GET", path)).statusCode).toBe(404);
  const audited = await world.service.deps.database.kysely
    .selectFrom("audit_entries")
    .select("action")
    .where("subject_id", "=", paymentId)
    .orderBy("sequence")
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(["payment.marked", "payment.mark_file_seen"]);
  const stored = await world.service.deps.database.kysely
    .selectFrom("outcome_mark_files")
    .selectAll()
    .execute();
  expect(JSON.stringify(stored)).not.toContain("dashboard");
  expect(stored[0]?.content_sealed).not.toContain(png.toString("base64"));
  await damageValues(world, "outcome_mark_files", "name_sealed");
  await damageValues(world, "outcome_marks", "note_sealed");
  expect((await read()).marks).toMatchObject([{ note: null, file: { ...file, name: "" } }]);
});
