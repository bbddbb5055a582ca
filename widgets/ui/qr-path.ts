import { encode } from "uqr";

/** A path on a grid of `size` modules, including the quiet zone of four. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** The code of a text, with 15 % error correction (level M). */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  let path = "";
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) path += `M${x} ${y}h1v1h-1z`;
  }
  return { size, path };
}
