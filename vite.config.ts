import { existsSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type EnvironmentOptions } from "vite";
import { eagerFactory } from "./scripts/vite/eager-factory.ts";
import { flatHtml } from "./scripts/vite/flat-html.ts";
import { createPartStamps, stampParts } from "./scripts/vite/part-stamps.ts";
import { smallPreload } from "./scripts/vite/small-preload.ts";
import { writeCompressed } from "./scripts/vite/write-compressed.ts";
import { writeFramePages } from "./scripts/vite/write-frame-pages.ts";
import { writeIntegrity } from "./scripts/vite/write-integrity.ts";
import { writePackage } from "./scripts/vite/write-package.ts";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const present = (files: readonly string[]): string[] => files.map(path).filter(existsSync);

/** Reading a property does nothing else, so unused tables are left out. */
const plainReads = { propertyReadSideEffects: false } as const;

/**
 * Lightning CSS's flag for `light-dark()` in older browsers. No style uses that function, but each `color-scheme` would
 * get two variables for it, on every first screen.
 */
const lightDark = 1 << 20;

/**
 * Small modules that several later parts of the payment form share: one file of 2 KB instead of nine requests. Without
 * modules of the form's first script, which would then load with it.
 */
const sharedByLaterParts = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: "shared-later",
      test: /\/(preact\/hooks\/|widgets\/ui\/(notice|step-heading|step-heading-listener|heading-level|copy-text|focus-first-wrong)\.|widgets\/fields\/(digits|use-shown-problem)\.|payment\/methods\/(use-method-form|mandate-box)\.|resend-countdown\.)/,
    },
  ],
};

/** What later parts of the payout form share with its first script, and what their forms share. */
const sharedByPayoutForms = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: "first",
      test: /\/(preact\/(dist|hooks|jsx-runtime)\/|contract\/channel\/readers\.|widgets\/(ui\/icon|i18n\/plural)\.)/,
    },
    {
      name: "shared-forms",
      test: /\/widgets\/(ui\/(field|field-frame)\.|fields\/(digits|edit|holder|grouped-field|use-shown-problem|field-problem)\.)/,
    },
  ],
};

/**
 * Everything that browsers load, and the programs, in one `vite build --app`. Each environment for browsers has its own
 * folder in `dist`, so that a program serves one folder and nothing else. URLs between files are relative.
 */
const environments: Record<string, EnvironmentOptions> = {
  /** `<script src="…/tessera.js">`: one global. `tessera.cjs` is a copy. */
  sdkScript: {
    consumer: "client",
    build: {
      outDir: "dist/sdk",
      emptyOutDir: false,
      lib: {
        entry: path("src/global.ts"),
        name: "Tessera",
        formats: ["umd"],
        fileName: () => "tessera.js",
      },
      rolldownOptions: { output: { exports: "default" }, treeshake: plainReads },
    },
  },
  sdkModule: {
    consumer: "client",
    build: {
      outDir: "dist/sdk",
      emptyOutDir: false,
      lib: { entry: path("src/index.ts"), formats: ["es"], fileName: () => "tessera.mjs" },
      rolldownOptions: { treeshake: plainReads },
    },
  },
  /** `<script src="…/tessera-elements.js">`, after the SDK's. */
  sdkElements: {
    consumer: "client",
    build: {
      outDir: "dist/sdk",
      emptyOutDir: false,
      lib: {
        entry: path("clients/elements/global.ts"),
        name: "TesseraElements",
        formats: ["iife"],
        fileName: () => "tessera-elements.js",
      },
    },
  },
  webhooksCommon: commonModule("webhooks", "contract/events/verify-webhook.ts"),
  elementsCommon: commonModule("elements", "clients/elements/index.ts"),
  reactCommon: commonModule("react", "clients/react/index.ts"),
  vueCommon: commonModule("vue", "clients/vue/index.ts"),
  serverCommon: commonModule("server", "clients/server/index.ts"),
  ...frameEnvironments(),
  paymentBoot: bootScript("payment"),
  disbursementBoot: bootScript("disbursement"),
  kycBoot: bootScript("kyc"),
  service: program("service/app", {
    program: "service/app/main.ts",
    "engine-thread": "service/platform/database/engine-thread.ts",
  }),
  sandbox: program("sandbox", { program: "sandbox/main.ts" }),
  /** The frames' first screens as a Node module, run once at the end of the build. */
  prerender: {
    consumer: "server",
    resolve: { noExternal: true },
    build: {
      outDir: "dist/prerender",
      ssr: true,
      rolldownOptions: {
        input: present(["widgets/prerender.tsx"]),
        output: { entryFileNames: "prerender.mjs" },
      },
    },
  },
  /** The service serves the console under /console. */
  console: {
    consumer: "client",
    build: {
      outDir: "dist/console",
      sourcemap: "hidden",
      rolldownOptions: { input: present(["console/index.html"]) },
    },
  },
  shop: {
    consumer: "client",
    build: {
      outDir: "dist/shop",
      manifest: "manifest.json",
      rolldownOptions: { input: present(["demo/shop/page/main.ts"]) },
    },
  },
  gallery: {
    consumer: "client",
    build: {
      outDir: "dist/gallery",
      rolldownOptions: {
        input: present(["demo/gallery/index.html"]),
        // The gallery shows every state at once: what frames load later is here from the start.
        checks: { ineffectiveDynamicImport: false },
      },
    },
  },
  /** The console's previews of widgets; the service serves them under /console/preview. */
  preview: {
    consumer: "client",
    build: {
      outDir: "dist/preview",
      rolldownOptions: {
        input: present(["demo/gallery/preview.html"]),
        checks: { ineffectiveDynamicImport: false },
      },
    },
  },
};

/** A change of these builds every part again; scripts/lib/build-all.mjs deletes the stamps for a whole build. */
const stamps = createPartStamps(path("."), path("dist/stamps"), [
  "vite.config.ts",
  "package.json",
  "package-lock.json",
  ...readdirSync(path("scripts/vite")).map((file) => `scripts/vite/${file}`),
]);

const stamping = stampParts(stamps);

export default defineConfig({
  base: "./",
  publicDir: false,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  css: { lightningcss: { exclude: lightDark } },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  experimental: {
    // The console's page is served at every path below /console: what it loads has whole paths.
    renderBuiltUrl: (file, { hostId, hostType }) =>
      hostType === "html" && /(^|\/)console\/index\.html$/.test(hostId)
        ? `/console/${file}`
        : undefined,
  },
  plugins: [flatHtml(), eagerFactory(), smallPreload(), stamping.main],
  worker: { plugins: stamping.inWorkers },
  environments,
  builder: {
    async buildApp(builder) {
      const names = Object.keys(environments).filter((name) => hasInput(environments[name]));
      const stale = names.filter((name) => !stamps.isFresh(name));
      if (stale.length === names.length)
        rmSync(path("dist/frames"), { recursive: true, force: true });
      for (const name of names) {
        const environment = builder.environments[name];
        if (!environment) continue;
        if (!stale.includes(name)) {
          // If no environment is marked, Vite builds them all.
          environment.isBuilt = true;
          continue;
        }
        stamps.removeOutputs(name, names);
        await builder.build(environment);
      }
      writeIntegrity(path("dist/sdk"), path("package.json"));
      if (stale.some((name) => /(Frame|Boot)$|^prerender$/.test(name))) {
        await writeFramePages(
          path("dist/frames"),
          path("dist/prerender/prerender.mjs"),
          path("dist/boot"),
        );
      }
      for (const folder of ["dist/frames", "dist/sdk", "dist/console", "dist/preview"])
        writeCompressed(path(folder));
      if (stale.some((name) => /^sdk|Common$/.test(name)) || !existsSync(path("dist/package"))) {
        writePackage(path("."));
      }
    },
  },
});

/**
 * The apps in the frames, each built separately: a shared file would contain code that some of them do not need, and
 * every new widget would make the others' first screens larger. Their pages are written after `prerender` (see
 * write-frame-pages.ts).
 */
function frameEnvironments(): Record<string, EnvironmentOptions> {
  const apps: Record<string, string> = {
    payment: "widgets/payment/entry.tsx",
    challenge: "widgets/challenge/entry.ts",
    kyc: "widgets/kyc/entry.tsx",
    disbursement: "widgets/disbursement/entry.tsx",
    w9: "widgets/w9/entry.tsx",
    refund: "widgets/refund/entry.tsx",
  };
  const shared: Record<string, object> = {
    payment: sharedByLaterParts,
    disbursement: sharedByPayoutForms,
  };
  const environment = (name: string, entry: string): EnvironmentOptions => ({
    consumer: "client",
    build: {
      outDir: "dist/frames",
      emptyOutDir: false,
      manifest: `manifest-${name}.json`,
      sourcemap: "hidden",
      rolldownOptions: {
        input: present([entry]),
        treeshake: plainReads,
        ...(shared[name] && { output: { codeSplitting: shared[name] } }),
        // A module that one frame imports dynamically can be in another frame's first screen.
        checks: { ineffectiveDynamicImport: false },
      },
    },
  });
  return Object.fromEntries(
    Object.entries(apps).map(([name, entry]) => [`${name}Frame`, environment(name, entry)]),
  );
}

/** A script inside a frame's page: one classic script. */
function bootScript(name: string): EnvironmentOptions {
  return {
    consumer: "client",
    build: {
      outDir: "dist/boot",
      emptyOutDir: false,
      lib: {
        entry: path(`widgets/${name}/boot.ts`),
        name: "boot",
        formats: ["iife"],
        fileName: () => `${name}.js`,
      },
      rolldownOptions: { treeshake: plainReads },
    },
  };
}

/**
 * A program in few files, because Node.js needs more than a second to read a thousand. They are beside `tsc`'s file for
 * the same entry, which `npm run dev` starts because it follows each change. Other packages stay in node_modules,
 * except one of 260 files.
 */
function program(folder: string, entries: Record<string, string>): EnvironmentOptions {
  return {
    consumer: "server",
    resolve: { noExternal: ["kysely"] },
    build: {
      outDir: `dist/node/${folder}`,
      emptyOutDir: false,
      ssr: true,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(entries).map(([name, entry]) => [name, path(entry)]),
        ),
        // All files in one folder, because a thread's file is found beside the one that starts it.
        output: { entryFileNames: "[name].js", chunkFileNames: "program-[name].js" },
      },
    },
  };
}

/** Leaves out a part that is not written yet. */
function hasInput(environment: EnvironmentOptions | undefined): boolean {
  const { lib, rolldownOptions } = environment?.build ?? {};
  if (lib) return existsSync(String(lib.entry));
  const input = rolldownOptions?.input;
  return Array.isArray(input) ? input.length > 0 : input !== undefined;
}

/** `require("tessera/<name>")`: one file. */
function commonModule(name: string, entry: string): EnvironmentOptions {
  return {
    consumer: "server",
    build: {
      outDir: "dist/commonjs",
      emptyOutDir: false,
      lib: { entry: path(entry), formats: ["cjs"] },
      rolldownOptions: {
        output: { entryFileNames: `${name}.cjs` },
        // `"use client"` is kept.
        checks: { moduleLevelDirective: false },
      },
    },
  };
}
