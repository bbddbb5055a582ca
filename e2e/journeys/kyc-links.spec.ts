import { KycWidget } from "../pages/kyc-widget.ts";
import { createKycCustomer, fetchSpecimen, readKycInfo } from "../stack/kyc-customers.ts";
import { expect, test } from "./journey.ts";

test.describe.configure({ timeout: 300_000 });

test("the secret leaves the address bar at once, reaches no server in a URL, and a reload continues", async ({
  page,
  stack,
}) => {
  const customer = await createKycCustomer(stack);
  const { links, clientSecret } = await readKycInfo(stack, customer);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await page.goto(links.passport.url);
  const widget = KycWidget.onPage(page);
  await widget.at("kyc-choose").waitFor();
  expect(page.url()).toBe(`${stack.pay}/verify/passport?for=${stack.operator.operatorId}`);
  expect(requested.filter((url) => url.includes(clientSecret.slice(-20)))).toEqual([]);
  await expect(widget.at("kyc-document-passport")).toBeChecked();
  await expect(widget.at("kyc-document-drivers_license")).toHaveCount(0);
  await widget.expectAccessible("page of a link");
  await page.reload();
  await widget.agree();
  await widget.at("kyc-side").waitFor();
});

test("a link that expired, is incomplete or has no secret says what to do", async ({
  page,
  stack,
}) => {
  const customer = await createKycCustomer(stack);
  const { links } = await readKycInfo(stack, customer);
  const widget = KycWidget.onPage(page);
  const refused = widget.at("kyc-refused");
  // Simulates the service's response to an expired secret.
  await page.route("**/v1/client/kyc", (route) =>
    route.fulfill({ status: 401, json: { message: "", errorCode: "client_secret_expired" } }),
  );
  await page.goto(links.driversLicense.url);
  await expect(refused).toContainText("This link has expired");
  await widget.expectAccessible("expired link");
  await page.unroute("**/v1/client/kyc");

  await page.goto("about:blank");
  await page.goto(links.driversLicense.url.slice(0, -5));
  await expect(refused).toContainText("This link doesn’t work");

  await page.goto("about:blank");
  await page.goto(`${stack.pay}/verify/passport`);
  await expect(refused).toContainText("Open your personal link");
});

test("a customer continues on the phone with the QR code, and the desktop page follows each step", async ({
  page,
  stack,
  browser,
}) => {
  const customer = await createKycCustomer(stack);
  const { links } = await readKycInfo(stack, customer);
  await page.goto(links.driversLicense.url);
  const desktop = KycWidget.onPage(page);
  await desktop.agree();
  await desktop.at("kyc-use-phone").click();
  await expect(desktop.at("kyc-qr")).toBeVisible();
  await desktop.expectAccessible("code for the phone");
  const link = await desktop.at("kyc-link").inputValue();
  expect(link).toMatch(/\/verify\/phone\?for=op_\w+#kho_/);

  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const phonePage = await context.newPage();
  await phonePage.goto(link);
  const phone = KycWidget.onPage(phonePage);
  await expect(phone.title("Take a picture of the front")).toBeVisible();
  await expect(phone.at("kyc-use-phone")).toHaveCount(0);
  await expect(desktop.title("Continue on your phone")).toBeVisible();
  await phone.send(await fetchSpecimen(stack, customer, "front"));
  await expect(desktop.at("kyc-follow-front")).toHaveAttribute("data-state", "received");
  await desktop.expectAccessible("following the phone");

  // The link works until the document is submitted, and a reloaded desktop page keeps following.
  await phonePage.goto("about:blank");
  await phonePage.goto(link);
  await expect(phone.title("Take a picture of the back")).toBeVisible();
  await page.reload();
  await expect(desktop.title("Continue on your phone")).toBeVisible();
  await phone.send(await fetchSpecimen(stack, customer, "back"));
  await phone.expectResult("verified");
  await desktop.expectResult("verified");
  await context.close();
});

test("a phone link that no longer exists says where to get a new one", async ({ page, stack }) => {
  await page.goto(`${stack.pay}/verify/phone#kho_${"2".repeat(24)}_secret_${"A".repeat(43)}`);
  const widget = KycWidget.onPage(page);
  await expect(widget.at("kyc-refused")).toContainText("Create a new code");
});

test("missing data is asked for first, in Spanish in a Spanish browser", async ({
  browser,
  stack,
}) => {
  const customer = await createKycCustomer(stack, ["dateOfBirth"]);
  const { links } = await readKycInfo(stack, customer);
  const context = await browser.newContext({
    locale: "es-MX",
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(links.passport.url);
  const widget = KycWidget.onPage(page);
  await page.getByLabel("Fecha de nacimiento").fill("10/12/1990");
  await page.getByTestId("step-go-on").click();
  await expect(widget.title("Verifique su identidad")).toBeVisible();
  await context.close();
});
