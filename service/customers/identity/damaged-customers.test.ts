import { afterAll, beforeAll, expect, test } from "vitest";
import { damageValues } from "../../testing/damage-values.ts";
import { createKycWorld, type KycWorld } from "./testing/kyc-world.ts";
import { janesLicense, readingOf } from "./testing/stand-in-reader.ts";

let world: KycWorld;
beforeAll(async () => {
  world = await createKycWorld();
});
afterAll(() => world.close());

test("a verification expires with its document although its customer's data is damaged", async () => {
  const customer = await world.newCustomer();
  world.reader.next = readingOf({ ...janesLicense, expiresOn: "2027-02-15" });
  await (await world.widgetOf(customer)).sendLicense();
  await world.read();
  await damageValues(world, "customers", "email_sealed", { external_customer_id: customer });
  expect((await world.kycInfo(customer)).status).toBe("verified");
  world.clock.set(Date.UTC(2027, 1, 16, 12));
  await world.runJob("kyc.expire_documents");
  expect((await world.kycInfo(customer)).status).toBe("expired");
});
