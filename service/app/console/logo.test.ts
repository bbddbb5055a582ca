import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { logoPath } from "#contract/appearance/logo";
import type { ConsoleAppearance } from "#contract/console/appearance";
import { createCustomer } from "../../payments/testing/payment-world.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: TestService;
let admin: TestStaff;
let reviewer: TestStaff;
beforeAll(async () => {
  world = await createTestService();
  admin = await addStaff(world, "admin");
  reviewer = await addStaff(world, "reviewer");
});
afterAll(() => world.close());

const upload = async (ink: string, by = admin) =>
  by.browser.call("POST", "/appearance/logo", { content: await picture(ink) });
const uploaded = async (ink: string): Promise<string> => (await upload(ink)).json().logo;
const publish = (body: object) => admin.browser.call("POST", "/appearance/publish", body);
const read = (): Promise<ConsoleAppearance> => admin.browser.ok("GET", "/appearance");

async function picture(ink: string): Promise<string> {
  const png = await sharp({ create: { width: 90, height: 30, channels: 3, background: "#ffffff" } })
    .composite([{ input: { create: { width: 60, height: 20, channels: 3, background: ink } } }])
    .png()
    .toBuffer();
  return png.toString("base64");
}

test("an admin uploads and publishes a logo, and its URL is immutable", async () => {
  const logo = await uploaded("#aa0044");
  expect(await uploaded("#aa0044")).toBe(logo);
  const file = await world.call("GET", logoPath(logo), { token: null });
  expect(file.statusCode).toBe(200);
  expect(file.headers).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
  });
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: "webp", width: 60 });

  const { version } = await read();
  const response = await publish({ version, appearance: { brandColor: "#aa0044", logo } });
  expect(response.json()).toMatchObject({ published: { logo } });
  const { data } = await admin.browser.ok("GET", "/audit");
  expect(data.map(({ action }: { action: string }) => action)).toContain(
    "appearance.logo_uploaded",
  );
});

test("a customer's session has the logo until another appearance is published", async () => {
  const logo = await uploaded("#004400");
  const { version } = await read();
  await publish({ version, appearance: { brandColor: "#004400", logo } });
  await createCustomer(world);
  const body = {
    externalPaymentIntentId: "order-1",
    externalCustomerId: "ada",
    amount: 20,
    currency: "USD",
  };
  const intent = (await world.call("POST", "/v1/payment-intents", { body })).json();
  const session = async () =>
    (await world.callAsClient("GET", "/v1/client/session", intent.clientSecretKey)).json();
  expect((await session()).operator).toEqual({ name: "Test operator", logo: logoPath(logo) });
  await publish({ version: version + 1, appearance: null });
  expect((await session()).operator).toEqual({ name: "Test operator" });
});

test("only an operator's own logo can be published, and only admins can upload one", async () => {
  const other = await addStaff(world, "admin", (await world.createOperator()).operatorId);
  const otherLogo = (await upload("#000055", other)).json().logo;
  const { version } = await read();
  const refused = await publish({
    version,
    appearance: { brandColor: "#000055", logo: otherLogo },
  });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().errors).toMatchObject([{ path: "appearance.logo" }]);
  expect((await upload("#000055", reviewer)).statusCode).toBe(403);
});

test("an unusable logo file is refused with the reason", async () => {
  const faint = await upload("#fefefe");
  expect(faint.json()).toMatchObject({ errorCode: "logo_faint", errors: [{ path: "logo" }] });
  const text = Buffer.from("<svg/>").toString("base64");
  const wrong = await admin.browser.call("POST", "/appearance/logo", { content: text });
  expect(wrong.json()).toMatchObject({ errorCode: "logo_file_invalid" });
  const { statusCode } = await admin.browser.call("POST", "/appearance/logo", { content: "%%" });
  expect(statusCode).toBe(400);
  for (const path of ["/v1/logos/AAAAAAAAAAAAAAAAAAAAAA.webp", "/v1/logos/..%2f..webp"]) {
    expect((await world.call("GET", path, { token: null })).statusCode, path).toBe(404);
  }
});

test("only unused logos are deleted, and the ten newest stay", async () => {
  const used = await uploaded("#112233");
  const { version } = await read();
  await publish({ version, appearance: { brandColor: "#112233", logo: used } });
  const drafted = await uploaded("#223344");
  await admin.browser.call("PUT", "/appearance/draft", {
    appearance: { brandColor: "#223344", logo: drafted },
  });
  const uploads: string[] = [];
  for (let shade = 0; shade < 12; shade += 1) {
    world.clock.advance(1_000);
    uploads.push(await uploaded(`#0000${(64 + shade * 8).toString(16)}`));
  }
  const rows = await world.service.deps.database.kysely
    .selectFrom("logos")
    .select("logo_id")
    .execute();
  const kept = rows.map(({ logo_id }) => logo_id);
  expect(kept).toContain(used);
  expect(kept).toContain(drafted);
  expect(uploads.filter((logo) => kept.includes(logo))).toEqual(uploads.slice(-10));
});
