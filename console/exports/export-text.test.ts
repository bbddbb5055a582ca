import fc from "fast-check";
import { expect, it } from "vitest";
import { createExportText } from "./export-text.ts";

const csv = 'id,text\npi_1,"two\nlines, and ""quotes"""\npi_2,a\npi_2,b\npi_3,c\n';
const textOf = (parts: readonly Blob[]) => new Blob([...parts]).text();

it("counts intents, not rows, and keeps every letter, wherever the stream is cut", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(csv.length), { maxLength: 6 }), async (cuts) => {
      const text = createExportText("csv");
      const at = [0, ...cuts.sort((a, b) => a - b), csv.length];
      for (const [index, start] of at.entries())
        text.push(csv.slice(start, at[index + 1] ?? start));
      text.finish();
      expect([text.count, text.lastId, await textOf(text.parts)]).toEqual([3, "pi_3", csv]);
    }),
  );
});

it("ends after a complete intent when the stream breaks, and resumes there", async () => {
  const text = createExportText("csv");
  text.push('id,text\npi_1,"x\ny"\npi_2,a\npi_2,');
  text.breakOff();
  expect([text.count, text.lastId]).toEqual([1, "pi_1"]);
  text.push("pi_2,a\npi_2,b\n");
  text.push("pi_3,c\n");
  text.finish();
  expect(await textOf(text.parts)).toBe('id,text\npi_1,"x\ny"\npi_2,a\npi_2,b\npi_3,c\n');
});

it("starts again, with one header line, when the stream breaks before the first complete intent", async () => {
  const text = createExportText("csv");
  text.push("id,text\npi_1,");
  text.breakOff();
  expect([text.count, text.lastId]).toEqual([0, undefined]);
  text.push("id,text\npi_1,a\n");
  text.finish();
  expect([text.count, await textOf(text.parts)]).toEqual([1, "id,text\npi_1,a\n"]);
});

it("reads one line for each intent in NDJSON", async () => {
  const text = createExportText("ndjson");
  text.push('{"disbursementIntentId":"di_1"}\n{"disbursementIntentId":"di_2"}\n');
  text.finish();
  expect([text.count, text.lastId]).toEqual([2, "di_2"]);
});
