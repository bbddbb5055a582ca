import { createRequire } from "node:module";

/**
 * The optional OCR package. A variable instead of a literal in `import()`: TypeScript needs the types of a
 * literal, so a checkout without the package could not be built.
 */
export const ocrPackage: string = "@gutenye/ocr-node";

/** The part of {@link ocrPackage} that we use. */
export interface OcrModule {
  default: {
    create(options: { onnxOptions: object }): Promise<{
      /** `image` is an encoded picture; `box` has the corners of the line in pixels. */
      detect(image: Uint8Array): Promise<{ text: string; box?: number[][] }[]>;
    }>;
  };
}

/**
 * Whether the package and its native runtime are installed. Loads neither, because they take seconds and hundreds
 * of megabytes. `true` does not prove that they start on this machine.
 *
 * @param name for tests; default {@link ocrPackage}
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
