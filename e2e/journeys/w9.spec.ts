import { readFileSync } from "node:fs";
import { expectAccessible } from "../pages/accessibility.ts";
import { signedIn } from "../pages/console-page.ts";
import { W9HostPage } from "../pages/w9-host-page.ts";
import { W9Page } from "../pages/w9-page.ts";
import { createPayee, readW9 } from "../stack/w9-api.ts";
import { expect, test } from "./journey.ts";

test.use({ viewport: { width: 1280, height: 900 } });

test("an individual confirms the date of birth, signs and downloads a copy; the page gets the outcome", async ({
  page,
  stack,
}) => {
  const payee = await createPayee(stack);
  const host = await W9HostPage.open(page, stack, payee);
  const window = await host.openWindow();
  const w9 = new W9Page(window);
  expect(await host.mode()).toBe("window");

  await w9.find("field-dateOfBirth").fill("04/24/1985");
  await w9.find("step-go-on").click();
  await expect(w9.find("step-problem")).toContainText("4 tries left");
  await expectAccessible(window, undefined, "w9 confirm, wrong");
  await w9.find("field-dateOfBirth").fill("04/23/1985");
  await w9.find("step-go-on").click();

  await expectAccessible(window, undefined, "w9 form");
  await w9.answerStatus();
  await expectAccessible(window, undefined, "w9 number");
  await w9.answerNumber({ tin: "536228714" });
  await expect(w9.find("field-tin")).toHaveValue("536-22-8714");
  for (const known of ["Jane Doe", "1 Main Street", "Reno, NV 89501", "536-22-8714"]) {
    await expect(w9.find("w9-review")).toContainText(known);
  }
  await expectAccessible(window, undefined, "w9 review");
  await w9.sign();

  await expect(w9.find("w9-signed")).toContainText("XXX-XX-8714");
  await expectAccessible(window, undefined, "w9 signed");
  const downloading = window.waitForEvent("download");
  await w9.find("w9-download").click();
  const file = await (await downloading).path();
  expect(readFileSync(file).subarray(0, 5).toString()).toBe("%PDF-");
  expect(await host.outcome()).toMatchObject({ type: "completed", status: "completed" });
  expect(await readW9(stack, payee)).toMatchObject({
    status: "completed",
    formRevision: "2024-03",
  });

  await window.reload();
  await expect(w9.find("w9-completed")).toBeVisible();
});

test("a business fills in its own lines, and item 2 is crossed out under backup withholding", async ({
  page,
  stack,
}) => {
  const payee = await createPayee(stack);
  await page.goto(payee.widgetUrl);
  const w9 = new W9Page(page);
  await w9.find("who-entity").check();
  await w9.answerStatus();
  await w9.fill({ entityName: "Doe & Sons LLC" });
  await w9.continue();
  await expect(w9.find("error-classification")).toBeVisible();
  await w9.find("classification-llc").check();
  await w9.find("llcClassification-S").check();
  await expectAccessible(page, undefined, "w9 of a business");
  await w9.continue();
  await w9.fill({ tin: "19-3456780" });
  await expect(w9.find("note-tin")).toContainText("We don’t recognize EINs");
  await w9.answerNumber({ tin: "19-3456780", withholding: "yes" });
  await expect(w9.find("w9-review")).toContainText("As an S corporation");
  await expect(page.locator("del").first()).toContainText("I am not subject to backup withholding");
  await expectAccessible(page, undefined, "w9 of a business, backup withholding");
  await w9.sign("Jane Doe, manager");
  await expect(w9.find("w9-signed")).toContainText("XX-XXX6780");
  await expect(w9.find("w9-withheld")).toBeVisible();
  expect((await readW9(stack, payee)).status).toBe("completed");
});

test("a customer who is not a US person learns what to do, and can undo the declaration", async ({
  page,
  stack,
}) => {
  const payee = await createPayee(stack);
  const host = await W9HostPage.open(page, stack, { w9CaptureUrl: payee.widgetUrl });
  const window = await host.openWindow();
  const w9 = new W9Page(window);
  const declare = async () => {
    await w9.find("usPerson-no").check();
    await w9.continue();
  };
  await declare();
  await expect(w9.find("w9-not-us")).toContainText("W\u20118BEN");
  await expectAccessible(window, undefined, "w9 not a US person");
  await w9.find("w9-not-us-back").click();
  await declare();
  await w9.find("w9-not-us-confirm").click();
  await expect(w9.find("w9-not-us-declared")).toBeVisible();
  expect(await readW9(stack, payee)).toMatchObject({ status: "pending", notUsPerson: true });
  await w9.find("w9-not-us-mistake").click();
  await expect(w9.find("w9-form")).toBeVisible();
  expect(await readW9(stack, payee)).toMatchObject({ notUsPerson: false });
  await declare();
  await w9.find("w9-not-us-confirm").click();
  await w9.find("w9-not-us-declared").waitFor();
  await window.close();
  expect(await host.outcome()).toMatchObject({ type: "not_us_person", status: "pending" });
});

test("with a blocked window the form opens in a dialog on the page", async ({ page, stack }) => {
  const payee = await createPayee(stack);
  const host = await W9HostPage.open(page, stack, {
    w9CaptureUrl: payee.widgetUrl,
    isBlocking: true,
  });
  await host.press();
  expect(await host.mode()).toBe("inline");
  const w9 = new W9Page(page.frameLocator("iframe"));
  await w9.giveUsualAnswers();
  await expectAccessible(page, /\/v1\/frames\/w9/, "w9 in a dialog");
  await w9.sign();
  await expect(w9.find("w9-signed")).toBeVisible();
  expect(await host.outcome()).toMatchObject({ type: "completed" });
  await w9.close();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("Escape closes the dialog, and the outcome is canceled", async ({ page, stack }) => {
  const payee = await createPayee(stack);
  const host = await W9HostPage.open(page, stack, {
    w9CaptureUrl: payee.widgetUrl,
    isBlocking: true,
  });
  await host.press();
  const w9 = new W9Page(page.frameLocator("iframe"));
  await w9.answerStatus();
  await page.keyboard.press("Escape");
  expect(await host.outcome()).toMatchObject({ type: "canceled", status: "pending" });
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("a page with COOP, which cannot see its window, still gets the outcome", async ({
  page,
  stack,
}) => {
  const payee = await createPayee(stack);
  const host = await W9HostPage.open(page, stack, {
    w9CaptureUrl: payee.widgetUrl,
    headers: { "Cross-Origin-Opener-Policy": "same-origin" },
  });
  const window = await host.openWindow();
  const w9 = new W9Page(window);
  await w9.giveUsualAnswers();
  expect(await window.evaluate(() => window.opener)).toBeNull();
  expect(await host.outcomeSoFar()).toBeUndefined();
  await w9.sign();
  await w9.find("w9-signed").waitFor();
  expect(await host.outcome()).toMatchObject({ type: "completed" });
});

test("a page with COOP gets the outcome `canceled` when the window closes unsigned", async ({
  page,
  stack,
}) => {
  const payee = await createPayee(stack);
  const host = await W9HostPage.open(page, stack, {
    w9CaptureUrl: payee.widgetUrl,
    headers: { "Cross-Origin-Opener-Policy": "same-origin" },
  });
  const window = await host.openWindow();
  await new W9Page(window).find("w9-form").waitFor();
  await window.close({ runBeforeUnload: true });
  expect(await host.outcome()).toMatchObject({ type: "canceled", status: "pending" });
});

test("a reload of the window keeps what was typed, except the TIN and the signature", async ({
  page,
  stack,
}) => {
  const payee = await createPayee(stack, { dateOfBirth: null });
  const host = await W9HostPage.open(page, stack, payee);
  const window = await host.openWindow();
  const w9 = new W9Page(window);
  await w9.fillByHand();
  await w9.fill({ signature: "Jane Doe" });
  await window.reload();
  await w9.answerStatus();
  await expect(w9.find("backupWithholding-no")).toBeChecked();
  await expect(w9.find("field-tin")).toHaveValue("");
  expect(await host.outcomeSoFar()).toBeUndefined();
  await w9.answerNumber();
  await expect(w9.find("w9-review")).toContainText("Jane Doe");
  await expect(w9.find("w9-review")).toContainText("Reno, NV 89501");
  await expect(w9.find("field-signature")).toHaveValue("");
  await w9.sign();
  await w9.find("w9-signed").waitFor();
  expect(await host.outcome()).toMatchObject({ type: "completed" });
});

test("the same link opened again in its window loses nothing, and another link shows its own form", async ({
  page,
  stack,
}) => {
  const payee = await createPayee(stack, { dateOfBirth: null });
  const other = await createPayee(stack);
  await page.goto(payee.w9CaptureUrl);
  const w9 = new W9Page(page);
  await w9.fillByHand();
  await w9.fill({ signature: "Jane Doe" });
  const open = (url: string) =>
    page.evaluate((link) => {
      window.open(link, "_self");
    }, url);
  await open(payee.w9CaptureUrl);
  await expect(page).not.toHaveURL(/secret/);
  await expect(w9.find("field-signature")).toHaveValue("Jane Doe");
  await open(other.w9CaptureUrl);
  await expect(w9.find("w9-confirm-date")).toBeVisible();
  await page.goBack();
  await expect(w9.find("usPerson-yes")).toBeVisible();
});

test("the form can be signed after its opener has gone, and a closed window is canceled", async ({
  page,
  stack,
}) => {
  const payee = await createPayee(stack);
  const host = await W9HostPage.open(page, stack, { w9CaptureUrl: payee.widgetUrl });
  const left = await host.openWindow();
  await new W9Page(left).find("w9-form").waitFor();
  await left.close();
  expect(await host.outcome()).toMatchObject({ type: "canceled", status: "pending" });

  const window = await host.openWindow();
  const w9 = new W9Page(window);
  await w9.find("w9-form").waitFor();
  await page.goto("about:blank");
  await w9.giveUsualAnswers();
  await w9.sign();
  await w9.find("w9-signed").waitFor();
  expect((await readW9(stack, payee)).status).toBe("completed");
});

test("close() closes the window and settles with the server's status", async ({ page, stack }) => {
  const payee = await createPayee(stack);
  const host = await W9HostPage.open(page, stack, { w9CaptureUrl: payee.widgetUrl });
  const window = await host.openWindow();
  await new W9Page(window).find("w9-form").waitFor();
  const closed = window.waitForEvent("close");
  await host.close();
  expect(await host.outcome()).toMatchObject({ type: "canceled", status: "pending" });
  await closed;
});

test("staff see the result of TIN matching, the signed form, and its copy", async ({
  page,
  stack,
}) => {
  const payee = await createPayee(stack);
  await page.goto(payee.widgetUrl);
  const w9 = new W9Page(page);
  await w9.giveUsualAnswers({ tin: "536-22-0003" });
  await w9.sign();
  await w9.find("w9-signed").waitFor();
  const console = await signedIn(page, stack, "admin", "Ada");
  const address = `/customers/${payee.externalCustomerId}`;
  await expect(async () => {
    await console.open(address);
    await expect(page.getByTestId("w9-completed")).toContainText("don’t match");
  }).toPass();
  await page.getByTestId("w9-open").click();
  await expect(page.getByTestId("w9-opened")).toContainText("XXX-XX-0003");
  await console.expectAccessible("a signed W-9");
  const downloading = page.waitForEvent("download");
  await page.getByTestId("w9-copy").click();
  const file = await (await downloading).path();
  expect(readFileSync(file).subarray(0, 5).toString()).toBe("%PDF-");
});

test("texts that could not load at first are loaded later", async ({ page, stack }) => {
  const payee = await createPayee(stack);
  const words = /\/v1\/assets\/w9-[\w-]{8}\.js/;
  await page.route(words, (route) => route.abort());
  const lost = page.waitForEvent("requestfailed", (request) => words.test(request.url()));
  await page.goto(payee.w9CaptureUrl);
  await lost;
  await page.unroute(words);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(new W9Page(page).find("w9-confirm-date")).toBeVisible();
});

test("the page reports a broken link", async ({ page, stack }) => {
  const payee = await createPayee(stack);
  await page.goto(`${payee.w9CaptureUrl.slice(0, -2)}AA`);
  const w9 = new W9Page(page);
  await expect(w9.find("w9-broken")).toBeVisible();
  await expectAccessible(page, undefined, "w9 broken link");
});

test("a link in the same tab opens its form, and its secret leaves the address", async ({
  page,
  stack,
}) => {
  const payee = await createPayee(stack);
  const w9 = new W9Page(page);
  await page.goto(`${payee.w9CaptureUrl.replace(/#.*/, "")}#%`);
  await expect(w9.find("w9-broken")).toBeVisible();
  await page.goto(payee.w9CaptureUrl);
  await expect(w9.find("w9-confirm-date")).toBeVisible();
  expect(page.url()).not.toContain("_secret_");
  await page.reload();
  await expect(w9.find("w9-confirm-date")).toBeVisible();
});

test.describe("on a small screen, in Spanish", () => {
  test.use({ viewport: { width: 360, height: 740 }, locale: "es-MX" });

  test("the form can be signed by keyboard alone, and the certification keeps its official wording", async ({
    page,
    stack,
  }) => {
    const payee = await createPayee(stack);
    await page.goto(payee.widgetUrl);
    const w9 = new W9Page(page);
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("Su formulario fiscal");
    await expectAccessible(page, undefined, "w9 form, 360 px, Spanish");

    const press = (key: string) => page.keyboard.press(key);
    await w9.find("w9-go-on").focus();
    await press("Enter");
    await expect(w9.find("usPerson-yes")).toBeFocused();
    await press("Space");
    await expect(w9.find("usPerson-yes")).toBeChecked();
    await press("Enter");
    await expect(heading).toBeFocused();
    await expect(heading).toContainText("Número de identificación del contribuyente");
    await expect(w9.find("live-region")).toHaveText("Paso 4 de 5");
    await press("Tab");
    await expect(w9.find("field-tin")).toBeFocused();
    await page.keyboard.type("536228714");
    await press("Enter");
    await expect(w9.find("backupWithholding-no")).toBeFocused();
    await press("Space");
    await press("Enter");
    await expect(heading).toBeFocused();
    await expect(heading).toHaveText("Revisar y firmar");
    await expect(w9.find("w9-certification")).toContainText("Under penalties of perjury");
    await expectAccessible(page, undefined, "w9 review, 360 px, Spanish");
    await w9.find("field-signature").focus();
    await page.keyboard.type("jane doe");
    await press("Enter");
    await expect(w9.find("w9-signed")).toContainText("Su W‑9 está firmado");
    await expect(heading).toBeFocused();
  });

  test("each step fits the width, starts at its top, and going back loses nothing", async ({
    page,
    stack,
  }) => {
    const payee = await createPayee(stack, { dateOfBirth: null });
    await page.goto(payee.w9CaptureUrl);
    const w9 = new W9Page(page);
    await w9.fillByHand();
    for (const step of ["review", "number", "address", "name", "status"]) {
      await expect(w9.find("w9-form")).toHaveAttribute("data-step", step);
      await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
      await expectAccessible(page, undefined, `w9 ${step}, filled in, 360 px, Spanish`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, step).toBeLessThanOrEqual(360);
      if (step !== "status") await w9.find("w9-back").click();
    }
    await w9.continue();
    await expect(w9.find("w9-form")).toHaveAttribute("data-step", "review");
    await expect(w9.find("w9-review")).toContainText("536-22-8714");
    await w9.sign();
    await expect(w9.find("w9-signed")).toContainText("XXX-XX-8714");
  });
});
