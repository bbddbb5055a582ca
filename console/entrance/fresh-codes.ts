import { signal } from "@preact/signals";

/** New recovery codes that the person must store. The service never returns them again. */
export const freshCodes = signal<readonly string[] | null>(null);
