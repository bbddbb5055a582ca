import { findCard } from "../../sandbox/catalogue/cards.ts";
import { submitPayment } from "../stack/client-api.ts";
import { createIntent, createPayer, freshId } from "../stack/operator-api.ts";
import { newOperator } from "../stack/operator-commands.ts";
import { expect, type HostWindow, test } from "./embedding-page.ts";

test("two instances on one page take separate payments", async ({ page, host, newSecret }) => {
  await host.open({
    clientSecretKey: await newSecret(),
    body: `<div id="pay"></div><div id="second"></div>`,
  });
  const clientSecretKey = await newSecret();
  await page.evaluate((secret) => {
    const { create, instances } = window as unknown as HostWindow;
    instances[create({ clientSecretKey: secret })]?.mount("#second");
  }, clientSecretKey);
  await host.event("ready", 0);
  await host.event("ready", 1);
  const second = page.frameLocator("#second iframe");
  await second.locator('input[autocomplete="cc-number"]').fill(findCard("visa").number);
  await second.locator('input[autocomplete="cc-exp"]').fill("1234");
  await second.locator('input[autocomplete="cc-csc"]').fill("123");
  await second.locator('input[autocomplete="cc-name"]').fill("Ada Lovelace");
  await second.locator('input[autocomplete~="postal-code"]').fill("94107");
  await second.getByRole("button", { name: /^Pay \D*\d/ }).click();
  expect(await host.event("complete", 1)).toMatchObject({
    type: "success",
    paymentIntentId: clientSecretKey.split("_secret_")[0],
  });
  const first = (await host.read("seen")).filter(([number]) => number === 0);
  expect(first.map(([, name]) => name)).not.toContain("complete");
  await expect(
    page.frameLocator("#pay iframe").locator('input[autocomplete="cc-number"]'),
  ).toHaveValue("");
});

test("StrictMode's mount, destroy, mount leaves one working widget and one set of handlers", async ({
  page,
  host,
  newSecret,
}) => {
  await host.open({ clientSecretKey: await newSecret(), mount: false });
  const readies = await page.evaluate(async () => {
    const [payment] = (window as unknown as HostWindow).instances;
    if (!payment) throw new Error("no instance");
    let count = 0;
    const effect = () => {
      payment.on("ready", () => count++);
      payment.mount("#pay");
      return () => payment.destroy();
    };
    effect()();
    effect();
    payment.mount("#pay");
    await new Promise<void>((resolve) => payment.on("ready", () => resolve()));
    return count;
  });
  expect(readies).toBe(1);
  await expect(page.locator("iframe")).toHaveCount(1);
  await host.widget.fill({ number: findCard("visa").number });
  await expect(host.widget.payButton).toBeVisible();
});

test("the widget can be mounted again after unmount, and pays", async ({
  page,
  host,
  newSecret,
}) => {
  await host.open({ clientSecretKey: await newSecret() });
  await host.event("ready");
  await page.evaluate(() => {
    const { instances, seen } = window as unknown as HostWindow;
    instances[0]?.unmount();
    seen.length = 0;
    instances[0]?.mount("#pay");
  });
  await host.event("ready");
  await host.widget.payWith(findCard("visa").number);
  expect(await host.event("complete")).toMatchObject({ type: "success" });
});

for (const when of ["ready", "loading"] as const)
  test(`destroy while it is ${when} restores the page`, async ({ page, host, newSecret }) => {
    await host.open({ clientSecretKey: await newSecret(), mount: false });
    const state = () =>
      page.evaluate(() => ({
        html: document.documentElement.outerHTML,
        sheets: document.adoptedStyleSheets.length + document.styleSheets.length,
        globals: Object.keys(window).sort().join(),
        listeners: (window as unknown as HostWindow).listeners,
        frames: window.length,
        scroll: [scrollX, scrollY],
        focused: document.activeElement?.tagName,
      }));
    const before = await state();
    const confirmed = await page.evaluate(async (loading) => {
      const [payment] = (window as unknown as HostWindow).instances;
      if (!payment) throw new Error("no instance");
      payment.mount("#pay");
      if (!loading) await new Promise<void>((resolve) => payment.on("ready", () => resolve()));
      const settled = payment.confirm().then(
        () => "resolved",
        (error: { code: string }) => error.code,
      );
      payment.destroy();
      return settled;
    }, when === "loading");
    expect(confirmed).toBe("unmounted");
    expect(await state()).toEqual(before);
  });

test("moving the widget keeps the typed values", async ({ page, host, newSecret }) => {
  await host.open({
    clientSecretKey: await newSecret(),
    body: `<div id="pay"></div><div id="other"></div>`,
  });
  await host.event("ready");
  await host.widget.number.fill("4242");
  const canMove = await page.evaluate(() => "moveBefore" in Element.prototype);
  test.skip(!canMove, "this browser reloads a moved frame");
  await page.evaluate(() => (window as unknown as HostWindow).instances[0]?.mount("#other"));
  await expect(page.locator("#other iframe")).toHaveCount(1);
  await expect(host.widget.number).toHaveValue("4242");
});

test("the SDK restores a widget that the page moved without the SDK", async ({
  page,
  host,
  newSecret,
}) => {
  await host.open({
    clientSecretKey: await newSecret(),
    body: `<div id="pay"></div><div id="other"></div>`,
  });
  await host.event("ready");
  await page.evaluate(() => {
    (window as unknown as HostWindow).seen.length = 0;
    document.querySelector("#other")?.append(document.querySelector("#pay") as Element);
  });
  await host.event("ready");
  await host.widget.payWith(findCard("visa").number);
  expect(await host.event("complete")).toMatchObject({ type: "success" });
});

test("the operator's own button confirms, and joined calls make one payment", async ({
  page,
  host,
  newSecret,
}) => {
  await host.open({ clientSecretKey: await newSecret(), mount: false });
  await page.evaluate(() => {
    const { instances } = window as unknown as HostWindow;
    instances[0]?.update({ submitButton: false });
    instances[0]?.mount("#pay");
  });
  await host.event("ready");
  await expect(host.widget.frame.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  const empty = await page.evaluate(() =>
    (window as unknown as HostWindow).instances[0]?.confirm().catch((error) => error.code),
  );
  expect(empty).toBe("incomplete");
  await host.widget.fill({ number: findCard("visa").number });
  const results = await page.evaluate(() => {
    const [payment] = (window as unknown as HostWindow).instances;
    return Promise.all([payment?.confirm(), payment?.confirm()]);
  });
  expect(results).toMatchObject([{ type: "success" }, { type: "success" }]);
  const completed = (await host.read("seen")).filter(([, name]) => name === "complete");
  expect(completed).toHaveLength(1);
});

test("confirm() before the session has loaded finds a payment that is already made", async ({
  page,
  stack,
  host,
}) => {
  const intent = await createIntent(stack, await createPayer(stack));
  await submitPayment(stack, intent, findCard("visa").number, freshId("key"));
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/v1/client/session", async (route) => {
    await held;
    await route.continue();
  });
  await host.open({ clientSecretKey: intent.clientSecretKey });
  await host.event("ready");
  const confirmed = page.evaluate(() =>
    (window as unknown as HostWindow).instances[0]?.confirm().then(
      ({ type }) => type,
      (error: { code: string }) => error.code,
    ),
  );
  // By now the frame has the call: the page sends both in order.
  await host.widget.number.fill("4242");
  await expect(host.widget.number).toHaveValue("4242");
  answer();
  expect(await confirmed).toBe("success");
  await expect(host.widget.text("Payment complete")).toBeVisible();
});

test("the page does not shift while the widget loads and grows", async ({
  page,
  host,
  newSecret,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    (window as unknown as { shifts: number[] }).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await host.open({
    clientSecretKey: await newSecret(),
    body: `<main><div id="pay"></div><footer>Terms and conditions</footer></main>`,
  });
  await host.event("ready");
  await expect(host.widget.payButton).toBeVisible();
  const total = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  expect(total).toBeLessThan(0.05);
});

test("a page's styles for iframes do not hide the widget", async ({ page, host, newSecret }) => {
  const styles = `iframe { display: none !important; width: 0 !important; height: auto !important; max-width: 9px !important;
    max-height: 9px !important; opacity: 0 !important; visibility: hidden !important; pointer-events: none !important; }`;
  await host.open({
    clientSecretKey: await newSecret(),
    body: `<style>${styles}</style><div id="pay"></div>`,
  });
  await host.event("ready");
  const box = await page.locator("#pay iframe").boundingBox();
  expect(box?.width).toBeGreaterThan(600);
  expect(box?.height).toBeGreaterThan(500);
  await host.widget.payWith(findCard("visa").number);
  expect(await host.event("complete")).toMatchObject({ type: "success" });
});

test("the reserved height fits a new operator's form on a phone", async ({ page, stack, host }) => {
  const operator = await newOperator(stack, {});
  const { clientSecretKey } = await createIntent(operator, await createPayer(operator));
  await host.open({
    clientSecretKey,
    tessera: { publishableKey: operator.operator.publishableKey },
    body: `<div id="pay" style="width: 320px"></div>`,
    mount: false,
  });
  const atFirst = await page.evaluate(() => {
    (window as unknown as HostWindow).instances[0]?.mount("#pay");
    return Number.parseFloat(document.querySelector("iframe")?.style.height ?? "");
  });
  await host.event("ready");
  await expect(host.widget.payButton).toBeVisible();
  // This machine's fonts may change the height by a line.
  const needed = await host.widget.frame
    .locator("#widget")
    .evaluate((root) => root.getBoundingClientRect().height);
  expect(Math.abs(needed - atFirst)).toBeLessThan(30);
});

test.describe("a frame in the page's HTML", () => {
  const inHtml = (address: string) =>
    `<main><div id="pay"><iframe src="${address}" width="100%" height="713" frameborder="0"></iframe></div></main>`;

  test("accepts typing before the SDK loads, is adopted by it, and pays", async ({
    page,
    stack,
    host,
    newSecret,
  }) => {
    let allowScript = () => {};
    const scriptAllowed = new Promise<void>((resolve) => {
      allowScript = resolve;
    });
    await page.route(`${stack.pay}/v1/tessera.js`, async (route) => {
      await scriptAllowed;
      await route.continue();
    });
    const opened = host.open({
      clientSecretKey: await newSecret(),
      body: `${inHtml(`${stack.pay}/v1/frames/payment?key=${stack.operator.publishableKey}`)}<script src="${stack.pay}/v1/tessera.js"></script>`,
      sdkInHead: false,
    });
    await host.widget.fill({ number: findCard("visa").number });
    await expect(host.widget.number).toHaveValue("4242 4242 4242 4242");
    allowScript();
    await opened;
    await host.event("ready");
    await expect(page.locator("iframe")).toHaveCount(1);
    await host.widget.pay();
    expect(await host.event("complete")).toMatchObject({ type: "success" });
  });

  test("works on a page without a referrer and on a cross-origin isolated one", async ({
    page,
    stack,
    host,
    newSecret,
  }) => {
    const body = inHtml(`${stack.pay}/v1/frames/payment?key=${stack.operator.publishableKey}`);
    for (const headers of [
      { "Referrer-Policy": "no-referrer" },
      {
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
      },
    ]) {
      await page.unrouteAll();
      await host.open({ clientSecretKey: await newSecret(), body, headers });
      await host.event("ready");
      await expect(page.locator("iframe")).toHaveCount(1);
      await expect(host.widget.payButton).toBeVisible();
    }
  });

  test("with a wrong key reports wrong_key", async ({ stack, host, newSecret }) => {
    await host.open({
      clientSecretKey: await newSecret(),
      body: inHtml(`${stack.pay}/v1/frames/payment?key=pk_sandbox_unknown`),
      tessera: { publishableKey: "pk_sandbox_unknown" },
    });
    expect(await host.event("loaderror")).toMatchObject({ code: "wrong_key" });
  });
});
