/** See with-document.mjs. */
export function testsWithDocument(root: string): string[];
