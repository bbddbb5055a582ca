import { randomFillSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderSpecimen, type SpecimenDocument } from "../../sandbox/specimens/index.ts";
import { createInlineDocumentReader } from "../providers/document-reader/create-inline-document-reader.ts";
import { createKycWorld, type KycWorld } from "./testing/kyc-world.ts";

let world: KycWorld;
beforeAll(async () => {
  const reader = createInlineDocumentReader({ now: () => world.clock.nowMs() });
  world = await createKycWorld({}, { reader });
});
afterAll(() => world.close());

const janesLicence: SpecimenDocument = {
  type: "drivers_license",
  person: { firstName: "Jane", lastName: "Doe", dateOfBirth: "1985-04-23" },
  documentNumber: "D7654321",
  issuedOn: "2022-04-23",
  expiresOn: "2030-04-23",
  country: "USA",
};

test("a licence goes in as pictures and comes out read, compared and decided", async () => {
  const pictures = renderSpecimen(janesLicence, 1000);
  const send = async (data: object) => {
    const customer = await world.newCustomer(data);
    const widget = await world.widgetOf(customer);
    await widget.consent();
    for (const { side, bytes } of pictures) {
      const sent = await widget.upload(side, Buffer.from(bytes));
      expect(sent.body).toMatchObject({ state: "received" });
    }
    await widget.submit();
    await world.read();
    return (await widget.progress()).body;
  };
  const verified = await send({});
  expect(verified).toMatchObject({ status: "verified", reasons: [] });
  expect(verified.checks).not.toHaveLength(0);
  // The same document for somebody else's name and at another customer.
  const other = await send({ firstName: "Joan", lastName: "Smith" });
  expect(other.status).toBe("under_review");
  expect(other.reasons.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["last_name_mismatch", "document_number_in_use"]),
  );
});

test("a file that only begins like a picture is refused, and says so to the customer", async () => {
  const widget = await world.widgetOf(await world.newCustomer());
  await widget.consent();
  const bytes = randomFillSync(Buffer.alloc(5_000));
  bytes.set([0xff, 0xd8, 0xff, 0xe0]);
  const refused = await widget.upload("front", bytes);
  expect(refused.body).toMatchObject({ state: "refused", problems: [{ blocking: true }] });
  expect(refused.body.problems[0]?.message).toMatch(/\w/);
});
