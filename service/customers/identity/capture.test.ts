import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createKycWorld, type KycWidget, type KycWorld, picture } from "./testing/kyc-world.ts";

let world: KycWorld;
let customer: string;
let widget: KycWidget;
beforeAll(async () => {
  world = await createKycWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.reader.problems = [];
  customer = await world.newCustomer();
  widget = await world.widgetOf(customer);
});

describe("all processes together clean one picture of a verification at a time", () => {
  /** Holds the lease of another process that cleans a picture of this customer. */
  const holdLease = (untilMs: number) =>
    world.service.deps.database.kysely
      .updateTable("kyc_verifications")
      .set({ cleaning_token: "another", cleaning_until: new Date(untilMs) })
      .where("external_customer_id", "=", customer)
      .execute();

  test("the last piece gets 503, and is accepted when it is sent again", async () => {
    await widget.consent();
    await holdLease(world.clock.nowMs() + 60_000);
    const refused = await widget.upload("front");
    expect(refused).toMatchObject({
      statusCode: 503,
      body: { errorCode: "service_unavailable" },
      headers: { "retry-after": "2" },
    });
    // The other process has died, so its lease expires.
    world.clock.advance(60_000);
    expect((await widget.upload("front")).body).toMatchObject({ state: "received" });
    expect((await widget.upload("back")).body).toMatchObject({ state: "received" });
  });

  test("another customer's picture does not wait", async () => {
    await widget.consent();
    await holdLease(world.clock.nowMs() + 60_000);
    const other = await world.widgetOf(await world.newCustomer());
    await other.consent();
    expect((await other.upload("front")).body).toMatchObject({ state: "received" });
  });
});

describe("the steps of a capture", () => {
  test("the session names the next step: consent, pictures, submission, waiting", async () => {
    expect((await widget.session()).body).toMatchObject({
      status: "pending",
      nextAction: "consent",
      documentType: null,
      sides: [],
      operator: { name: "Test operator" },
    });
    expect((await widget.consent()).body).toMatchObject({
      nextAction: "upload",
      documentType: "drivers_license",
      sides: [
        { side: "front", upload: null },
        { side: "back", upload: null },
      ],
    });
    expect((await widget.upload("front")).body).toMatchObject({ state: "received", problems: [] });
    expect((await widget.session()).body.nextAction).toBe("upload");
    await widget.upload("back");
    expect((await widget.session()).body.nextAction).toBe("submit");
    const sent = await widget.submit();
    expect(sent.body).toMatchObject({ status: "pending", nextAction: "wait" });
    expect(sent.body.submittedAt).not.toBeNull();
    expect((await widget.progress()).body).toMatchObject({ nextAction: "wait", canRetry: false });
  });

  test("a passport needs one picture, and choosing another document drops the pictures", async () => {
    await widget.consent();
    await widget.upload("front");
    const changed = await widget.consent("passport");
    expect(changed.body.sides).toEqual([{ side: "photo_page", upload: null }]);
    expect((await widget.upload("front")).body.errorCode).toBe("kyc_side_unknown");
    expect((await widget.upload("photo_page")).statusCode).toBe(200);
    expect((await widget.session()).body.nextAction).toBe("submit");
  });

  test("a step is refused without consent, without a side, and after submission", async () => {
    expect((await widget.upload("front")).body.errorCode).toBe("kyc_consent_required");
    expect((await widget.submit()).body.errorCode).toBe("kyc_consent_required");
    await widget.consent();
    await widget.upload("front");
    expect(await widget.submit()).toMatchObject({
      statusCode: 409,
      body: { errorCode: "kyc_side_missing", sides: ["back"] },
    });
    await widget.upload("back");
    await widget.submit();
    expect((await widget.upload("back")).body.errorCode).toBe("kyc_already_submitted");
    expect((await widget.consent("passport")).body.errorCode).toBe("kyc_already_submitted");
    expect((await widget.submit()).body).toMatchObject({ nextAction: "wait" });
  });

  test("a customer without a name or date of birth must fill them in first", async () => {
    const nobody = await world.newCustomer({ lastName: null, dateOfBirth: null });
    const { clientSecret } = await world.kycInfo(nobody);
    const otherWidget = world.widget(clientSecret);
    const requirements = [{ type: "customer_data", fields: ["lastName", "dateOfBirth"] }];
    expect((await otherWidget.session()).body).toMatchObject({ requirements });
    expect(await otherWidget.sendLicense()).toMatchObject({
      statusCode: 409,
      body: { errorCode: "requirements_unmet", requirements },
    });
    const body = { lastName: "Doe", dateOfBirth: "1985-04-23" };
    const filled = await world.callAsClient("PUT", "/v1/client/customer-data", clientSecret, {
      body,
    });
    expect(filled.json()).toEqual({ requirements: [] });
    expect((await otherWidget.submit()).statusCode).toBe(200);
  });

  test("an idempotency key makes consent safe to repeat", async () => {
    const { clientSecret } = await world.kycInfo(customer);
    const request = {
      body: { documentType: "passport", consent: true },
      headers: { "idempotency-key": "consent-1" },
    };
    const url = "/v1/client/kyc/consent";
    const first = await world.callAsClient("POST", url, clientSecret, request);
    const repeat = await world.callAsClient("POST", url, clientSecret, request);
    expect(repeat.headers["idempotent-replayed"]).toBe("true");
    expect(repeat.json()).toEqual(first.json());
  });
});

describe("a picture", () => {
  const begin = async (sizeBytes: number) => {
    await widget.consent();
    return (await widget.begin("front", sizeBytes)).body.uploadId;
  };

  test("arrives in pieces, resumes where it stopped, and accepts a repeated piece", async () => {
    const uploadId = await begin(picture.length);
    const [first, second] = [picture.subarray(0, 1_000), picture.subarray(1_000)];
    expect((await widget.send(uploadId, 0, first)).body).toMatchObject({ offset: 1_000 });
    expect((await widget.send(uploadId, 0, first)).body).toMatchObject({ offset: 1_000 });
    expect(await widget.send(uploadId, 1_500, second)).toMatchObject({
      statusCode: 409,
      body: { errorCode: "kyc_upload_offset", offset: 1_000 },
    });
    // After a network failure, a reloaded page asks for the offset.
    const [side] = (await widget.session()).body.sides;
    expect(side?.upload).toMatchObject({ uploadId, state: "uploading", offset: 1_000 });
    const whole = await widget.send(uploadId, 1_000, second);
    expect(whole.body).toMatchObject({ state: "received", offset: picture.length });
    expect((await widget.send(uploadId, 1_000, second)).body.state).toBe("received");
  });

  test("is recognized by its bytes, not by its name", async () => {
    const html = Buffer.from("<html><script>alert(1)</script></html>");
    const uploadId = await begin(html.length);
    expect(await widget.send(uploadId, 0, html)).toMatchObject({
      statusCode: 400,
      body: { errorCode: "kyc_image_unsupported" },
    });
  });

  test("is refused with a code if the reader takes too long, and never read again", async () => {
    const uploadId = await begin(picture.length);
    world.reader.nextClean = { ok: false, reason: "reader_timeout", retryAfterMs: 60_000 };
    const refusal = { statusCode: 400, body: { errorCode: "kyc_image_too_complex" } };
    expect(await widget.send(uploadId, 0, picture)).toMatchObject(refusal);
    // The reader must not see the same bytes again.
    world.reader.nextClean = undefined;
    expect(await widget.send(uploadId, 0, picture)).toMatchObject(refusal);
    const [side] = (await widget.session()).body.sides;
    expect(side?.upload).toMatchObject({
      uploadId,
      state: "refused",
      problems: [{ code: "image_too_complex" }],
    });
    const { kysely } = world.service.deps.database;
    const pieces = await kysely.selectFrom("kyc_image_pieces").selectAll().execute();
    expect(pieces.filter((piece) => piece.upload_id === uploadId)).toEqual([]);
  });

  test("waits when the reader has no room", async () => {
    const uploadId = await begin(picture.length);
    world.reader.nextClean = { ok: false, reason: "reader_busy", retryAfterMs: 15_000 };
    const waits = await widget.send(uploadId, 0, picture);
    expect([waits.statusCode, waits.headers["retry-after"]]).toEqual([503, "15"]);
    world.reader.nextClean = undefined;
    expect((await widget.send(uploadId, 0, picture)).body.state).toBe("received");
  });

  test("is refused above 12 MiB, and when it is larger than announced", async () => {
    await widget.consent();
    expect(await widget.begin("front", 12 * 1024 * 1024 + 1)).toMatchObject({
      statusCode: 413,
      body: { errorCode: "kyc_image_too_large" },
    });
    const uploadId = await begin(10);
    expect((await widget.send(uploadId, 0, picture)).body.errorCode).toBe("kyc_upload_offset");
    const large = Buffer.alloc(513 * 1024, 1);
    expect((await widget.send(uploadId, 0, large)).body.errorCode).toBe("body_too_large");
  });

  test("with a blocking problem is refused with that problem; a warning does not block", async () => {
    const problem = { code: "image_blurred", side: "front", party: "picture" } as const;
    world.reader.problems = [{ ...problem, blocking: true, message: "Too blurred." }];
    await widget.consent();
    expect((await widget.upload("front")).body).toMatchObject({
      state: "refused",
      problems: [{ code: "image_blurred", message: "Too blurred.", blocking: true }],
    });
    expect((await widget.session()).body.nextAction).toBe("upload");
    world.reader.problems = [{ ...problem, blocking: false, message: "A little blurred." }];
    expect((await widget.upload("front")).body).toMatchObject({
      state: "received",
      problems: [{ blocking: false }],
    });
  });

  test("of a customer who is erased while it is cleaned is not found", async () => {
    await widget.consent();
    world.reader.duringClean = async () => {
      world.reader.duringClean = undefined;
      const body = { reason: "customer_request" };
      const erased = await world.call("POST", `/v1/customers/${customer}/erasure`, { body });
      expect(erased.statusCode, erased.body).toBe(200);
    };
    expect((await widget.upload("front")).body.errorCode).toBe("resource_not_found");
  });

  test("of the same side replaces the previous one", async () => {
    await widget.consent();
    const first = (await widget.upload("front")).body.uploadId;
    const second = (await widget.upload("front")).body.uploadId;
    const [side] = (await widget.session()).body.sides;
    expect(side?.upload?.uploadId).toBe(second);
    const rows = await world.service.deps.database.kysely
      .selectFrom("kyc_images")
      .select(["upload_id", "state", "image_sealed"])
      .where("upload_id", "in", [first, second])
      .orderBy("upload_id")
      .execute();
    expect(rows).toMatchObject([
      { upload_id: first, state: "replaced", image_sealed: null },
      { upload_id: second, state: "received" },
    ]);
  });

  test("is never stored unencrypted, and its pieces are deleted when it is complete", async () => {
    const secret = Buffer.concat([picture, Buffer.from("PORTRAIT-OF-JANE".repeat(4))]);
    await widget.consent();
    await widget.upload("front", secret);
    const { kysely } = world.service.deps.database;
    const images = JSON.stringify(await kysely.selectFrom("kyc_images").selectAll().execute());
    expect(images).not.toContain("PORTRAIT");
    expect(images).not.toContain(
      Buffer.from("PORTRAIT-OF-JANE".repeat(4)).toString("base64").slice(8, 40),
    );
    expect(await kysely.selectFrom("kyc_image_pieces").selectAll().execute()).toEqual([]);
    expect(world.logLines.join()).not.toContain("PORTRAIT");
  });

  test("of one customer can't be reached with another's secret", async () => {
    const uploadId = await begin(picture.length);
    const other = await world.widgetOf(await world.newCustomer());
    await other.consent();
    expect((await other.send(uploadId, 0, picture)).body.errorCode).toBe("resource_not_found");
    const url = `/v1/client/kyc/uploads/${uploadId}`;
    const { clientSecret } = await world.kycInfo(customer);
    expect((await world.callAsClient("GET", url, clientSecret)).statusCode).toBe(200);
    const others = await world.kycInfo(await world.newCustomer());
    expect((await world.callAsClient("GET", url, others.clientSecret)).statusCode).toBe(404);
    const { secretKey: token } = await world.createOperator();
    const otherResponse = await world.call("GET", `/v1/customers/${customer}/kyc-info`, { token });
    expect(otherResponse.statusCode).toBe(404);
    expect((await widget.session()).body.sides[0]?.upload).toMatchObject({ state: "uploading" });
  });
});

describe("an intent's secret", () => {
  const secretOf = async (externalCustomerId: string) => {
    const response = await world.call("POST", "/v1/payment-intents", {
      body: {
        externalPaymentIntentId: `for-${externalCustomerId}`,
        externalCustomerId,
        amount: 10,
        currency: "USD",
      },
    });
    return response.json<{ clientSecretKey: string }>().clientSecretKey;
  };

  test("opens no verification if the operator does not verify on payments", async () => {
    const otherWidget = world.widget(await secretOf(customer));
    expect((await otherWidget.session()).body.errorCode).toBe("feature_not_enabled");
  });
});
