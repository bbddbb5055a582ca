/** The documentation's examples must fit the package's types. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "svelte/compiler";
import { afterAll, expect, test } from "vitest";
import { compileScript, parse } from "vue/compiler-sfc";
import { codeBlocks, repository } from "./testing/code-blocks.ts";

// Examples find packages only inside the repository, here in a folder that git ignores.
const folder = join(repository, "dist", `documentation-examples-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What another block, or the reader's own code, has defined. */
const ambient = `
import type { Tessera as TesseraClass, KycOptions } from "tessera";
import type { TesseraPaymentElement } from "tessera/elements";
declare global {
  interface HTMLElementTagNameMap { "tessera-payment": TesseraPaymentElement }
  var Tessera: typeof TesseraClass;
  const tessera: TesseraClass;
  const clientSecretKey: string;
  const clientSecret: string;
  const fetchClientSecret: () => Promise<string>;
  const documentType: KycOptions["documentType"];
  const w9CaptureUrl: string;
  const button: HTMLButtonElement;
  const $props: () => { clientSecretKey: string };
  const rawBody: string;
  const secret: string;
  const request: Request;
  function call(path: string, body: object): Promise<Record<string, string>>;
  // For the guide to migrating from Stripe. Stripe's package has the types; only the syntax is checked here.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const stripe: any, stripeJs: any;
  function save(id: string): Promise<void>;
  function answer(body: object): Promise<void>;
  function deliver(order: string): Promise<void>;
  function book(refund: object): Promise<void>;
  function show(text: string): void;
}
`;

const options = {
  compilerOptions: {
    target: "es2023",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2023", "dom", "dom.iterable"],
    types: ["node"],
    typeRoots: [join(repository, "node_modules/@types")],
    jsx: "react-jsx",
    strict: true,
    allowJs: true,
    checkJs: true,
    // JavaScript examples have no types for parameters.
    noImplicitAny: false,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    paths: {
      tessera: [join(repository, "src/index.ts")],
      "tessera/elements": [join(repository, "clients/elements/index.ts")],
      "tessera/react": [join(repository, "clients/react/index.ts")],
      "tessera/server": [join(repository, "clients/server/index.ts")],
      "tessera/vue": [join(repository, "clients/vue/index.ts")],
      "tessera/webhooks": [join(repository, "contract/events/verify-webhook.ts")],
    },
  },
  include: ["*"],
};

const extensions: Readonly<Record<string, string>> = { js: "js", jsx: "jsx", ts: "ts", tsx: "tsx" };

test("every script in the documentation has the types of the package", () => {
  mkdirSync(folder, { recursive: true });
  const scripts = codeBlocks.flatMap(({ where, language, code }) => {
    const name = where.replace(/\W+/g, "-");
    const extension = extensions[language];
    if (extension) return [{ name: `${name}.${extension}`, code }];
    if (language === "vue") return [{ name: `${name}.ts`, code: scriptOfVue(code) }];
    if (language === "svelte") return [{ name: `${name}.ts`, code: scriptOfSvelte(code) }];
    // Only a page's own scripts: the tag that loads ours has no content.
    const inline = [...code.matchAll(/<script>\n([\s\S]*?)<\/script>/g)];
    return language === "html"
      ? inline.map(([, script = ""], at) => ({ name: `${name}-${at}.js`, code: script }))
      : [];
  });
  expect(scripts.length).toBeGreaterThan(12);
  for (const { name, code } of scripts) writeFileSync(join(folder, name), `${code}\nexport {};\n`);
  // Later examples of a page import what its first one exports.
  const client = scripts.find(({ code }) => code.includes("export const tessera ="));
  writeFileSync(join(folder, "client.ts"), client?.code ?? "");
  writeFileSync(join(folder, "ambient.d.ts"), ambient);
  // Its error shows that the compiler has run.
  writeFileSync(join(folder, "wrong.ts"), "export const wrong: string = 1;\n");
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
  const { stdout } = spawnSync(
    process.execPath,
    [join(repository, "scripts/lib/tsc.mjs"), "-p", folder],
    { encoding: "utf8" },
  );
  // Other projects check the sources, with their own libraries.
  const errors = stdout.split("\n").filter((line) => line.includes("documentation-examples"));
  expect(errors).toEqual([expect.stringMatching(/wrong\.ts.*TS2322/)]);
});

test("every Vue and Svelte component compiles without a warning", () => {
  const components = codeBlocks.filter(({ language }) => /^(vue|svelte)$/.test(language));
  expect(components.map(({ language }) => language).sort()).toEqual(["svelte", "vue"]);
  for (const { language, code, where } of components) {
    if (language === "vue") expect(scriptOfVue(code), where).toContain("defineComponent");
    else {
      const { js, warnings } = compile(code, { generate: "client", filename: "Example.svelte" });
      expect(warnings, where).toEqual([]);
      expect(js.code, where).toContain("createPaymentElements");
    }
  }
});

/** A Vue component's script as TypeScript, with its template as a render function. */
function scriptOfVue(code: string): string {
  const { descriptor, errors } = parse(code, { filename: "Example.vue" });
  if (errors.length > 0) throw errors[0];
  return compileScript(descriptor, { id: "example", inlineTemplate: true }).content;
}

/** Svelte's compiler strips the types, so they are checked here. */
function scriptOfSvelte(code: string): string {
  const [, script = ""] = /<script lang="ts">\n([\s\S]*?)<\/script>/.exec(code) ?? [];
  return script;
}

test("every JSON example can be parsed", () => {
  const examples = codeBlocks.filter(({ language }) => language === "json");
  expect(examples.length).toBeGreaterThan(2);
  for (const { code, where } of examples) expect(() => JSON.parse(code), where).not.toThrow();
});
