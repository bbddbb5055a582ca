/** Width of the empty margin, in light modules. Without it cameras cannot detect the code (ISO/IEC 18004: four). */
const quietZone = 4;

/** Draws rows of `0` and `1`. Always black on white, because cameras need it. */
export function QrCode({ rows, label }: { rows: readonly string[]; label: string }) {
  const size = rows.length + 2 * quietZone;
  const path = rows
    .flatMap((row, y) =>
      [...row].map((module, x) =>
        module === "1" ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : "",
      ),
    )
    .join("");
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
