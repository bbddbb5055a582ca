import type { Language } from "#contract/languages";

let change = <T>(texts: T): T => texts;

/** Changes all texts that load from now on, for the gallery's pseudo-languages. Frames never call it. */
export const changeLoadedTexts = (to: typeof change): void => {
  change = to;
};

/**
 * Each loader has its own pattern, so that a widget's build contains only its parts, each language in its own file. The
 * patterns have no type argument, or Vitest would not see that a module depends on which files exist.
 * A browser's translator changes `lang`, perhaps to a language that we lack; it translates from English.
 */
export const loadFrom = <T>(
  files: Readonly<Record<string, () => Promise<unknown>>>,
  part: string,
  language: Language,
): Promise<T> =>
  (
    (
      files[`./${language}/${part}.ts`] ?? (files[`./en/${part}.ts`] as () => Promise<unknown>)
    )() as Promise<T>
  ).then(change);
