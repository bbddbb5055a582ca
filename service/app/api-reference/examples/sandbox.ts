/** Responses about the sandbox's clock, for the OpenAPI document. */
const clock = {
  time: "2026-04-09T12:00:00.000Z",
  machineTime: "2026-03-10T12:00:00.000Z",
  offsetSeconds: 2_592_000,
};

/** By operation. */
export const sandboxExamples: Readonly<Record<string, unknown>> = {
  getSandboxClock: clock,
  moveSandboxClock: { ...clock, settled: true },
};
