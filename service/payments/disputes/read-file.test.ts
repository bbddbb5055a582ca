import { deflateSync } from "node:zlib";
import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { countPages } from "./read-file.ts";

const pages = `%PDF-1.5
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R >>
endobj
`;
const trailer = "\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n";

function join(parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );
}

function pdf(...objects: (string | Uint8Array)[]): Buffer {
  return join([pages, ...objects, trailer]);
}

function stream(dictionary: string, content: string | Uint8Array): Buffer {
  const start = `4 0 obj\n<< ${dictionary} /Length ${content.length} >>\nstream\n`;
  return join([start, content, "\nendstream\nendobj"]);
}

/** 100 MB of spaces, packed. */
function packed(windowBits = 15): Buffer {
  return deflateSync(Buffer.alloc(100 * 1024 * 1024, " "), { windowBits });
}

test.each([
  ["pages in plain text", async () => pdf()],
  ["pages in packed streams", async () => Buffer.from(await made({ useObjectStreams: true }))],
])("counts %s", async (_name, file) => {
  expect(await countPages("op_1", "application/pdf", await file())).toBe(1);
});

test.each([
  [
    "claims two billion entries",
    () => pdf(stream("/Type /XRef /Size 4 /W [0 0 0] /Index [0 2000000000]", "")),
  ],
  ["unpacks to too much", () => pdf(objects("/FlateDecode", packed()))],
  ["is packed with a small window", () => pdf(objects("/FlateDecode", packed(9)))],
  [
    "is packed and then written as text",
    () => pdf(objects("[/ASCIIHexDecode /FlateDecode]", `${packed().toString("hex")}>`)),
  ],
])(
  "refuses a PDF that %s, while other work continues",
  { timeout: 60_000 },
  async (_name, file) => {
    const content = file();
    let longestMs = 0;
    let lastMs = performance.now();
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastMs);
      lastMs = performance.now();
    }, 10);
    expect(await countPages("op_1", "application/pdf", content)).toBeUndefined();
    clearInterval(timer);
    expect(Math.max(longestMs, performance.now() - lastMs)).toBeLessThan(5_000);
  },
);

test("refuses files while ten others of the operator wait, and not for longer", async () => {
  const counted = await Promise.allSettled(
    Array.from({ length: 11 }, () => countPages("op_1", "application/pdf", pdf())),
  );
  expect(counted.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  expect(counted.at(-1)).toMatchObject({ reason: { code: "service_unavailable" } });
  expect(await countPages("op_1", "application/pdf", pdf())).toBe(1);
});

test("many files of an operator delay another operator's by at most one", async () => {
  const ended: string[] = [];
  const count = (operatorId: string) =>
    countPages(operatorId, "application/pdf", pdf()).then(() => void ended.push(operatorId));
  const many = Array.from({ length: 5 }, () => count("op_1"));
  await Promise.all([...many, count("op_2")]);
  expect(ended.indexOf("op_2")).toBe(1);
});

function objects(filter: string, content: string | Uint8Array): Buffer {
  return stream(`/Type /ObjStm /N 0 /First 0 /Filter ${filter}`, content);
}

async function made(options: { useObjectStreams: boolean }): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  return document.save(options);
}
