// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "enableIframePageLoading": true, "navigation": { "disableChildFrameNavigation": true } } }
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ChallengeOutcome } from "#contract/channel/challenge";
import { createFakeAfter } from "#contract/channel/testing/fake-ports";
import { challengeTexts as en } from "../i18n/en/challenge.ts";
import { challengeTexts as es } from "../i18n/es/challenge.ts";
import { showChallenge } from "./challenge.ts";

const page = readFileSync(`${import.meta.dirname}/index.html`, "utf8");
const body = page.slice(page.indexOf("<body>") + 6, page.indexOf("<script"));
const transaction = "8a880dc0-d2d2-4067-bcb1-b08d1690b26e";
const creq = Buffer.from(JSON.stringify({ threeDSServerTransID: transaction })).toString(
  "base64url",
);

let clock: ReturnType<typeof createFakeAfter>;
let outcomes: ChallengeOutcome[];
let heights: number[];
let submitted: { action: string; target: string; method: string; fields: object }[];

const element = (id: string) => document.getElementById(id) as HTMLElement;
const bank = () => document.querySelector("iframe");
const show = (change = {}, texts = en) => {
  const own = outcomes; // unfinished challenges of earlier tests still listen
  showChallenge(
    {
      title: element("title"),
      cancel: element("cancel"),
      stage: element("stage"),
      wait: element("wait"),
      live: element("live"),
    },
    texts,
    {
      acsUrl: "http://sandbox.localhost:4200/acs/challenge",
      creq,
      threeDSSessionData: "c2Vzc2lvbg",
      windowSize: "02",
      locale: "en-US",
      ...change,
    },
    {
      after: clock.after,
      onOutcome: (outcome) => own.push(outcome),
      onHeight: (heightPx) => heights.push(heightPx),
    },
  );
};
const notify = (change = {}) =>
  window.dispatchEvent(
    Object.assign(new Event("message"), {
      source: bank()?.contentWindow,
      origin: location.origin,
      data: { tessera: "challenge_done", threeDSServerTransID: transaction },
      ...change,
    }),
  );

beforeEach(() => {
  document.body.innerHTML = body;
  clock = createFakeAfter();
  outcomes = [];
  heights = [];
  submitted = [];
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (
    this: HTMLFormElement,
  ) {
    const { action, target, method } = this;
    const fields = Object.fromEntries(
      [...this.querySelectorAll("input")].map((input) => [input.name, input.value]),
    );
    submitted.push({ action, target, method, fields });
  });
});
afterEach(() => vi.restoreAllMocks());

describe("the challenge", () => {
  test("posts the CReq to the bank into a sandboxed, named frame", () => {
    show();
    expect(submitted).toEqual([
      {
        action: "http://sandbox.localhost:4200/acs/challenge",
        target: "bank",
        method: "post",
        fields: { creq, threeDSSessionData: "c2Vzc2lvbg" },
      },
    ]);
    expect(bank()?.title).toBe("Your bank’s page");
    expect(bank()?.getAttribute("sandbox")).toBe(
      "allow-forms allow-scripts allow-same-origin allow-pointer-lock",
    );
    expect(document.querySelector("form")).toBeNull();
  });

  test("opens a processor’s page as it is, and is done when its own return page reports", () => {
    const acsUrl = "https://hooks.processor.example/redirect?token=1";
    const id = "0d9a6c3e-4d3b-4c55-9a55-0f4f3d8f6a11";
    show({ acsUrl, creq: undefined, threeDSSessionData: undefined, transactionId: id });
    expect(submitted).toEqual([]);
    expect(bank()?.src).toBe(acsUrl);
    expect(bank()?.getAttribute("sandbox")).not.toContain("top-navigation");
    notify();
    expect(outcomes).toEqual([]);
    notify({ data: { tessera: "challenge_done", threeDSServerTransID: id } });
    expect(outcomes).toEqual([{ type: "done" }]);
  });

  test("announces its progress in the customer's language", () => {
    show({}, es);
    expect(element("live").textContent).toBe("Abriendo la página de su banco…");
  });

  test("shows the bank's page when it has loaded, and gives it the focus", () => {
    show();
    expect(document.activeElement).toBe(element("title"));
    bank()?.dispatchEvent(new Event("load"));
    expect(element("wait").hidden).toBe(true);
    expect(element("live").textContent).toBe("Your bank’s page is open.");
    expect(document.activeElement).toBe(bank());
  });

  test("leaves the focus where the customer put it", () => {
    show();
    element("cancel").focus();
    bank()?.dispatchEvent(new Event("load"));
    expect(document.activeElement).toBe(element("cancel"));
  });

  test("is done when the notification page reports, once", () => {
    show();
    notify();
    notify();
    element("cancel").click();
    expect(outcomes).toEqual([{ type: "done" }]);
    expect(bank()).toBeNull();
    expect(clock.waiting).toBe(0);
  });

  test.each([
    ["another window", { source: { other: "window" } }],
    ["another origin", { origin: "http://evil.localhost:4200" }],
    ["another transaction", { data: { tessera: "challenge_done", threeDSServerTransID: "x" } }],
    ["something else", { data: { tessera: "three_ds_method" } }],
    ["nothing", { data: null }],
  ])("a message of %s changes nothing", (_what, change) => {
    show();
    notify(change);
    expect(outcomes).toEqual([]);
  });

  const reportHeight = (heightPx: unknown, change = {}) =>
    notify({
      origin: "http://acs.localhost:4200",
      data: { tessera: "challenge_height", heightPx },
      ...change,
    });

  test("passes on the bank page's height, within limits", () => {
    show();
    for (const heightPx of [612.2, 3, 1e9, -40]) reportHeight(heightPx);
    expect(heights).toEqual([613, 240, 2000, 240]);
    expect(outcomes).toEqual([]);
  });

  test.each([
    ["from another window", 700, { source: { other: "window" } }],
    ["from this frame itself", 700, { source: window }],
    ["as text", "700", {}],
    ["that is not a number", Number.NaN, {}],
    ["without end", Number.POSITIVE_INFINITY, {}],
    ["that is missing", undefined, {}],
  ])("ignores a height %s", (_what, heightPx, change) => {
    show();
    reportHeight(heightPx, change);
    expect(heights).toEqual([]);
  });

  test("ignores heights once it has ended", () => {
    show();
    const source = bank()?.contentWindow;
    element("cancel").click();
    reportHeight(700, { source });
    expect(heights).toEqual([]);
  });

  test("is canceled by the button", () => {
    show();
    element("cancel").click();
    expect(outcomes).toEqual([{ type: "canceled" }]);
  });

  test("is canceled by Escape", () => {
    show();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
    expect(outcomes).toEqual([]);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(outcomes).toEqual([{ type: "canceled" }]);
  });

  test("times out when the bank's page does not load within 30 seconds", () => {
    show();
    clock.pass(29_999);
    expect(outcomes).toEqual([]);
    clock.pass(1);
    expect(outcomes).toEqual([{ type: "timed_out" }]);
  });

  test("gives the customer ten minutes, and announces the last minute", () => {
    show();
    bank()?.dispatchEvent(new Event("load"));
    clock.pass(540_000);
    expect(element("live").textContent).toBe("1 minute left to confirm with your bank.");
    expect(outcomes).toEqual([]);
    clock.pass(60_000);
    expect(outcomes).toEqual([{ type: "timed_out" }]);
  });

  test("gives the remaining time after a reload", () => {
    show({ timeoutSeconds: 45 });
    bank()?.dispatchEvent(new Event("load"));
    clock.pass(45_000);
    expect(outcomes).toEqual([{ type: "timed_out" }]);
  });

  test("opens the bank's page again if the connection was lost in the middle of it", () => {
    show();
    const load = () => bank()?.dispatchEvent(new Event("load"));
    load();
    window.dispatchEvent(new Event("offline"));
    // Nothing was lost yet: the page may wait for a text message or an app.
    expect(element("wait").hidden).toBe(true);
    window.dispatchEvent(new Event("online"));
    expect(submitted).toHaveLength(1);
    window.dispatchEvent(new Event("offline"));
    load();
    expect(element("wait").hidden).toBe(false);
    window.dispatchEvent(new Event("online"));
    expect(submitted).toHaveLength(2);
    expect(submitted[1]).toEqual(submitted[0]);
    load();
    expect(element("wait").hidden).toBe(true);
    notify();
    window.dispatchEvent(new Event("online"));
    expect(submitted).toHaveLength(2);
    expect(outcomes).toEqual([{ type: "done" }]);
  });

  test("announces only its first page, and leaves the focus on the bank's later pages", () => {
    show();
    bank()?.dispatchEvent(new Event("load"));
    element("live").textContent = "";
    element("title").focus();
    bank()?.dispatchEvent(new Event("load"));
    expect(element("live").textContent).toBe("");
    expect(document.activeElement).toBe(element("title"));
  });
});
