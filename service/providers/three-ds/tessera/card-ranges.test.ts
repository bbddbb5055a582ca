import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { CardRange, PReq } from "#contract/connectors/three-ds";
import { OutgoingCallFailed, type OutgoingHttp } from "../../../platform/outgoing-http.ts";
import { createThreeDSServer, type ThreeDSServer } from "../kit/three-ds-server.ts";
import { tesseraThreeDS } from "./tessera-connector.ts";

const hourMs = 3_600_000;
const card = "4000000000003220";
const enrolled: CardRange = {
  startRange: card,
  endRange: card,
  acsStartProtocolVersion: "2.1.0",
  acsEndProtocolVersion: "2.2.0",
  threeDSMethodURL: "https://acs.example/method",
};

const newId = "1d1c23a6-6a52-4f0c-8f43-1b7d2b8e9c55";
let nowMs: number;
let requests: PReq[];
let problems: string[];
let answer: (request: PReq) => object | Promise<object>;
let directory: ThreeDSServer;

/** Without ranges nothing has changed. */
const prepared = (request: PReq, cardRangeData?: unknown[], serialNum?: string) => ({
  messageType: "PRes",
  messageVersion: "2.2.0",
  threeDSServerTransID: request.threeDSServerTransID,
  dsTransID: randomUUID(),
  dsStartProtocolVersion: "2.1.0",
  dsEndProtocolVersion: "2.2.0",
  ...(serialNum !== undefined && { serialNum }),
  ...(cardRangeData && { cardRangeData }),
});

const http: OutgoingHttp = {
  async call({ url, body }) {
    expect(url).toBe("https://ds.example/preq");
    const request: PReq = JSON.parse(body ?? "");
    requests.push(request);
    return { statusCode: 200, headers: {}, text: JSON.stringify(await answer(request)) };
  },
  close: async () => {},
};

beforeEach(() => {
  nowMs = 1_800_000_000_000;
  requests = [];
  problems = [];
  answer = (request) => prepared(request, [enrolled]);
  directory = createThreeDSServer(
    {
      url: "https://ds.example",
      versioningDeadlineMs: 50,
      cardRangesFreshMs: hourMs,
      cardRangesStaleMs: 24 * hourMs,
      nowMs: () => nowMs,
      onError: (reason) => problems.push(reason),
    },
    tesseraThreeDS(
      { key: "k" },
      {
        authenticationDeadlineMs: 1_000,
        resultsUrl: "https://pay.example/v1/three-ds/results",
        newTransID: () => newId,
      },
    ),
    http,
  );
});

const lookUp = (number: string) =>
  directory.lookUpCard({ number, brand: "visa", processor: "northbank" });

const settle = () => new Promise(setImmediate);

describe("card ranges of the directory server", () => {
  it("decide whether a card is enrolled, and are loaded once", async () => {
    const looked = await Promise.all([lookUp(card), lookUp("4242424242424242")]);
    expect(looked).toEqual([
      {
        type: "enrolled",
        version: "2.2.0",
        methodUrl: "https://acs.example/method",
        threeDSServerTransID: newId,
      },
      { type: "not_enrolled" },
    ]);
    await directory.prepare();
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(requests)).not.toContain(card);
  });

  it("count as not enrolled if all their versions are unsupported", async () => {
    answer = (request) => prepared(request, [{ ...enrolled, acsStartProtocolVersion: "2.3.1" }]);
    expect(await lookUp(card)).toEqual({ type: "not_enrolled" });
  });

  it.each([
    ["a range", (request: PReq) => prepared(request, [{ ...enrolled, acsEndProtocolVersion: "" }])],
    [
      "the directory server",
      (request: PReq) => ({ ...prepared(request, [enrolled]), dsEndProtocolVersion: "2.x" }),
    ],
  ])("are unusable if the versions of %s cannot be compared", async (_, respond) => {
    answer = respond;
    expect(await lookUp(card)).toEqual({ type: "unavailable", reason: "malformed" });
  });

  it("are updated incrementally after an hour, and serve in the meantime", async () => {
    answer = (request) => prepared(request, [enrolled], "one");
    await directory.prepare();
    nowMs += hourMs;
    answer = (request) => prepared(request, [{ ...enrolled, actionInd: "D" }], "two");
    expect(await lookUp(card)).toMatchObject({ type: "enrolled" });
    await settle();
    expect(await lookUp(card)).toEqual({ type: "not_enrolled" });
    nowMs += hourMs;
    answer = (request) => prepared(request, undefined, "two");
    await lookUp(card);
    await settle();
    expect(requests.map(({ serialNum }) => serialNum)).toEqual([undefined, "one", "two"]);
    expect(await lookUp(card)).toEqual({ type: "not_enrolled" });
  });

  it("are loaded completely when the serial number is no longer known", async () => {
    answer = (request) => prepared(request, [enrolled], "one");
    await directory.prepare();
    nowMs += hourMs;
    answer = (request) =>
      request.serialNum
        ? {
            messageType: "Erro",
            messageVersion: "2.2.0",
            errorCode: "307",
            errorComponent: "D",
            errorDescription: "no",
            errorDetail: "serialNum",
          }
        : prepared(request, [], "three");
    await lookUp(card);
    await settle();
    expect(await lookUp(card)).toEqual({ type: "not_enrolled" });
    expect(problems).toEqual([]);
  });

  it("serve for a day while the directory server is down, with one request per minute", async () => {
    await directory.prepare();
    answer = () => {
      throw new OutgoingCallFailed("unreachable", "no");
    };
    nowMs += 2 * hourMs;
    for (const waitedMs of [0, 1_000, 60_000]) {
      nowMs += waitedMs;
      expect(await lookUp(card)).toMatchObject({ type: "enrolled" });
      await settle();
    }
    expect(problems).toEqual(["unreachable", "unreachable"]);
    nowMs += 24 * hourMs;
    const looked = await lookUp(card);
    expect(looked).toEqual({ type: "unavailable", reason: "unreachable" });
  });

  it.each([
    ["of another transaction", "other_transaction", { threeDSServerTransID: randomUUID() }],
    ["with a malformed range", "malformed", { cardRangeData: [enrolled, { startRange: "4" }] }],
    ["that is something else", "malformed", { messageType: "ARes" }],
  ])("%s are refused", async (_, reason, change) => {
    answer = (request) => ({ ...prepared(request, [enrolled]), ...change });
    expect(await lookUp(card)).toEqual({ type: "unavailable", reason });
    answer = (request) => prepared(request, [enrolled]);
    expect(await lookUp(card)).toMatchObject({ type: "enrolled" });
  });

  it("delay a payment only up to its deadline if they load slowly, and serve the next", async () => {
    let respond = () => {};
    answer = (request) =>
      new Promise((resolve) => {
        respond = () => resolve(prepared(request, [enrolled]));
      });
    expect(await lookUp(card)).toEqual({ type: "unavailable", reason: "deadline" });
    respond();
    await settle();
    expect(await lookUp(card)).toMatchObject({ type: "enrolled" });
    expect(requests).toHaveLength(1);
  });
});
