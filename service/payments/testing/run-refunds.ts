import type { TestService } from "../../testing/create-test-service.ts";

/** Runs the refund jobs of all rails once. */
export function runRefunds(service: TestService): Promise<void> {
  return service.runJob("payments.refunds");
}
