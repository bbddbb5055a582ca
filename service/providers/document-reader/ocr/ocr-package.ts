import { createRequire } from "node:module";

/**
 * The optional package that reads print. A variable and not a literal in `import()`: TypeScript would look for
 * the types of a literal, and a checkout without the package could not be built.
 */
export const ocrPackage: string = "@gutenye/ocr-node";

/** The part of {@link ocrPackage} that we use. */
export interface OcrModule {
  default: {
    create(): Promise<{
      /** `image` is an encoded picture; `box` has the corners of the line in pixels. */
      detect(image: Uint8Array): Promise<{ text: string; box?: number[][] }[]>;
    }>;
  };
}

/**
 * Whether the package and its native runtime are installed. Loads neither: they take seconds and hundreds of
 * megabytes. `true` is no proof that they start on this machine.
 *
 * @param name for tests; {@link ocrPackage} by default
 */
export function isOcrInstalled(name = ocrPackage): boolean {
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    createRequire(entry).resolve("onnxruntime-node");
    return true;
  } catch {
    return false;
  }
}
