import { signal } from "@preact/signals";

/** Recovery codes that were made just now and wait for being stored: they are never shown again. */
export const freshCodes = signal<readonly string[] | null>(null);
