import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import type { Plugin } from "vite";

/** A stamp of a built part: digests of its inputs, and its outputs. */
interface Stamp {
  /** Digest of the inputs of all parts: the configuration and the locked packages. */
  common: string;
  inputs: Record<string, string>;
  outputs: string[];
}

/** Records what each part of the build was built from, so that only changed parts are built. */
export interface PartStamps {
  /** Whether the part's outputs exist and its inputs are unchanged. */
  isFresh(part: string): boolean;
  /** Deletes the part's last outputs, except those that another part has written too. */
  removeOutputs(part: string, allParts: readonly string[]): void;
  write(part: string, inputs: Iterable<string>, outputs: readonly string[]): void;
}

/**
 * Creates the stamps of a build.
 *
 * @param root the repository's folder
 * @param folder for the stamps, one file for each part
 * @param common files whose change makes every part stale. They include the lock file, so that inputs in node_modules
 *   need no digest
 */
export function createPartStamps(
  root: string,
  folder: string,
  common: readonly string[],
): PartStamps {
  const digests = new Map<string, string>();
  const digestOf = (file: string): string => {
    const known = digests.get(file);
    if (known !== undefined) return known;
    const path = join(root, file);
    const digest = existsSync(path)
      ? createHash("sha256").update(readFileSync(path)).digest("base64url")
      : "";
    digests.set(file, digest);
    return digest;
  };
  const commonDigest = () =>
    createHash("sha256").update(common.map(digestOf).join()).digest("base64url");
  const fileOf = (part: string) => join(folder, `${part}.json`);
  const read = (part: string): Stamp | undefined => {
    const file = fileOf(part);
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  };

  return {
    isFresh(part) {
      const stamp = read(part);
      if (!stamp || stamp.common !== commonDigest()) return false;
      return (
        stamp.outputs.every((file) => existsSync(join(root, file))) &&
        Object.entries(stamp.inputs).every(([file, digest]) => digestOf(file) === digest)
      );
    },
    removeOutputs(part, allParts) {
      const others = allParts
        .filter((each) => each !== part)
        .flatMap((part) => read(part)?.outputs ?? []);
      for (const file of read(part)?.outputs ?? []) {
        if (others.includes(file)) continue;
        for (const ending of ["", ".br", ".gz"]) rmSync(join(root, file + ending), { force: true });
      }
      rmSync(fileOf(part), { force: true });
    },
    write(part, inputs, outputs) {
      const files = [...inputs].flatMap((input) =>
        ownFile(root, input).flatMap((file) => withStyleImports(root, file)),
      );
      const stamp: Stamp = {
        common: commonDigest(),
        inputs: Object.fromEntries(files.map((file) => [file, digestOf(file)])),
        outputs: outputs.map((file) => relative(root, file)),
      };
      mkdirSync(folder, { recursive: true });
      writeFileSync(fileOf(part), JSON.stringify(stamp));
    },
  };
}

/** Returns a module's file, relative to the root and without query. Empty for modules of packages and plugins. */
function ownFile(root: string, id: string): string[] {
  const path = id.split("?")[0] ?? "";
  if (!isAbsolute(path) || path.includes("/node_modules/")) return [];
  const file = relative(root, path);
  return file.startsWith("..") ? [] : [file.replaceAll("\\", "/")];
}

/** Returns a style sheet and its imports, which Vite inlines without listing them as modules. */
function withStyleImports(root: string, file: string): string[] {
  if (!file.endsWith(".css") || !existsSync(join(root, file))) return [file];
  const text = readFileSync(join(root, file), "utf8");
  const imported = [...text.matchAll(/@import\s+"([^"]+)"/g)].flatMap(([, path = ""]) =>
    withStyleImports(root, join(dirname(file), path)),
  );
  return [file, ...imported];
}

/** Writes a part's stamp after its build. `inWorkers` is for the configuration's `worker.plugins`. */
export function stampParts(stamps: PartStamps): { main: Plugin; inWorkers(): Plugin[] } {
  // Vite bundles workers separately, while it bundles the module that names them.
  const ofWorkers = new Set<string>();
  return {
    main: {
      name: "tessera:stamp-parts",
      enforce: "post",
      writeBundle({ dir }, bundle) {
        const outputs = Object.keys(bundle).map((file) => join(dir ?? "", file));
        const ids = [...this.getModuleIds()];
        const workers = ids.some((id) => /[?&]worker\b/.test(id)) ? ofWorkers : [];
        stamps.write(this.environment.name, [...ids, ...workers], outputs);
      },
    },
    inWorkers: () => [
      {
        name: "tessera:stamp-workers",
        generateBundle() {
          for (const id of this.getModuleIds()) ofWorkers.add(id);
        },
      },
    ],
  };
}
