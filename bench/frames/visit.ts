/** One visit to a page: in a fresh profile, throttled and measured. */
import type { Browser, ProtocolObject } from "../../e2e/stack/devtools-browser.ts";
import { bindingName, probeSource, type Report } from "./probe.ts";
import { createTraffic } from "./traffic.ts";
import { untilQuiet } from "./until-quiet.ts";

/** How much the machine and the network are slowed down. */
export interface Conditions {
  /** 1 is full speed, 4 a quarter of it. */
  cpuSlowdown: number;
  network?: { roundTripMs: number; megabitsPerSecond: number };
}

/** Times in milliseconds, counted from the point in the page that adds the frame, or its script. */
export interface Visit {
  /** Until the script has loaded and the frame is being added; 0 if the page adds the frame itself. */
  mountedAfterMs: number;
  /** Until the input is on the screen; NaN for widgets whose first step has none. */
  paintedAfterMs: number;
  /** Until the input is on the screen and has its handlers; NaN for widgets whose first step has none. */
  usableAfterMs: number;
  /** Until the frame has notified the page. */
  readyAfterMs: number;
  /** Until the session has loaded, and the first step has its content. */
  sessionAfterMs: number;
  /** CPU time in tasks of the page's main thread up to `ready`. */
  pageTaskMs: number;
  /**
   * The longest task of the page's main thread that ended after the start of the measurement, for example parsing the
   * document; 0 if none took 50 ms.
   */
  pageLongestTaskMs: number;
  /** Time from a key until its handlers are done, for keys pressed as soon as the page is notified. */
  keysMs: number[];
  /** The same time for keys pressed after everything has loaded. */
  keysAtRestMs: number[];
}

/** The cost of a visit until the page has finished loading, without a key press. */
export interface Rest {
  /** CPU time in tasks of the page's main thread. */
  pageTaskMs: number;
  /** Requests to the service: script, frame, its parts and its calls. */
  requests: number;
  /** Bytes of their responses with headers, compressed as sent. */
  bytes: number;
}

const visitTimeoutMs = 60_000;

/**
 * Opens the page, waits until its frame is usable and has notified the page, and types if requested.
 * @param form whether the frame shows a form with an input at once
 * @param keys digits to type into that input
 * @throws when the page is not ready within a minute
 */
export function visit(
  browser: Browser,
  url: string,
  conditions: Conditions,
  { form, keys = "" }: { form: boolean; keys?: string },
): Promise<Visit> {
  return inNewPage(browser, conditions, false, async (page, watch) => {
    const before = await taskMs(browser, page);
    await browser.send("Page.navigate", { url }, page);
    const inserted = await watch.first("inserted");
    const mounted = await watch.first("mounted");
    const ready = await watch.first("ready");
    const after = await taskMs(browser, page);
    const painted = form ? await watch.first("painted") : Number.NaN;
    const usable = form ? await watch.first("usable") : Number.NaN;
    const pageLongestTaskMs = Math.max(0, ...watch.longTasks(page, inserted));
    if (keys) {
      await typeInto(browser, watch.frameWithInput(), page, keys, watch);
      await untilQuiet(browser);
      await typeInto(browser, watch.frameWithInput(), page, keys, watch);
    }
    return {
      mountedAfterMs: mounted - inserted,
      paintedAfterMs: painted - inserted,
      usableAfterMs: usable - inserted,
      readyAfterMs: ready - inserted,
      sessionAfterMs: (await watch.first("session")) - inserted,
      pageTaskMs: after - before,
      pageLongestTaskMs,
      keysMs: watch.keys().slice(0, keys.length),
      keysAtRestMs: watch.keys().slice(keys.length),
    };
  });
}

/**
 * Opens the page and waits until it is idle.
 * @param origin requests to other origins do not count
 * @throws when the page is not ready within a minute
 */
export function visitUntilRest(
  browser: Browser,
  url: string,
  conditions: Conditions,
  origin: string,
): Promise<Rest> {
  return inNewPage(browser, conditions, true, async (page, watch) => {
    const before = await taskMs(browser, page);
    await browser.send("Page.navigate", { url }, page);
    await watch.first("ready");
    await watch.first("session");
    await untilQuiet(browser);
    return { pageTaskMs: (await taskMs(browser, page)) - before, ...watch.traffic(origin) };
  });
}

/** Calls `measure` with a new page in a fresh profile, when the browser is idle. */
async function inNewPage<T>(
  browser: Browser,
  conditions: Conditions,
  countsTraffic: boolean,
  measure: (page: string, watch: ReturnType<typeof watchTargets>) => Promise<T>,
): Promise<T> {
  const { browserContextId } = await browser.send("Target.createBrowserContext");
  const watch = watchTargets(browser, conditions, countsTraffic);
  try {
    const { targetId } = await browser.send("Target.createTarget", {
      url: "about:blank",
      browserContextId,
      width: 1000,
      height: 800,
    });
    const attached = await browser.send("Target.attachToTarget", { targetId, flatten: true });
    const page = attached["sessionId"] as string;
    await watch.setUp(page);
    await browser.send("Performance.enable", { timeDomain: "threadTicks" }, page);
    await untilQuiet(browser);
    return await measure(page, watch);
  } finally {
    watch.end();
    await browser.send("Target.disposeBrowserContext", { browserContextId });
  }
}

/** Prepares every target before its first script and collects the probes' reports. */
function watchTargets(
  browser: Browser,
  { cpuSlowdown, network }: Conditions,
  countsTraffic: boolean,
) {
  const reports: { report: Report; session: string | undefined }[] = [];
  const traffic = createTraffic();
  const mine = new Set<string>();
  let wake = () => {};

  const setUp = async (session: string) => {
    mine.add(session);
    const send = (method: string, params: object = {}) => browser.send(method, params, session);
    const steps = [
      send("Target.setAutoAttach", {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      }),
      send("Runtime.enable"),
      send("Runtime.addBinding", { name: bindingName }),
      send("Page.enable"),
      send("Page.addScriptToEvaluateOnNewDocument", { source: probeSource, runImmediately: true }),
      send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown }),
    ];
    if (countsTraffic) steps.push(send("Network.enable"));
    if (network) {
      const bytesPerSecond = (network.megabitsPerSecond * 1_000_000) / 8;
      steps.push(
        send("Network.enable"),
        send("Network.emulateNetworkConditions", {
          offline: false,
          latency: network.roundTripMs,
          downloadThroughput: bytesPerSecond,
          uploadThroughput: bytesPerSecond,
        }),
      );
    }
    // Workers support only some of these steps.
    await Promise.allSettled(steps);
    await send("Runtime.runIfWaitingForDebugger").catch(() => {});
  };
  const end = browser.listen((method, params, session) => {
    if (!session || !mine.has(session)) return;
    if (method === "Target.attachedToTarget") void setUp(params["sessionId"] as string);
    if (method.startsWith("Network.")) traffic.receive(method, params);
    if (method === "Runtime.bindingCalled" && params["name"] === bindingName) {
      reports.push({ report: JSON.parse(params["payload"] as string), session });
      wake();
    }
  });
  const until = async <T>(what: string, find: () => T | undefined): Promise<T> => {
    const deadline = Date.now() + visitTimeoutMs;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`The page was not ${what} within a minute.`);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, 1000);
      });
    }
  };
  const keys = () => reports.flatMap(({ report }) => (report.what === "typed" ? [report.ms] : []));
  return {
    setUp,
    end,
    keys,
    traffic: traffic.with,
    first: (what: "inserted" | "mounted" | "painted" | "usable" | "ready" | "session") =>
      until(what, () => {
        const found = reports.find(({ report }) => report.what === what)?.report;
        return found && "at" in found ? found.at : undefined;
      }),
    longTasks: (page: string, since: number) =>
      reports.flatMap(({ session, report }) =>
        session === page && report.what === "longTask" && report.at + report.ms > since
          ? [report.ms]
          : [],
      ),
    frameWithInput: () => reports.find(({ report }) => report.what === "usable")?.session,
    keysDone: (count: number) => until(`done with key ${count}`, () => keys()[count - 1]),
  };
}

async function typeInto(
  browser: Browser,
  frame: string | undefined,
  page: string,
  keys: string,
  watch: ReturnType<typeof watchTargets>,
) {
  await browser.send("Page.bringToFront", {}, page);
  const input = `document.querySelector("input:not([type=hidden], [type=radio])")`;
  const expression = `${input}.focus(); ${input}.select()`;
  const before = watch.keys().length;
  await browser.send("Runtime.evaluate", { expression, userGesture: true }, frame);
  for (const [at, key] of [...keys].entries()) {
    const event = {
      key,
      text: key,
      code: `Digit${key}`,
      windowsVirtualKeyCode: key.charCodeAt(0),
    };
    await browser.send("Input.dispatchKeyEvent", { type: "keyDown", ...event }, frame);
    await browser.send("Input.dispatchKeyEvent", { ...event, type: "keyUp", text: "" }, frame);
    await watch.keysDone(before + at + 1);
  }
}

async function taskMs(browser: Browser, session: string): Promise<number> {
  const { metrics } = await browser.send("Performance.getMetrics", {}, session);
  const found = (metrics as ProtocolObject[]).find(({ name }) => name === "TaskDuration");
  return Number(found?.["value"] ?? 0) * 1000;
}
