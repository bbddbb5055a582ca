import { expect, test } from "vitest";
import { devHeaders, devPage, isModulePath } from "./dev-pages.mjs";

const frames = [
  {
    name: "payment",
    locale: "en",
    entry: "widgets/payment/entry.tsx",
    boot: "payment",
    title: "Pay",
    body: "<p>Pay</p>",
  },
  {
    name: "payment",
    locale: "es",
    entry: "widgets/payment/entry.tsx",
    boot: "payment",
    title: "Pagar",
    body: "<p>Pagar</p>",
  },
  {
    name: "verify-phone",
    locale: "en",
    entry: "widgets/kyc/entry.tsx",
    title: "You",
    body: '<div data-hosted="phone"></div>',
  },
];

test("Vite serves the paths of modules, and leaves all other paths to the servers", () => {
  for (const path of [
    "/@vite/client",
    "/@fs/x",
    "/node_modules/.vite/deps/preact.js",
    "/widgets/kyc/entry.tsx",
    "/styles/base.css?t=1",
    "/console/main.tsx",
  ])
    expect(isModulePath(path), path).toBe(true);
  for (const path of [
    "/console",
    "/console/payments/pay_1",
    "/v1/frames/payment?key=x",
    "/v1/tessera.js",
    "/docs/assets/site.js",
  ])
    expect(isModulePath(path), path).toBe(false);
});

test("a frame gets its first screen and modules from the sources, in its language", () => {
  const page = devPage(
    '<html data-methods="card" lang="es"><body>built</body></html>',
    "/v1/frames/payment?key=x",
    frames,
  );
  expect(page).toContain('<html data-methods="card" lang="es">');
  expect(page).toContain("<p>Pagar</p>");
  expect(page).toContain('src="/widgets/payment/boot.ts"');
  expect(page).toContain('data-main href="/widgets/payment/entry.tsx"');
  expect(page).not.toContain("built");
});

test("the phone page is found by its data-hosted attribute", () => {
  const page = devPage('<html lang="en"><div data-hosted="phone"></div>', "/verify/phone", frames);
  expect(page).toContain('src="/widgets/kyc/entry.tsx"');
});

test("console, gallery and shop load their sources instead of the build", () => {
  const built = (src) =>
    `<link rel="stylesheet" href="/x.css"><script src="http://pay/v1/tessera.js"></script><script type="module" crossorigin src="${src}"></script>`;
  const consolePage = devPage(built("/console/assets/index-1.js"), "/console/payments", frames);
  expect(consolePage).toContain('src="/console/main.tsx"');
  expect(consolePage).not.toMatch(/index-1|x\.css/);
  expect(devPage(built("./assets/index-1.js"), "/gallery/", frames)).toContain(
    "/demo/gallery/main.tsx",
  );
  const shop = devPage(built("/shop/assets/main-1.js"), "/orders/1", frames);
  expect(shop).toContain('src="/demo/shop/page/main.ts"');
  expect(shop).toContain("/v1/tessera.js");
});

test("a page's policy keeps only frame-ancestors", () => {
  const policy = "default-src 'none'; frame-ancestors http://shop.localhost:4100; base-uri 'none'";
  expect(devHeaders({ "content-security-policy": policy, etag: '"1"' })).toEqual({
    "content-security-policy": "frame-ancestors http://shop.localhost:4100",
    "cache-control": "no-store",
  });
  expect(devHeaders({})).toEqual({ "cache-control": "no-store" });
});
