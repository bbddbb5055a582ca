import { generousTimes } from "../../../payments/testing/payment-world.ts";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../../../testing/dying-database.ts";
import { createVendorWorld, type VendorWorld } from "./vendor-world.ts";

export interface DyingVendorWorld {
  world: VendorWorld;
  store: DyingDatabase;
  dying: TestService;
  close: () => Promise<void>;
}

/**
 * Starts the sandbox and two processes on one store, with this entry of `PROCESSORS`. The second dies at the statements
 * that `store` chooses.
 */
export async function createDyingVendorWorld(
  entry: { readonly url: string; readonly [field: string]: unknown },
  env: Readonly<Record<string, string>> = {},
  paymentTimes = { ...generousTimes, chargeDeadlineMs: 500 },
): Promise<DyingVendorWorld> {
  const world = await createVendorWorld([entry], env, undefined, paymentTimes);
  const store = createDyingDatabase(world.service.deps.database);
  const url = new URL(entry.url, world.sandboxUrl).href;
  const dying = await createTestService({
    database: store.database,
    clock: world.clock,
    paymentTimes,
    env: {
      ...env,
      SANDBOX_URL: world.parties.url,
      PROCESSORS: JSON.stringify([{ ...entry, url }]),
    },
  });
  return {
    world,
    store,
    dying,
    close: async () => {
      store.endProcess();
      await dying.close();
      await world.close();
    },
  };
}
