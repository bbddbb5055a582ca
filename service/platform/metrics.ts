import { Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * The process's metrics for Prometheus, at `/metrics`. Labels have few values and no identifiers. Domains add their own
 * when they register.
 */
export interface Metrics {
  counter<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
  ): Counter<Label>;
  gauge<Label extends string>(name: string, help: string, labels: readonly Label[]): Gauge<Label>;
  histogram<Label extends string>(
    name: string,
    help: string,
    labels: readonly Label[],
    bucketsSeconds: readonly number[],
  ): Histogram<Label>;
  expose(): Promise<{ contentType: string; text: string }>;
}

/** Creates a separate registry: one test process can hold several services. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Resident memory size in bytes.",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  return {
    counter: (name, help, labelNames) => new Counter({ name, help, labelNames, registers }),
    gauge: (name, help, labelNames) => new Gauge({ name, help, labelNames, registers }),
    histogram: (name, help, labelNames, bucketsSeconds) =>
      new Histogram({ name, help, labelNames, buckets: [...bucketsSeconds], registers }),
    async expose() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
