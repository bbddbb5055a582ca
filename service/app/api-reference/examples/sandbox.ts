const clock = {
  time: "2026-04-09T12:00:00.000Z",
  machineTime: "2026-03-10T12:00:00.000Z",
  offsetSeconds: 2_592_000,
};

const dispute = {
  disputeId: "dsp_22uhyH5sBq4mK7yTz3NcXwRk",
  paymentId: "pay_22uhw8DfMnT4mwVbBpH2LXRk",
  providerDisputeId: "dp_0000017c9e3b51",
};

export const sandboxExamples: Readonly<Record<string, unknown>> = {
  resendEvent: { eventId: "evt_22uhw8DfMz3kXq7RtYcVbN5P", deliveries: 1 },
  getSandboxClock: clock,
  moveSandboxClock: { ...clock, settled: true },
  openSandboxDispute: { ...dispute, status: "needs-response" },
  decideSandboxDispute: { ...dispute, status: "won" },
};
