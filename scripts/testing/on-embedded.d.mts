/** See on-embedded.mjs. */
export function testsOnEmbedded(root: string): string[];
