import type { Route } from "@playwright/test";
import { KycHostPage } from "../pages/kyc-host-page.ts";
import { KycWidget } from "../pages/kyc-widget.ts";
import { createKycCustomer, fetchSpecimen, readKycInfo } from "../stack/kyc-customers.ts";
import { expect, test } from "./journey.ts";

test.describe.configure({ timeout: 300_000 });

const chunks = /\/v1\/client\/kyc\/uploads\/[^/?]+\?offset=/;

test("when the network fails during an upload, the widget waits, says so, and resumes where it stopped", async ({
  page,
  stack,
}) => {
  const customer = await createKycCustomer(stack);
  const { links } = await readKycInfo(stack, customer);
  let isDown = false;
  const started: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/kyc/uploads")) {
      started.push(request.url());
    }
  });
  const offsets: number[] = [];
  await page.route(chunks, async (route: Route) => {
    offsets.push(Number(new URL(route.request().url()).searchParams.get("offset")));
    if (isDown) return route.abort("internetdisconnected");
    await route.continue();
    // The first chunk arrives, then the connection fails.
    if (offsets.length === 1) isDown = true;
  });
  await page.goto(links.driversLicense.url);
  const widget = KycWidget.onPage(page);
  await widget.agree();
  await widget.send(await fetchSpecimen(stack, customer, "front", "askew"));
  await expect(widget.at("kyc-stalled")).toBeVisible();
  await widget.expectAccessible("waiting for the connection");
  isDown = false;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(widget.title("Take a picture of the back")).toBeVisible({ timeout: 60_000 });
  expect(started).toHaveLength(1);
  // The widget did not send the first chunk again.
  expect(offsets.filter((offset) => offset === 0).length).toBe(1);
});

test("a reload during an upload resumes it without choosing the file again", async ({
  page,
  stack,
}) => {
  const customer = await createKycCustomer(stack);
  const { links } = await readKycInfo(stack, customer);
  let isDown = true;
  let sent = 0;
  await page.route(chunks, async (route: Route) => {
    sent += 1;
    if (isDown && sent > 1) return route.abort("internetdisconnected");
    await route.continue();
  });
  await page.goto(links.driversLicense.url);
  const widget = KycWidget.onPage(page);
  await widget.agree();
  await widget.send(await fetchSpecimen(stack, customer, "front", "askew"));
  await expect(widget.at("kyc-stalled")).toBeVisible();
  isDown = false;
  await page.reload();
  await expect(widget.title("Take a picture of the back")).toBeVisible({ timeout: 60_000 });
  // The widget deletes the picture from the device once the service has it.
  const stored = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("tessera-kyc", 1);
        opening.onsuccess = () => {
          const count = opening.result.transaction("pictures").objectStore("pictures").count();
          count.onsuccess = () => resolve(count.result);
        };
      }),
  );
  expect(stored).toBe(0);
});

test("only the unreadable side must be captured again", async ({ page, stack }) => {
  const customer = await createKycCustomer(stack);
  const { clientSecret } = await readKycInfo(stack, customer);
  const host = await KycHostPage.open(page, stack, {
    clientSecret,
    documentType: "drivers_license",
  });
  const { widget } = host;
  await widget.agree();
  await widget.send(await fetchSpecimen(stack, customer, "front"));
  await expect(widget.title("Take a picture of the back")).toBeVisible();
  await widget.choose(await fetchSpecimen(stack, customer, "back", "blurred"));
  await expect(widget.at("kyc-doubts")).toHaveAttribute("data-code", "barcode_unreadable");
  await widget.expectAccessible("barcode can't be read");
  await widget.use();
  await widget.expectResult("rejected");
  await widget.expectAccessible("rejected");
  expect(await host.event("complete")).toMatchObject({ type: "failed", status: "rejected" });
  await widget.at("kyc-retry").click();
  await expect(widget.title("Take a picture of the back")).toBeVisible();
  await expect(widget.root).toContainText("We already have the front.");
  await widget.send(await fetchSpecimen(stack, customer, "back"));
  await widget.expectResult("verified");
  const { verifications } = await readKycInfo(stack, customer);
  expect(verifications.map(({ status }) => status)).toEqual(["verified", "rejected"]);
});

test("files that are not pictures are detected by their bytes, whatever their name", async ({
  page,
  stack,
}) => {
  const customer = await createKycCustomer(stack);
  const { links } = await readKycInfo(stack, customer);
  await page.goto(links.passport.url);
  const widget = KycWidget.onPage(page);
  await widget.agree();
  const ftyp = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from("ftypheic"),
    Buffer.alloc(64),
  ]);
  const files: [string, Buffer, string][] = [
    ["heic", ftyp, "HEIC"],
    ["not_a_picture", Buffer.from("%PDF-1.7 and so on"), "PDF"],
    ["not_a_picture", Buffer.from("just words"), "isn’t a picture"],
    ["empty", Buffer.alloc(0), "empty"],
    ["damaged", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]), "damaged"],
  ];
  for (const [code, buffer, words] of files) {
    await widget.choose({ name: "passport.jpg", mimeType: "image/jpeg", buffer });
    const problem = widget.at("kyc-file-problem");
    await expect(problem).toHaveAttribute("data-code", code);
    await expect(problem).toContainText(words);
  }
  await widget.expectAccessible("a file that can't be used");
});
