import type { Language } from "#contract/languages";

let change = <T>(texts: T): T => texts;

/** Changes all texts that load from now on. For the pseudo-languages of the gallery; frames never call it. */
export const changeLoadedTexts = (to: typeof change): void => {
  change = to;
};

/**
 * Loads a part in the page's language from the files that `import.meta.glob` found. Each loader has its own pattern,
 * so that a widget's build contains only the parts that it uses, and each language is a file of its own. The patterns
 * have no type argument, or Vitest would not see that a module depends on which files exist.
 *
 * A browser's translator changes `lang` to a language that we may not have; it translates from English.
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
