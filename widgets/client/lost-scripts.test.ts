import { beforeEach, expect, test, vi } from "vitest";
import { reloadForLostScripts } from "./lost-scripts.ts";

const address = "http://pay.localhost:4000/v1/frames/payment?key=pk_sandbox_1";

let typed: string;
let answer: () => Promise<{ ok: boolean }>;
let view: EventTarget & { name: string };
const requests = vi.fn();
const reload = vi.fn();

beforeEach(() => {
  typed = "";
  answer = async () => ({ ok: true });
  requests.mockClear();
  reload.mockClear();
  view = Object.assign(new EventTarget(), {
    name: "",
    document: { querySelectorAll: () => [{ value: "" }, { value: typed }] },
    location: { href: address, reload },
    fetch(url: string) {
      requests(url);
      return answer();
    },
  });
  reloadForLostScripts(view as unknown as Window);
});

const press = (atMs: number, type?: string) => {
  const event = new Event("click");
  const closest = (selector: string) => (selector === `[type=${type}]` ? {} : null);
  Object.defineProperties(event, { target: { value: { closest } }, timeStamp: { value: atMs } });
  view.dispatchEvent(event);
};

const fail = async (what: string, atMs: number) => {
  const event = new Event("vite:preloadError");
  const payload = new TypeError(`error loading dynamically imported module: ${what}`);
  Object.defineProperties(event, { payload: { value: payload }, timeStamp: { value: atMs } });
  view.dispatchEvent(event);
  await new Promise((resolve) => setTimeout(resolve));
};

test("reloads the frame when a file fails twice while the service is reachable", async () => {
  await fail("bank-form.js", 0);
  expect(reload).not.toHaveBeenCalled();
  await fail("bank-form.js", 3000);
  expect(requests.mock.calls).toEqual([[address]]);
  expect(reload).toHaveBeenCalledOnce();
});

test("does not reload when two files fail once, or one fails twice at the same moment", async () => {
  await fail("bank-form.js", 0);
  await fail("bank-form.js", 10);
  await fail("crypto-part.js", 3000);
  expect(requests).not.toHaveBeenCalled();
});

test.each([
  ["can't be reached", () => Promise.reject(new TypeError("NetworkError"))],
  ["sends no page", async () => ({ ok: false })],
])("while the service %s the frame stays as it is", async (_what, given) => {
  answer = given;
  await fail("bank-form.js", 0);
  await fail("bank-form.js", 3000);
  expect(requests).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
});

test("a frame with typed data stays until the customer presses a button", async () => {
  typed = "4242";
  await fail("later-part.js", 0);
  await fail("later-part.js", 3000);
  expect(requests).not.toHaveBeenCalled();
  press(5000, "button");
  await fail("later-part.js", 6000);
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ["types or presses a field", () => press(2900)],
  ["presses Pay", () => press(2900, "submit")],
  [
    "presses Pay after a button",
    () => {
      press(2800, "button");
      press(2900, "submit");
    },
  ],
  ["pressed a button long ago", () => press(-3000, "button")],
])("a frame with typed data stays when the customer %s", async (_what, act) => {
  typed = "4242";
  await fail("later-part.js", 0);
  act();
  await fail("later-part.js", 3000);
  expect(requests).not.toHaveBeenCalled();
});

test("a frame that was reloaded for a lost script reloads again only when a button is pressed", async () => {
  view.name = "again";
  await fail("later-part.js", 0);
  await fail("later-part.js", 3000);
  await fail("later-part.js", 6000);
  expect(requests).not.toHaveBeenCalled();
  press(8900, "button");
  await fail("later-part.js", 9000);
  expect(reload).toHaveBeenCalledOnce();
});
