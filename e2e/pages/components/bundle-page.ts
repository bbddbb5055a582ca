import { join } from "node:path";
import { build } from "vite";
import { repository } from "../../stack/repository.ts";

export type Framework = "react" | "vue";
const bundles = new Map<Framework, Promise<string>>();

/** The script of an operator's page in this framework, as a bundler makes it: it sets `page.mount`. */
export function bundlePage(framework: Framework): Promise<string> {
  const known = bundles.get(framework);
  if (known) return known;
  const bundle = buildPage(framework);
  bundles.set(framework, bundle);
  return bundle;
}

async function buildPage(framework: Framework): Promise<string> {
  const [output] = [
    await build({
      root: repository,
      configFile: false,
      publicDir: false,
      logLevel: "error",
      define: { "process.env.NODE_ENV": JSON.stringify("development") },
      build: {
        write: false,
        lib: {
          entry: join(repository, "e2e/pages/components", `${framework}.ts`),
          name: "page",
          formats: ["iife"],
        },
      },
    }),
  ].flat();
  if (!output || !("output" in output)) throw new Error("the page was not built");
  return output.output[0].code;
}
