import sharp from "sharp";
import { addNoise } from "./photograph.ts";
import { seededRandom } from "./seeded-random.ts";

/** What makes a photo of a document hard to read. */
export const photoConditions = [
  "none",
  "glare",
  "fold",
  "shadow",
  "perspective",
  "screen",
  "noise",
  "low_light",
  "rotation",
  "motion",
  "compression",
  "far_away",
] as const;
export type PhotoCondition = (typeof photoConditions)[number];

/** How a photo was taken. Lengths are shares of the photo's width, unless the name has a unit. */
interface Scene {
  widthPx: number;
  heightPx: number;
  /** Corners of the document, clockwise from its top left, in pixels of the photo. */
  corners: [number, number][];
  gain: number;
  shadow: { at: number; slope: number; depth: number; softness: number };
  glare: { x: number; y: number; radius: number; strength: number };
  fold: { at: number; depth: number; shiftPx: number };
  /** Stripes of a photographed screen. */
  moire: { strength: number; across: number; down: number };
  blurSigma: number;
  motionPx: number;
  noiseSigma: number;
  jpegQuality: number;
}

/**
 * Renders a JPEG photo of a flat picture. One condition is strong; some of the others are present but weak. The same
 * seed always gives the same photo.
 */
export async function renderScene(
  picture: Uint8Array,
  condition: PhotoCondition,
  seed: number,
): Promise<Uint8Array> {
  const { data, info } = await sharp(picture)
    .flatten({ background: "#fff" })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const scene = makeScene(condition, info.width / info.height, seed);
  const light = expose(data, info.width, info.height, scene);
  const raw = { width: scene.widthPx, height: scene.heightPx, channels: 3 as const };
  let photo = sharp(light, { raw });
  if (scene.blurSigma >= 0.3) photo = photo.blur(scene.blurSigma);
  if (scene.motionPx > 1) photo = photo.convolve(motionKernel(scene.motionPx, seed));
  const pixels = await photo.raw().toBuffer();
  if (scene.noiseSigma > 0) addNoise(pixels, 3, scene.noiseSigma);
  return sharp(pixels, { raw }).jpeg({ quality: scene.jpegQuality }).toBuffer();
}

function makeScene(condition: PhotoCondition, ratio: number, seed: number): Scene {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const is = (name: PhotoCondition) => condition === name;
  const widthPx = Math.round(between(1400, 2400));
  const heightPx = Math.round(widthPx * 0.75);
  const share = is("far_away") ? between(0.5, 0.62) : between(0.78, 0.94);
  const long = widthPx * Math.min(share, (heightPx / widthPx) * ratio * 0.94);
  const half = [long / 2, long / ratio / 2] as const;
  const quarter = is("rotation") ? (Math.floor(random() * 3) + 1) * 90 : 0;
  const tilt = quarter + between(-4, 4) + (is("rotation") ? between(-12, 12) : 0);
  // A document on its side must fit the photo's height.
  const fit = quarter % 180 === 0 ? 1 : Math.min(1, (heightPx * 0.94) / long);
  const angle = (tilt * Math.PI) / 180;
  const lean =
    (is("perspective") ? between(0.08, 0.2) : between(0, 0.03)) * (random() < 0.5 ? 1 : -1);
  const tip =
    (is("perspective") ? between(0.05, 0.16) : between(0, 0.03)) * (random() < 0.5 ? 1 : -1);
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, y]): [number, number] => {
    const depth = 1 + lean * (x as number) + tip * (y as number);
    const along = ((x as number) * half[0] * fit) / depth;
    const across = ((y as number) * half[1] * fit) / depth;
    return [
      widthPx / 2 + along * Math.cos(angle) - across * Math.sin(angle),
      heightPx / 2 + along * Math.sin(angle) + across * Math.cos(angle),
    ];
  });
  return {
    widthPx,
    heightPx,
    corners,
    gain: is("low_light") ? between(0.12, 0.35) : between(0.75, 1.05),
    shadow: {
      at: between(0.2, 0.8),
      slope: between(-0.6, 0.6),
      depth: is("shadow") ? between(0.45, 0.75) : between(0, 0.12),
      softness: between(0.01, 0.12),
    },
    glare: {
      x: between(0.2, 0.8),
      y: between(0.2, 0.8),
      radius: between(0.06, 0.16),
      strength: is("glare") ? between(140, 320) : between(0, 20),
    },
    fold: {
      at: between(0.25, 0.75),
      depth: is("fold") ? between(0.25, 0.6) : 0,
      shiftPx: is("fold") ? between(2, 10) : 0,
    },
    moire: {
      strength: is("screen") ? between(0.08, 0.22) : 0,
      across: between(2.2, 7),
      down: between(2.2, 7),
    },
    blurSigma: is("screen") ? between(0.6, 1.1) : between(0.3, 1.1),
    motionPx: is("motion") ? between(3, 7) : 0,
    noiseSigma: is("noise") ? between(14, 30) : is("low_light") ? between(5, 11) : between(1, 7),
    jpegQuality: Math.round(is("compression") ? between(18, 40) : between(68, 92)),
  };
}

/** Applies the light on the table and on the document, pixel by pixel. */
function expose(source: Uint8Array, width: number, height: number, scene: Scene): Uint8Array {
  const { widthPx, heightPx, shadow, glare, fold, moire } = scene;
  const out = new Uint8Array(widthPx * heightPx * 3);
  const place = placesIn(scene.corners);
  const table = [109, 113, 120] as const;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const [u, v] = place(x, y);
      const [across, down] = [x / widthPx, y / widthPx];
      const edge = across - shadow.at - shadow.slope * down;
      let gain = scene.gain * (1 - shadow.depth / (1 + Math.exp(edge / shadow.softness)));
      const crease = u - fold.at;
      gain *= 1 - fold.depth * Math.exp(-((crease * 60) ** 2)) * Math.sign(crease);
      if (moire.strength > 0) {
        const stripes =
          Math.sin((x * 2 * Math.PI) / moire.across + y * 0.11) +
          Math.sin((y * 2 * Math.PI) / moire.down + x * 0.07);
        gain *= 1 + (moire.strength * stripes) / 2;
      }
      const near = ((across - glare.x) ** 2 + (down - glare.y * 0.75) ** 2) / glare.radius ** 2;
      const shine = glare.strength * Math.exp(-near * 1.5);
      const bend = fold.shiftPx * Math.exp(-Math.abs(crease) * 14);
      const sourceX = u * width - 0.5;
      const sourceY = v * height - 0.5 + bend;
      const [left, top] = [Math.floor(sourceX), Math.floor(sourceY)];
      const isInside = left >= 0 && top >= 0 && left + 1 < width && top + 1 < height;
      const at = (top * width + left) * 3;
      for (let channel = 0; channel < 3; channel++) {
        let value = table[channel] as number;
        if (isInside) {
          const read = (offset: number) => source[at + offset + channel] as number;
          const right = sourceX - left;
          const upper = read(0) * (1 - right) + read(3) * right;
          const lower = read(width * 3) * (1 - right) + read(width * 3 + 3) * right;
          value = upper + (lower - upper) * (sourceY - top);
        }
        out[(y * widthPx + x) * 3 + channel] = Math.max(0, Math.min(255, value * gain + shine));
      }
    }
  }
  return out;
}

/** Maps a pixel of the photo to a place on the document, 0 to 1: the inverse of a projection (Heckbert 1989). */
function placesIn(corners: Scene["corners"]): (x: number, y: number) => [number, number] {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners as [
    [number, number],
    [number, number],
    [number, number],
    [number, number],
  ];
  const [dx1, dx2, dy1, dy2] = [x1 - x2, x3 - x2, y1 - y2, y3 - y2];
  const [sumX, sumY] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const divisor = dx1 * dy2 - dx2 * dy1;
  const g = (sumX * dy2 - dx2 * sumY) / divisor;
  const h = (dx1 * sumY - sumX * dy1) / divisor;
  const [a, b, c] = [x1 - x0 + g * x1, x3 - x0 + h * x3, x0];
  const [d, e, f] = [y1 - y0 + g * y1, y3 - y0 + h * y3, y0];
  return (x, y) => {
    const w = (d * h - e * g) * x + (b * g - a * h) * y + (a * e - b * d);
    return [
      ((e - f * h) * x + (c * h - b) * y + (b * f - c * e)) / w,
      ((f * g - d) * x + (a - c * g) * y + (c * d - a * f)) / w,
    ];
  };
}

/** Motion blur along a horizontal line, or a sloping one for odd seeds. */
function motionKernel(lengthPx: number, seed: number) {
  const size = 2 * Math.ceil(lengthPx / 2) + 1;
  const middle = (size - 1) / 2;
  const kernel = new Array<number>(size * size).fill(0);
  for (let step = -middle; step <= middle; step++) {
    if (Math.abs(step) > lengthPx / 2) continue;
    const down = seed % 2 === 0 ? 0 : Math.round(step * 0.4);
    kernel[(middle + down) * size + middle + step] = 1;
  }
  return {
    width: size,
    height: size,
    kernel,
    scale: kernel.reduce((sum, value) => sum + value, 0),
  };
}
