// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMainLoader } from "./load-main.ts";
import { createLostMessage } from "./lost-message.ts";

let sent: { type: string; error?: { code: string } }[];
let root: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<div id="widget"><main>The form</main></div>
    <template id="lost"><div role="alert">It did not load. <button>Try again</button></div></template>`;
  root = document.querySelector("#widget") as HTMLElement;
  sent = [];
});
afterEach(() => void vi.useRealTimers());

const loader = () =>
  createMainLoader(root, { send: (message) => sent.push(message) }, createLostMessage(root));
const refused = () => Promise.reject(new TypeError("Failed to fetch"));

test("a part that loads at once is not reported", async () => {
  expect(await loader().need(async () => "words")).toBe("words");
  expect(sent).toEqual([]);
  expect(root.textContent).toBe("The form");
});

test("a part that fails is reported to page and customer once, until it has loaded", async () => {
  const load = vi.fn(refused as () => Promise<string>);
  const { need } = loader();
  const needed = need(load);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(sent).toMatchObject([{ type: "loaderror", error: { code: "network" } }]);
  expect(root.querySelectorAll("[role=alert]")).toHaveLength(1);

  load.mockResolvedValue("words");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await needed).toBe("words");
  expect(root.textContent).toBe("The form");
  expect(sent.map(({ type }) => type)).toEqual(["loaderror", "ready"]);
});

test("the button tries at once, even after several failures", async () => {
  const load = vi.fn(refused as () => Promise<string>);
  const needed = loader().need(load);
  await vi.advanceTimersByTimeAsync(3_000);
  load.mockResolvedValue("words");
  root.querySelector("button")?.click();
  expect(await needed).toBe("words");
  expect(load).toHaveBeenCalledTimes(3);
});

test("a stalled part is reported, and the button reloads the frame, as another try would wait too", async () => {
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async () => ({ ok: true }));
  let arrive: (part: string) => void = () => undefined;
  const needed = loader().need(() => new Promise<string>((resolve) => (arrive = resolve)));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toMatchObject([{ type: "loaderror", error: { code: "network" } }]);
  root.querySelector("button")?.click();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
  arrive("words");
  expect(await needed).toBe("words");
  expect(root.textContent).toBe("The form");
  expect(sent.map(({ type }) => type)).toEqual(["loaderror", "ready"]);
  reload.mockRestore();
  vi.unstubAllGlobals();
});

test("a part that is needed only sometimes is missed only then, and the page gets no message", async () => {
  let isMissed = false;
  const load = vi.fn(refused as () => Promise<string>);
  const needed = loader().need(load, () => isMissed);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(root.querySelector("[role=alert]")).toBeNull();
  isMissed = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(root.querySelector("[role=alert]")).not.toBeNull();
  isMissed = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(root.querySelector("[role=alert]")).toBeNull();
  isMissed = true;
  await vi.advanceTimersByTimeAsync(3_000);
  load.mockResolvedValue("words");
  root.querySelector("button")?.click();
  expect(await needed).toBe("words");
  expect(root.textContent).toBe("The form");
  expect(sent).toEqual([]);
});

test("a part that is already late when it is needed counts as missed within a second", async () => {
  let isMissed = false;
  void loader().need(
    () => new Promise(() => undefined),
    () => isMissed,
  );
  await vi.advanceTimersByTimeAsync(21_500);
  expect(root.querySelector("[role=alert]")).toBeNull();
  isMissed = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(root.querySelector("[role=alert]")).not.toBeNull();
});

test.each([
  ["reachable", { ok: true }, 1],
  ["not reachable", { ok: false }, 0],
])(
  "a press whose own try fails reloads the frame while the service is %s",
  async (_what, answer, reloads) => {
    const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
    const fetchMock = vi.fn(async () => answer);
    vi.stubGlobal("fetch", fetchMock);
    void loader().need(refused);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(fetchMock).not.toHaveBeenCalled();
    root.querySelector("button")?.click();
    await vi.advanceTimersByTimeAsync(0);
    expect(fetchMock).toHaveBeenCalledOnce();
    expect(reload).toHaveBeenCalledTimes(reloads);
    reload.mockRestore();
    vi.unstubAllGlobals();
  },
);
