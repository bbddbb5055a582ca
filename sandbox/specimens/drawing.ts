/** Draws escaped text; `x` and `y` are in millimeters on the card. */
export function text(
  x: number,
  y: number,
  size: number,
  value: string,
  attributes: Record<string, string | number> = {},
): string {
  const rest = Object.entries(attributes).map(([name, each]) => ` ${name}="${each}"`);
  return `<text x="${x}" y="${y}" font-size="${size}"${rest.join("")}>${escapeXml(value)}</text>`;
}

/** A small gray label with its value below. */
export function labelled(x: number, y: number, label: string, value: string): string {
  return text(x, y, 1.7, label, { fill: "#5b6478" }) + text(x, y + 3.1, 2.7, value);
}

/** A portrait of no real person. */
export function portrait(x: number, y: number, width: number, height: number): string {
  const middle = x + width / 2;
  return `<clipPath id="photo"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="1"/></clipPath>
<g clip-path="url(#photo)"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#cfd8e8"/>
<circle cx="${middle}" cy="${y + height * 0.4}" r="${width * 0.24}" fill="#8493ad"/>
<ellipse cx="${middle}" cy="${y + height}" rx="${width * 0.44}" ry="${height * 0.32}" fill="#8493ad"/></g>`;
}

/** The mark that prevents confusion with a real document. */
export function specimenMark(x: number, y: number, size: number): string {
  return text(x, y, size, "SPECIMEN", {
    fill: "#c0392b",
    "fill-opacity": 0.34,
    "text-anchor": "middle",
    transform: `rotate(-18 ${x} ${y})`,
  });
}

export function drawing(widthMm: number, heightMm: number, ...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthMm} ${heightMm}" font-family="OCR B" fill="#16203a">${parts.join("\n")}</svg>`;
}

function escapeXml(value: string): string {
  return value
    .replace(/\p{Cc}/gu, " ")
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
