import sharp from "sharp";
import { expect, test } from "vitest";
import { readLogo } from "./read-logo.ts";

interface Drawing {
  readonly width?: number;
  readonly height?: number;
  readonly ink: string;
  readonly paper?: string;
}

/** Draws a rectangle of ink with wide borders of paper. */
function draw({ width = 400, height = 200, ink, paper = "#ffffff00" }: Drawing) {
  const inside = {
    width: Math.ceil(width / 2),
    height: Math.ceil(height / 4),
    channels: 4,
  } as const;
  return sharp({ create: { width, height, channels: 4, background: paper } }).composite([
    { input: { create: { ...inside, background: ink } } },
  ]);
}

test("encodes PNG, JPEG and WebP as WebP of at most 480 x 80 pixels, without borders or metadata", async () => {
  const picture = draw({ width: 2000, height: 800, ink: "#2b1b4d", paper: "#ffffff" });
  const exif = { IFD0: { Copyright: "secret" } };
  for (const upload of [
    await picture.clone().withExif(exif).png().toBuffer(),
    await picture.clone().withExif(exif).jpeg().toBuffer(),
    await picture.clone().withExif(exif).webp().toBuffer(),
  ]) {
    const read = await readLogo(upload);
    if (!read.ok) throw new Error(read.problem);
    expect(read.webp.includes("secret")).toBe(false);
    // The ink is 1000 × 200 without borders.
    const { format, width, height } = await sharp(read.webp).metadata();
    expect(format).toBe("webp");
    expect(height).toBe(80);
    expect(Math.abs((width ?? 0) - 400)).toBeLessThan(8);
  }
});

test("keeps transparency and does not enlarge small logos", async () => {
  const read = await readLogo(
    await draw({ width: 60, height: 40, ink: "#00000080" }).png().toBuffer(),
  );
  if (!read.ok) throw new Error(read.problem);
  expect(await sharp(read.webp).metadata()).toMatchObject({
    width: 30,
    height: 10,
    hasAlpha: true,
  });
});

test("refuses truncated pictures, animations, SVG and other files", async () => {
  const png = await draw({ ink: "#000000" }).png().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const upload of [
    Buffer.alloc(0),
    Buffer.from("GIF89a not a picture"),
    Buffer.from(svg),
    png.subarray(0, png.length / 2),
    Buffer.concat([png.subarray(0, 8), Buffer.alloc(2_000, 7)]),
  ]) {
    expect(await readLogo(upload)).toEqual({ ok: false, problem: "logo_file_invalid" });
  }
});

test("refuses large files and pictures before decoding them", async () => {
  const large = { ok: false, problem: "logo_too_large" };
  expect(await readLogo(Buffer.alloc(512 * 1024 + 1, 1))).toEqual(large);
  const wide = await draw({ width: 4_001, height: 8, ink: "#000000" }).png().toBuffer();
  expect(await readLogo(wide)).toEqual(large);
  const black = { width: 9_000, height: 9_000, channels: 3, background: "#000000" } as const;
  const bomb = await sharp({ create: black }).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(512 * 1024);
  expect(await readLogo(bomb)).toEqual(large);
});

test("refuses a logo that is invisible on white", async () => {
  const faint = { ok: false, problem: "logo_faint" };
  for (const ink of ["#ffffff", "#fffff0", "#ffffff00", "#00000008"]) {
    expect(await readLogo(await draw({ ink }).png().toBuffer()), ink).toEqual(faint);
  }
  for (const ink of ["#ff0000", "#2a9d8f", "#999999"]) {
    expect((await readLogo(await draw({ ink }).png().toBuffer())).ok, ink).toBe(true);
  }
});
