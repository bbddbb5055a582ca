import type { CardProcessor } from "./card-processor.ts";

/** The configured processors, in the service's order. */
export interface ProcessorDirectory {
  readonly all: readonly CardProcessor[];
  /** Returns the processor with this name; undefined when it is no longer configured. */
  byName(name: string): CardProcessor | undefined;
}

/** Creates the directory; names must be unique. */
export function createProcessorDirectory(all: readonly CardProcessor[]): ProcessorDirectory {
  const named = new Map(all.map((processor) => [processor.name, processor]));
  return { all, byName: (name) => named.get(name) };
}
