import { findLanguage } from "#contract/languages";
import type { BuiltFile, BuiltFiles } from "./built-files.ts";

/** A page in the build's `pages.json`. */
interface DescribedPage {
  name: string;
  locale: string;
  file: string;
  styleHashes: string[];
  scriptHashes: string[];
}

export interface FramePage extends DescribedPage {
  readonly built: BuiltFile;
}

/** Finds a page in the best matching language, or in its first one. */
export type FindFramePage = (name: string, tags: readonly string[]) => FramePage | undefined;

/** Finds nothing if the frames were not built. */
export function createFramePages(files: BuiltFiles): FindFramePage {
  const described = files.get("pages.json");
  const pages = described
    ? (JSON.parse(described.plain.toString("utf8")) as DescribedPage[]).flatMap((page) => {
        const built = files.get(page.file);
        return built ? [{ ...page, built }] : [];
      })
    : [];
  return (name, tags) => {
    const candidates = pages.filter((page) => page.name === name);
    const locale = findLanguage(
      tags,
      candidates.map((page) => page.locale),
    );
    return candidates.find((page) => page.locale === locale) ?? candidates[0];
  };
}
