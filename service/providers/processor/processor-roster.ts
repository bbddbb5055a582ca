import type { CardProcessor } from "./card-processor.ts";

/**
 * The processors in order of preference, and which of them are well. The first healthy one serves: of
 * those that the operator's routing rules name, in their order, else of all. Health is what the background check and the calls themselves last said;
 * all start as healthy.
 */
export interface ProcessorRoster {
  /** The first healthy processor, or the first of all when none is; undefined if there are none. */
  first(routingRules?: readonly string[]): CardProcessor | undefined;
  /** The next healthy one after `name`, for when `name` could not be connected to. */
  after(name: string, routingRules?: readonly string[]): CardProcessor | undefined;
  /** The processor that an earlier charge went to. */
  byName(name: string): CardProcessor | undefined;
  /** Notes that a connection could not be made: not chosen until a check says otherwise. */
  markUnreachable(name: string): void;
  /** Asks every processor for its health. */
  check(): Promise<void>;
}

/** Creates the roster; names must be unique. */
export function createProcessorRoster(processors: readonly CardProcessor[]): ProcessorRoster {
  const ailing = new Set<string>();
  const isWell = (processor: CardProcessor) => !ailing.has(processor.name);
  const byName = (name: string) => processors.find((processor) => processor.name === name);
  /** Rules that name no processor of this service are none: a payment must not fail for a typing error. */
  const inOrder = (rules: readonly string[]) => {
    const named = rules.flatMap((name) => byName(name) ?? []);
    return named.length > 0 ? named : processors;
  };
  return {
    first: (rules = []) => inOrder(rules).find(isWell) ?? inOrder(rules)[0],
    after: (name, rules = []) => inOrder(rules).find((each) => each.name !== name && isWell(each)),
    byName,
    markUnreachable: (name) => ailing.add(name),
    async check() {
      await Promise.all(
        processors.map(async (processor) => {
          if (await processor.isHealthy()) ailing.delete(processor.name);
          else ailing.add(processor.name);
        }),
      );
    },
  };
}
