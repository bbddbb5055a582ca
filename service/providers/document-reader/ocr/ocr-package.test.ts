import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "../../../platform/repository-root.ts";
import { isOcrInstalled, ocrPackage } from "./ocr-package.ts";

test("the package counts as installed only together with its native runtime", () => {
  const folder = join(repositoryRoot(), "node_modules");
  const both = [ocrPackage, "onnxruntime-node"].every((name) => existsSync(join(folder, name)));
  expect(isOcrInstalled()).toBe(both);
  expect(isOcrInstalled("@gutenye/no-such-package")).toBe(false);
});
