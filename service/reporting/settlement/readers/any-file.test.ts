import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  adyenReport,
  bigBai2,
  camtStatement,
  mt940Statement,
  settlementCsv,
  stripeReport,
} from "../testing/example-files.ts";
import { readContent, refusalOf } from "../testing/read-content.ts";
import { FileText, formatOf, openReader } from "./open-reader.ts";
import { FileRefused } from "./settlement-items.ts";

const csv = settlementCsv("b1", [
  { row_type: "charge", processor_reference: "ch_1", gross_minor: 5248, fee_minor: 182 },
  { row_type: "refund", processor_reference: "re_1", gross_minor: -2000 },
]);

describe("any file", () => {
  const files = { csv, stripeReport, adyenReport, bigBai2, camtStatement, mt940Statement };

  test("is recognized, and read the same in pieces of any size", () => {
    const formats = Object.values(files).map((content) => formatOf(content.slice(0, 4096)));
    expect(formats).toEqual(["csv", "stripe", "adyen", "bai2", "camt053", "mt940"]);
    for (const content of Object.values(files)) {
      const whole = readContent(content, content.length * 2);
      for (const size of [1, 2, 64, 1000]) expect(readContent(content, size)).toEqual(whole);
    }
  });

  test.each(Object.keys(files))(
    "%s: damage is refused with a code or read, never a crash",
    (name) => {
      const content = files[name as keyof typeof files];
      fc.assert(
        fc.property(
          fc.nat(content.length - 1),
          fc.nat(40),
          fc.string({ unit: "binary", maxLength: 12 }),
          (at, length, put) => {
            expect(refusalOf(content.slice(0, at) + put + content.slice(at + length))).toMatch(
              /^(accepted|\w+ at \d+)$/,
            );
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  test.each<[string, string]>([
    ["csv", csv],
    ["bai2", bigBai2],
    ["mt940", mt940Statement],
  ])("%s: a long line is refused with its number, in pieces of any size", (_name, content) => {
    const lines = content.split("\n");
    lines[2] += "x".repeat(70_000);
    for (const size of [1_000, 1_000_000]) {
      expect(() => readContent(lines.join("\n"), size)).toThrow(
        expect.objectContaining({ code: "line_too_long", line: 3 }),
      );
    }
  });

  test("is refused if it is not text, mixes encodings, is empty or unknown", () => {
    const text = new FileText();
    text.push(Buffer.from("caf\u00e9 "));
    expect(() => text.push(Buffer.from([0x62, 0xff, 0xfe]))).toThrow(FileRefused);
    expect(() => new FileText().push(Buffer.from("a\0b"))).toThrow(FileRefused);
    expect(refusalOf("")).toBe("file_empty at 1");
    expect(refusalOf("hello\nworld\n")).toBe("format_unknown at 1");
  });

  test.each<[string, Buffer]>([
    ["UTF-8", Buffer.from("Zur\u00fcck: 5 \u20ac")],
    ["UTF-8 with a mark", Buffer.from("\ufeffZur\u00fcck: 5 \u20ac")],
    ["Windows-1252", Buffer.from("Zur\xfcck: 5 \x80", "latin1")],
    ["UTF-16, little end first", Buffer.from("\ufeffZur\u00fcck: 5 \u20ac", "utf16le")],
    ["UTF-16, big end first", Buffer.from("\ufeffZur\u00fcck: 5 \u20ac", "utf16le").swap16()],
  ])("is text in %s, in pieces of any size", (_name, bytes) => {
    for (const size of [1, 2, 3, 100]) {
      const text = new FileText();
      let all = "";
      for (let at = 0; at < bytes.length; at += size)
        all += text.push(bytes.subarray(at, at + size));
      expect(all + text.end()).toBe("Zur\u00fcck: 5 \u20ac");
    }
  });

  test("is refused if reading it takes too long", () => {
    let nowMs = 0;
    const slow = openReader("csv", () => {
      nowMs += 600_000;
      return nowMs;
    });
    expect(() => {
      slow.push(csv);
      slow.push("");
    }).toThrow("too long");
  });
});
