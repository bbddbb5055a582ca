import type { CardProcessor } from "./card-processor.ts";

export interface ProcessorDirectory {
  readonly all: readonly CardProcessor[];
  /** Finds a processor by name; undefined if it is no longer configured. */
  byName(name: string): CardProcessor | undefined;
}

/** Creates the directory. Names must be unique. */
export function createProcessorDirectory(all: readonly CardProcessor[]): ProcessorDirectory {
  const named = new Map(all.map((processor) => [processor.name, processor]));
  return { all, byName: (name) => named.get(name) };
}
