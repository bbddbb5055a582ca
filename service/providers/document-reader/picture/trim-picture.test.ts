import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { cleanImage } from "../clean-image.ts";
import { scanBomb } from "../testing/scan-bomb.ts";
import { decodePicture } from "./decode-picture.ts";
import { trimPicture } from "./trim-picture.ts";

const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: "#b08040" } });
const problemOf = (bytes: Uint8Array) => {
  const trimmed = trimPicture(bytes);
  return trimmed.ok ? null : trimmed.problem;
};
async function pngWith(type: string, data: Buffer): Promise<Buffer> {
  const png = await photo().png().toBuffer();
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), chunk.length - 4);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
async function jpegWith(kind: number, data: Buffer, count = 1): Promise<Buffer> {
  const jpeg = await photo().jpeg().toBuffer();
  const segment = Buffer.concat([Buffer.from([0xff, kind, 0, 0]), data]);
  segment.writeUInt16BE(data.length + 2, 2);
  const segments = Array.from({ length: count }, () => segment);
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

describe("the decoder never sees", () => {
  test("a megabyte of scans, which would take minutes", { timeout: 20_000 }, async () => {
    const bomb = await scanBomb(5_000);
    expect(bomb.length).toBeGreaterThan(100_000);
    const outcome = await cleanImage({ side: "front", bytes: bomb });
    expect(outcome).toMatchObject({
      ok: true,
      image: null,
      problems: [{ code: "image_too_complex", blocking: true }],
    });
  });

  test("more than twenty scans, but a normal progressive photo passes", async () => {
    const usual = await photo().jpeg({ progressive: true }).toBuffer();
    expect(problemOf(usual)).toBeNull();
    // The normal photo has ten.
    expect(problemOf(await scanBomb(10))).toBeNull();
    expect(problemOf(await scanBomb(11))).toBe("image_too_complex");
  });

  test("thousands of segments", async () => {
    expect(problemOf(await jpegWith(0xfe, Buffer.from("x"), 2_000))).toBe("image_too_complex");
  });

  test("CMYK", async () => {
    const cmyk = await photo().toColourspace("cmyk").jpeg().toBuffer();
    expect(problemOf(cmyk)).toBe("image_unsupported");
  });

  test("arithmetic, lossless and hierarchical JPEGs", async () => {
    const jpeg = await photo().jpeg().toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    for (const kind of [0xc3, 0xc5, 0xc9, 0xcb]) {
      const strange = Buffer.from(jpeg);
      strange[frame + 1] = kind;
      expect(problemOf(strange)).toBe("image_unsupported");
    }
  });

  test("animations and unsupported formats", async () => {
    const frames = Buffer.alloc(700 * 64 * 2 * 3, 90).fill(200, 700 * 64 * 3);
    const animated = sharp(frames, {
      raw: { width: 700, height: 128, channels: 3, pageHeight: 64 },
    });
    expect(problemOf(await animated.clone().webp().toBuffer())).toBe("image_unsupported");
    for (const format of ["gif", "avif", "tiff"] as const) {
      expect(problemOf(await photo().toFormat(format).toBuffer())).toBe("image_unsupported");
    }
    expect(problemOf(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))).toBe(
      "image_unsupported",
    );
    expect(problemOf(await pngWith("acTL", Buffer.alloc(8)))).toBe("image_unsupported");
  });

  test("pictures of more than fifty megapixels", async () => {
    const wide = sharp({
      create: { width: 8_000, height: 6_300, channels: 3, background: "#fff" },
    });
    expect(await decodePicture(await wide.png().toBuffer())).toEqual({
      ok: false,
      problem: "image_too_large",
    });
  });

  test("files that end inside a segment", async () => {
    for (const bytes of [
      (await photo().jpeg().toBuffer()).subarray(0, 100),
      (await photo().png().toBuffer()).subarray(0, 100),
      (await photo().webp().toBuffer()).subarray(0, 100),
      Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xff]),
    ]) {
      expect(problemOf(bytes)).toBe("image_damaged");
    }
  });
});

describe("the decoder's input", () => {
  test("has no profile, text or comment that could expand to gigabytes", async () => {
    const big = Buffer.alloc(4_000_000, 1);
    for (const type of ["zTXt", "iTXt", "iCCP", "tEXt"]) {
      const trimmed = trimPicture(await pngWith(type, big));
      expect(trimmed.ok && trimmed.bytes.length).toBeLessThan(100_000);
    }
    const profile = Buffer.concat([Buffer.from("ICC_PROFILE\0"), Buffer.alloc(60_000)]);
    for (const jpeg of [
      await jpegWith(0xe2, profile, 100),
      await jpegWith(0xfe, Buffer.alloc(60_000), 100),
      await jpegWith(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), Buffer.alloc(60_000)]), 100),
    ]) {
      const trimmed = trimPicture(jpeg);
      expect(trimmed.ok && trimmed.bytes.length).toBeLessThan(250_000);
    }
    const webp = await photo()
      .webp()
      .withXmp(`<x>${"a".repeat(200_000)}</x>`)
      .toBuffer();
    expect(problemOf(webp)).toBe("image_too_complex");
  });

  test("ends with the picture, without hidden trailing bytes", async () => {
    for (const bytes of [
      await photo().jpeg().toBuffer(),
      await photo().png().toBuffer(),
      await photo().webp().toBuffer(),
    ]) {
      const trimmed = trimPicture(Buffer.concat([bytes, Buffer.from("<script>".repeat(1_000))]));
      expect(trimmed.ok && trimmed.bytes.length).toBeLessThanOrEqual(bytes.length);
    }
  });

  test("is still upright", async () => {
    for (const turned of [
      await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      await photo().withMetadata({ orientation: 6 }).webp().toBuffer(),
    ]) {
      const decoded = await decodePicture(turned);
      expect(decoded.ok && [decoded.grey.widthPx, decoded.grey.heightPx]).toEqual([600, 900]);
    }
  });
});
