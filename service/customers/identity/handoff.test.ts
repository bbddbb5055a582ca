import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createKycWorld, type KycWidget, type KycWorld } from "./testing/kyc-world.ts";
import { janesLicense, readingOf } from "./testing/stand-in-reader.ts";

const minuteMs = 60_000;
let world: KycWorld;
let customer: string;
let desktop: KycWidget;
let serial = 0;
beforeAll(async () => {
  world = await createKycWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  serial += 1;
  world.reader.next = readingOf({ ...janesLicense, documentNumber: `H${serial}` });
  customer = await world.newCustomer();
  desktop = await world.widgetOf(customer);
  await desktop.consent();
});

const secretOf = (url: string) => url.slice(url.indexOf("#") + 1);
/** Starts a handoff. Returns its secret and a widget for the phone. */
async function startHandoff(from = desktop) {
  const { body } = await from.handoff();
  const secret = secretOf(body.url);
  return { ...body, secret, phone: world.widget(secret) };
}
const code = async (response: Promise<{ statusCode: number; body: { errorCode?: string } }>) =>
  (await response).body.errorCode ?? (await response).statusCode;

describe("continuing on another device", () => {
  test("the link has its own secret, and the first device follows the steps taken with it", async () => {
    expect((await desktop.session()).body.handoff).toBeNull();
    const { url, expiresAt, phone } = await startHandoff();
    expect(url).toMatch(
      /^http:\/\/pay\.localhost:4000\/verify\/phone\?for=op_\w{24}#kho_\w{24}_secret_[\w-]{43}$/,
    );
    expect((await desktop.session()).body.handoff).toEqual({ expiresAt, openedAt: null });
    expect((await phone.session()).body).toMatchObject({ nextAction: "upload" });
    expect((await desktop.session()).body.handoff?.openedAt).not.toBeNull();

    await phone.upload("front");
    expect((await desktop.session()).body.sides).toMatchObject([
      { side: "front", upload: { state: "received" } },
      { side: "back", upload: null },
    ]);
    await phone.upload("back");
    expect((await phone.submit()).body.nextAction).toBe("wait");
    await world.read();
    for (const widget of [phone, desktop]) {
      expect((await widget.progress()).body.status).toBe("verified");
    }
  });

  test("a repeated request returns the same link until it has little time left", async () => {
    const first = await startHandoff();
    expect((await startHandoff()).url).toBe(first.url);
    world.clock.advance(14 * minuteMs);
    const second = await startHandoff();
    expect(second.url).not.toBe(first.url);
    // A customer has one link at a time.
    expect(await code(first.phone.session())).toBe("client_secret_invalid");
    expect(await code(second.phone.session())).toBe(200);
  });

  test("the link expires after a quarter of an hour unless opened, and then an hour after its last step", async () => {
    const unopened = await startHandoff();
    world.clock.advance(15 * minuteMs);
    expect(await code(unopened.phone.session())).toBe("client_secret_expired");
    expect((await desktop.session()).body.handoff).toBeNull();

    const { phone } = await startHandoff();
    await phone.session();
    world.clock.advance(50 * minuteMs);
    expect((await phone.upload("front")).statusCode).toBe(200);
    world.clock.advance(50 * minuteMs);
    expect(await code(phone.session())).toBe(200);
    world.clock.advance(11 * minuteMs);
    expect(await code(phone.session())).toBe("client_secret_expired");
  });

  test("the first device's secret stays valid while the other device takes steps", async () => {
    const { phone } = await startHandoff();
    await phone.session();
    world.clock.advance(50 * minuteMs);
    await phone.upload("front");
    world.clock.advance(50 * minuteMs);
    await phone.upload("back");
    expect((await desktop.session()).body.nextAction).toBe("submit");
  });

  test("the link opens only this verification", async () => {
    const { secret, phone } = await startHandoff();
    const callAs = async (method: "GET" | "PUT" | "POST", url: string, body?: object) => {
      const options = body === undefined ? {} : { body };
      return (await world.callAsClient(method, url, secret, options)).json().errorCode;
    };
    expect(await callAs("GET", "/v1/client/session")).toBe("client_secret_invalid");
    expect(await callAs("PUT", "/v1/client/customer-data", { suffix: "Jr" })).toBe(
      "client_secret_invalid",
    );
    expect(await callAs("POST", "/v1/client/sms-verification", {})).toBe("client_secret_invalid");
    expect(await code(phone.handoff())).toBe("conflicting_state");
    const forged = world.widget(`${secret.slice(0, -3)}AAA`);
    expect(await code(forged.session())).toBe("client_secret_invalid");

    const other = await world.widgetOf(await world.newCustomer());
    await other.consent();
    const otherResponse = await other.begin("front");
    expect(await code(phone.send(otherResponse.body.uploadId, 0, Buffer.alloc(10)))).toBe(
      "resource_not_found",
    );
  });

  test("the link follows the customer into a retry, which needs only the side that failed", async () => {
    const blurred = { side: "back", code: "barcode_not_found", party: "picture" } as const;
    world.reader.next = readingOf(
      {},
      { readable: false, problems: [{ ...blurred, blocking: true, message: "" }] },
    );
    const { phone } = await startHandoff();
    await phone.upload("front");
    await phone.upload("back");
    await phone.submit();
    await world.read();
    expect((await phone.progress()).body).toMatchObject({
      status: "rejected",
      nextAction: "retry",
      retakeSides: ["back"],
    });
    expect((await phone.retry()).body).toMatchObject({
      nextAction: "upload",
      sides: [{ upload: { state: "received" } }, { upload: null }],
    });
  });

  test("the link requires consent and an unsubmitted document", async () => {
    const stranger = await world.widgetOf(await world.newCustomer());
    expect(await code(stranger.handoff())).toBe("kyc_consent_required");
    const { phone } = await startHandoff();
    await desktop.upload("front");
    await desktop.upload("back");
    await desktop.submit();
    expect(await code(desktop.handoff())).toBe("kyc_already_submitted");
    // The phone opens the link after submission.
    expect((await phone.session()).body.nextAction).toBe("wait");
    expect(await code(phone.begin("front"))).toBe("kyc_already_submitted");
  });
});
