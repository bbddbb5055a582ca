import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { composeFramePage } from "./write-frame-pages.ts";

const files: Record<string, string> = {
  "assets/entry-1.js": "import './shared-2.js'",
  "assets/shared-2.js": "export const a = 1",
  "assets/entry-1.css": "body{margin:0}",
  "assets/shared-2.css": "p{margin:0}",
};
const manifest = {
  "widgets/payment/entry.tsx": {
    file: "assets/entry-1.js",
    css: ["assets/entry-1.css"],
    imports: ["_shared-2.js"],
  },
  "_shared-2.js": { file: "assets/shared-2.js", css: ["assets/shared-2.css"] },
};
const page = {
  name: "payment",
  locale: "es",
  dir: "ltr" as const,
  entry: "widgets/payment/entry.tsx",
  title: "Pago <b>",
  body: "<main>…</main>",
};
const compose = () => composeFramePage(page, manifest, (file) => files[file] ?? "");

test("a page lists every script up front, each with its integrity hash", () => {
  const { html } = compose();
  const hash = (file: string) =>
    `sha256-${createHash("sha256")
      .update(files[file] ?? "")
      .digest("base64")}`;
  const shared = hash("assets/shared-2.js");
  const entry = hash("assets/entry-1.js");
  expect(html).toContain(
    `<link rel="modulepreload" href="/v1/assets/shared-2.js" integrity="${shared}">`,
  );
  expect(html).toContain(
    `<script type="module" src="/v1/assets/entry-1.js" integrity="${entry}"></script>`,
  );
});

test("its only inline style is the entry's CSS, with its policy hash", () => {
  const { html, styleHashes } = compose();
  const inline = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
  expect(inline).toBe("body{margin:0}\np{margin:0}");
  const hash = createHash("sha256").update(inline).digest("base64");
  expect(styleHashes).toEqual([`sha256-${hash}`]);
});

test("sets its language and direction, and escapes its title", () => {
  const { html } = compose();
  expect(html).toContain('<html lang="es">');
  expect(html).toContain("<title>Pago &#60;b&#62;</title>");
  const arabic = composeFramePage(
    { ...page, locale: "ar", dir: "rtl" },
    manifest,
    (file) => files[file] ?? "",
  );
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">');
});

test("a missing entry is an error", () => {
  expect(() => composeFramePage({ ...page, entry: "widgets/none.tsx" }, manifest, String)).toThrow(
    "widgets/none.tsx",
  );
});

test("with a boot script, nothing else is fetched before that script requests it", () => {
  const boot = "document.title='x'";
  const { html, scriptHashes } = composeFramePage(
    { ...page, boot: "payment" },
    manifest,
    (file) => files[file] ?? "",
    boot,
  );
  expect(html).toContain(`<main>…</main><script>${boot}</script><i id="booted" hidden></i></body>`);
  expect(html).toContain('<link rel="expect" href="#booted" blocking="render">');
  expect(html).not.toContain('rel="modulepreload"');
  expect(html).not.toContain('<script type="module"');
  expect(html).toContain('<link data-later data-main href="/v1/assets/entry-1.js" integrity=');
  expect(html).toContain('<link data-later href="/v1/assets/shared-2.js" integrity=');
  const hash = createHash("sha256").update(boot).digest("base64");
  expect(scriptHashes).toEqual([`sha256-${hash}`]);
});

test("with an eager page, everything loads with it, and the boot script runs the entry", () => {
  const boot = "document.title='x'";
  const { html } = composeFramePage(
    { ...page, boot: "kyc", eager: true },
    manifest,
    (file) => files[file] ?? "",
    boot,
  );
  expect(html).toContain(`<main>…</main><script>${boot}</script></body>`);
  expect(html).not.toContain("data-later");
  expect(html).not.toContain('rel="expect"');
  expect(html).not.toContain('<script type="module"');
  expect(html).toContain(
    '<link rel="modulepreload" data-main href="/v1/assets/entry-1.js" integrity=',
  );
});

test("a script that would end its own tag is refused", () => {
  const boot = "'</script>'";
  expect(() => composeFramePage(page, manifest, String, boot)).toThrow("boot script");
});
