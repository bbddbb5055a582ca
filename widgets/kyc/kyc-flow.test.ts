import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { KycFrameMessage } from "#contract/channel/kyc-messages";
import type { ApiResult } from "../client/read-result.ts";
import type { KycApi } from "./kyc-api.ts";
import { createKycFlow, type KycFlow } from "./kyc-flow.ts";
import type { KycSession } from "./kyc-responses.ts";
import { examplePicture, exampleSession, exampleUpload } from "./testing/examples.ts";
import type { StoredPictures } from "./upload/stored-picture.ts";

const no = (code: string, status = 401): ApiResult<never> => ({
  ok: false,
  failure: { kind: status === 0 ? "lost" : "refused", code, message: "", status },
});

let sessions: ApiResult<KycSession>[];
let reported: KycFrameMessage[];
let flow: KycFlow;
let api: { [K in keyof KycApi]: ReturnType<typeof vi.fn<KycApi[K]>> };
let pictures: { [K in keyof StoredPictures]: ReturnType<typeof vi.fn<StoredPictures[K]>> };
let fresh: () => Promise<string>;

const says = (...next: (Partial<KycSession> | ApiResult<never>)[]) =>
  sessions.push(
    ...next.map((each) =>
      "ok" in each ? each : ({ ok: true, value: exampleSession(each) } as const),
    ),
  );
const until = (step: string) => expect.poll(() => flow.state().step, { interval: 1 }).toBe(step);

beforeEach(() => {
  sessions = [];
  reported = [];
  let keys = 0;
  fresh = async () => "kyc_1_secret_new";
  const session = async () => sessions.shift() ?? no("network", 0);
  api = {
    useSecret: vi.fn(),
    session: vi.fn(session),
    consent: vi.fn(session),
    submit: vi.fn(session),
    retry: vi.fn(session),
    handoff: vi.fn(async () => no("kyc_consent_required", 409)),
    begin: vi.fn(
      async () => ({ ok: true, value: exampleUpload({ state: "uploading", offset: 0 }) }) as const,
    ),
    send: vi.fn(async () => ({ ok: true, value: exampleUpload() }) as const),
    upload: vi.fn(async () => ({ ok: true, value: exampleUpload() }) as const),
  };
  pictures = {
    keep: vi.fn(async () => undefined),
    find: vi.fn(async () => null),
    drop: vi.fn(async () => undefined),
  };
  flow = createKycFlow({
    api,
    pictures,
    newKey: () => `key-${++keys}`,
    nowMs: () => 0,
    report: (message) => reported.push(message),
    fetchClientSecret: () => fresh(),
    prepare: async () => ({ ok: true, picture: examplePicture() }),
    pause: () => new Promise((resolve) => setTimeout(resolve, 1)),
  });
});
afterEach(() => flow.end());

describe("a verification", () => {
  test("runs from the first picture to the result, with reports to the page", async () => {
    says({ nextAction: "upload" });
    flow.send({ type: "secretReceived" });
    await until("side");
    flow.send({ type: "pictureGiven", source: new Blob() });
    await until("review");
    const verified = { nextAction: "none", status: "verified" };
    says({ nextAction: "submit" }, { nextAction: "wait" }, { nextAction: "wait" }, verified);
    flow.send({ type: "pictureAccepted" });
    await until("result");
    expect(pictures.keep).toHaveBeenCalledWith("kup_1", expect.any(Blob));
    expect(pictures.drop).toHaveBeenCalled();
    expect(reported.filter(({ type }) => type === "complete")).toEqual([
      {
        type: "complete",
        result: {
          type: "success",
          kycVerificationId: "kyc_1",
          documentType: "drivers_license",
          status: "verified",
          reasons: [],
        },
      },
    ]);
    expect(reported.filter(({ type }) => type === "status")).toEqual([
      { type: "status", status: "pending" },
      { type: "status", status: "verified" },
    ]);
  });

  test("continues when the browser's store never responds", async () => {
    pictures.keep.mockReturnValue(new Promise(() => undefined));
    pictures.drop.mockReturnValue(new Promise(() => undefined));
    says({ nextAction: "upload" });
    flow.send({ type: "secretReceived" });
    await until("side");
    flow.send({ type: "pictureGiven", source: new Blob() });
    await until("review");
    says({ nextAction: "submit" }, { nextAction: "none", status: "verified" });
    flow.send({ type: "pictureAccepted" });
    await until("result");
  });

  test("keeps its key when it is submitted again after a lost response", async () => {
    says({ nextAction: "submit" }, no("network", 0), no("timeout", 0), { nextAction: "wait" });
    flow.send({ type: "secretReceived" });
    await until("reading");
    expect(new Set(api.submit.mock.calls.map(([key]) => key)).size).toBe(1);
    expect(api.submit).toHaveBeenCalledTimes(3);
  });

  test("gets a new key when it is submitted again after a refusal, because the old one would repeat it", async () => {
    const submit = { nextAction: "submit" };
    says(submit, no("requirements_unmet"), submit, { nextAction: "wait" });
    flow.send({ type: "secretReceived" });
    await until("reading");
    expect(new Set(api.submit.mock.calls.map(([key]) => key)).size).toBe(2);
  });

  test("continues with a new secret when the old one has expired", async () => {
    says(no("client_secret_expired"), { nextAction: "consent" });
    flow.send({ type: "secretReceived" });
    await until("choose");
    expect(api.useSecret).toHaveBeenCalledWith("kyc_1_secret_new");
    expect(reported.filter(({ type }) => type === "loaderror")).toEqual([]);
  });

  test.each(["arrives", "fails"])(
    "keeps the page's newer secret if the one that it asked for %s later",
    async (end) => {
      let settle: (secret: string) => void = () => {};
      const asked = new Promise<string>((resolve, reject) => {
        settle = end === "arrives" ? resolve : reject;
      });
      fresh = () => asked;
      says(no("client_secret_expired"));
      flow.send({ type: "secretReceived" });
      await expect.poll(() => flow.state().busy).toBe(true);
      api.session.mockReturnValueOnce(new Promise(() => {}));
      flow.useSecret("kyc_1_secret_page");
      settle("kyc_1_secret_late");
      await asked.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve));
      expect(api.useSecret.mock.calls).toEqual([["kyc_1_secret_page"]]);
      expect(flow.state().step).toBe("loading");
      expect(reported.filter(({ type }) => type === "loaderror")).toEqual([]);
    },
  );

  test("says that the secret has expired if nobody has a new one", async () => {
    fresh = () => Promise.reject(new Error("nobody to ask"));
    says(no("client_secret_expired"));
    flow.send({ type: "secretReceived" });
    await until("refused");
    await expect
      .poll(() => reported.find(({ type }) => type === "loaderror"))
      .toMatchObject({ error: { code: "client_secret_expired" } });
  });

  test("sends and reports nothing more once it has ended", async () => {
    says({ nextAction: "wait" });
    flow.send({ type: "secretReceived" });
    await until("reading");
    flow.end();
    const { length } = api.session.mock.calls;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(api.session.mock.calls.length).toBeLessThanOrEqual(length + 1);
    flow.send({ type: "back" });
    expect(flow.state().step).toBe("reading");
  });
});
