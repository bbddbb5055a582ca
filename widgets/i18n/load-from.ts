/**
 * Loads one file of those that `import.meta.glob` found. Each loader has its own pattern, so that a widget's build
 * contains only the parts that it uses, and each language is a file of its own. texts-of.test.ts checks that no
 * language lacks a part.
 */
export const loadFrom = <T>(
  files: Readonly<Record<string, () => Promise<T>>>,
  path: string,
): Promise<T> => (files[path] as () => Promise<T>)();
