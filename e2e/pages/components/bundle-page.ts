import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "svelte/compiler";
import { build, type InlineConfig, type Plugin } from "vite";
import { installLocked } from "../../stack/install-locked.ts";
import { repository } from "../../stack/repository.ts";

export type Framework = "react" | "react-18" | "vue" | "svelte";

const bundles = new Map<Framework, Promise<string>>();
const pages = join(repository, "e2e", "pages", "components");

/** Bundles the script of an operator's page in this framework, once. The script sets `page.mount`. */
export function bundlePage(framework: Framework): Promise<string> {
  const known = bundles.get(framework);
  if (known) return known;
  const bundle = framework === "react-18" ? buildReact18() : buildPage(framework);
  bundles.set(framework, bundle);
  return bundle;
}

async function buildPage(
  name: string,
  resolve: NonNullable<InlineConfig["resolve"]> = {},
): Promise<string> {
  const [output] = [
    await build({
      root: repository,
      configFile: false,
      publicDir: false,
      logLevel: "error",
      define: { "process.env.NODE_ENV": JSON.stringify("development") },
      plugins: [svelte],
      resolve,
      build: {
        write: false,
        lib: { entry: join(pages, `${name}.ts`), name: "page", formats: ["iife"] },
      },
    }),
  ].flat();
  if (!output || !("output" in output)) throw new Error("the page was not built");
  return output.output[0].code;
}

/** Builds the React page with the oldest React that `tessera/react` supports. The repository uses a newer one. */
async function buildReact18(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-react-18-"));
  try {
    cpSync(join(pages, "react-18"), folder, { recursive: true });
    await installLocked(folder);
    const installed = (name: string) => join(folder, "node_modules", name);
    const alias = { react: installed("react"), "react-dom": installed("react-dom") };
    const code = await buildPage("react", { alias });
    if (!code.includes("18.3.1")) throw new Error("the page does not contain React 18.3.1");
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const svelte: Plugin = {
  name: "svelte",
  transform(code, id) {
    if (!id.endsWith(".svelte")) return undefined;
    const { js } = compile(code, { filename: id, generate: "client" });
    return { code: js.code, map: null };
  },
};
