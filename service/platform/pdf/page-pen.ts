import type { PDFDocument, PDFFont, PDFPage } from "@cantoo/pdf-lib";

/** A standard font; it has the characters of Windows-1252. */
type Face = "plain" | "bold" | "italic";

interface TextStyle {
  readonly size: number;
  readonly face?: Face;
  readonly grey?: boolean;
  readonly white?: boolean;
}

/** Draws on a page, in points from the top left corner. */
export interface PagePen {
  readonly document: PDFDocument;
  /** Writes one line; `y` is its baseline. */
  text(x: number, y: number, text: string, style: TextStyle): void;
  /** Breaks lines at spaces to fit `width`. Returns the baseline for the line after the last one. */
  paragraph(
    x: number,
    y: number,
    width: number,
    text: string,
    style: TextStyle & { readonly struck?: boolean },
  ): number;
  line(x1: number, y1: number, x2: number, y2: number, thickness?: number): void;
  box(x: number, y: number, width: number, height: number, filled?: boolean): void;
  tick(x: number, y: number, isTicked: boolean): void;
  widthOf(text: string, style: TextStyle): number;
}

/** US letter. */
export const pageSize = { width: 612, height: 792 } as const;

/** Creates a document with one US letter page. */
export async function createPagePen(title: string): Promise<PagePen> {
  // The library is loaded on first use: it has hundreds of modules that payments do not need.
  const { PDFDocument, rgb, StandardFonts } = await import("@cantoo/pdf-lib");
  const document = await PDFDocument.create();
  document.setTitle(title, { showInWindowTitleBar: true });
  document.setLanguage("en-US");
  document.setProducer("Tessera");
  document.setCreator("Tessera");
  const page: PDFPage = document.addPage([pageSize.width, pageSize.height]);
  const fonts: Readonly<Record<Face, PDFFont>> = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
    italic: await document.embedFont(StandardFonts.TimesRomanItalic),
  };
  const black = rgb(0, 0, 0);
  const fontOf = ({ face = "plain" }: TextStyle) => fonts[face];
  const up = (y: number) => pageSize.height - y;

  const pen: PagePen = {
    document,
    text(x, y, text, style) {
      const color = style.white ? rgb(1, 1, 1) : style.grey ? rgb(0.35, 0.35, 0.35) : black;
      const options = { x, y: up(y), size: style.size, font: fontOf(style), color };
      page.drawText(toPrintable(text), options);
    },
    paragraph(x, y, width, text, style) {
      const font = fontOf(style);
      let baseline = y;
      for (const row of breakLines(toPrintable(text), width, (part) =>
        font.widthOfTextAtSize(part, style.size),
      )) {
        pen.text(x, baseline, row, style);
        if (style.struck) {
          const end = x + font.widthOfTextAtSize(row, style.size);
          pen.line(x, baseline - style.size * 0.3, end, baseline - style.size * 0.3, 0.9);
        }
        baseline += style.size * 1.25;
      }
      return baseline;
    },
    line(x1, y1, x2, y2, thickness = 0.5) {
      page.drawLine({
        start: { x: x1, y: up(y1) },
        end: { x: x2, y: up(y2) },
        thickness,
        color: black,
      });
    },
    box(x, y, width, height, filled = false) {
      page.drawRectangle({
        x,
        y: up(y + height),
        width,
        height,
        ...(filled ? { color: black } : { borderColor: black, borderWidth: 0.5 }),
      });
    },
    tick(x, y, isTicked) {
      pen.box(x, y - 6.5, 7, 7);
      if (!isTicked) return;
      pen.line(x + 1.2, y - 3, x + 3, y - 1, 1.1);
      pen.line(x + 3, y - 1, x + 6.2, y - 5.8, 1.1);
    },
    widthOf: (text, style) => fontOf(style).widthOfTextAtSize(toPrintable(text), style.size),
  };
  return pen;
}

/** Replacements of letters that Unicode does not decompose into a letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  Ħ: "H",
  ħ: "h",
  ı: "i",
  Ŋ: "N",
  ŋ: "n",
  Ŧ: "T",
  ŧ: "t",
  "‐": "-",
  "‑": "-",
  "−": "-",
};

/** Characters of Windows-1252 that are not in Latin-1. */
const windowsExtras = new Set("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ");

/** Converts a text to the standard fonts' characters. Others lose their accents or become a question mark. */
export function toPrintable(text: string): string {
  return [...text.normalize("NFC")]
    .map((letter) => {
      if (isPrintable(letter)) return letter;
      const plain = plainLetters[letter] ?? letter.normalize("NFD").replace(/\p{M}/gu, "");
      return [...plain].map((part) => (isPrintable(part) ? part : "?")).join("");
    })
    .join("");
}

function isPrintable(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return (
    (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || windowsExtras.has(letter)
  );
}

/** Breaks a text at spaces into rows of at most `width`; a longer word stays whole. */
export function breakLines(
  text: string,
  width: number,
  widthOf: (part: string) => number,
): string[] {
  const rows: string[] = [];
  let row = "";
  for (const word of text.split(/\s+/)) {
    const longer = row === "" ? word : `${row} ${word}`;
    if (row !== "" && widthOf(longer) > width) {
      rows.push(row);
      row = word;
    } else row = longer;
  }
  return row === "" ? rows : [...rows, row];
}
