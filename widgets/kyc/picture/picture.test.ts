import { describe, expect, test } from "vitest";
import { measurePicture, warningsOf } from "./measure-picture.ts";
import { sniffFile } from "./sniff-file.ts";

const bytes = (...parts: (number | string)[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part)] : [part])),
  );

describe("recognizes a file by its first bytes", () => {
  test.each([
    ["jpeg", bytes(0xff, 0xd8, 0xff, 0xe0)],
    ["png", bytes(0x89, "PNG\r\n", 0x1a, "\n")],
    ["webp", bytes("RIFF", 1, 2, 3, 4, "WEBPVP8 ")],
    ["heic", bytes(0, 0, 0, 24, "ftypheic")],
    ["heic", bytes(0, 0, 0, 24, "ftypmif1")],
    ["avif", bytes(0, 0, 0, 24, "ftypavif")],
    ["pdf", bytes("%PDF-1.7")],
    ["gif", bytes("GIF89a")],
    ["tiff", bytes("II", 0x2a, 0)],
    [null, bytes(0, 0, 0, 24, "ftypmp42")],
    [null, bytes("<svg>")],
    [null, bytes()],
  ])("%s", (kind, head) => {
    expect(sniffFile(head)).toBe(kind);
  });
});

describe("measures a picture", () => {
  const picture = (value: (x: number, y: number) => number, size = 200) => {
    const data = new Uint8ClampedArray(size * size * 4).fill(255);
    for (let at = 0; at < size * size; at++) {
      const grey = value(at % size, Math.floor(at / size));
      data.set([grey, grey, grey], at * 4);
    }
    return { data, width: size, height: size };
  };

  test("sharp, evenly lit print gives no warning", () => {
    const print = measurePicture(picture((x) => (x % 4 < 2 ? 40 : 210)));
    expect(warningsOf(print, "back")).toEqual([]);
  });

  test("dark, smooth and overexposed pictures have a warning each", () => {
    expect(warningsOf(measurePicture(picture(() => 20)), "front")).toEqual(["dark", "blurred"]);
    expect(warningsOf(measurePicture(picture((x) => 100 + x / 4)), "photo_page")).toEqual([
      "blurred",
    ]);
    const glare = picture((x, y) => (x < 100 && y < 100 ? 255 : x % 4 < 2 ? 40 : 210));
    expect(warningsOf(measurePicture(glare), "front")).toEqual(["glare"]);
    // Paper is white: only printed fronts can have glare.
    expect(warningsOf(measurePicture(glare), "photo_page")).toEqual([]);
  });
});
