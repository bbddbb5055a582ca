/** See on-postgres.mjs. */
export function testsOnPostgres(root: string): string[];
