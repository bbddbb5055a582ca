import type { TestService } from "../../testing/create-test-service.ts";

/** Runs the refund jobs of all rails once. */
export async function runRefunds(service: TestService): Promise<void> {
  for (const { name } of service.service.jobs) {
    if (name.startsWith("payments.refunds")) await service.runJob(name);
  }
}
