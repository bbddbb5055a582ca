import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { findFreePorts } from "../../scripts/lib/free-ports.mjs";

/** The key of an element reference (W3C WebDriver §12.2). */
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
const waitMs = 40_000;

type ElementReference = Record<typeof elementKey, string>;

/** WebDriver's own search does not look into open shadow roots, which contain our dialog. */
const findElement = `
const search = (root) =>
  root.querySelector(arguments[0]) ??
  [...root.querySelectorAll("*")].map((at) => at.shadowRoot && search(at.shadowRoot)).find(Boolean);
return search(document) ?? null;`;

/**
 * WebKit's own test browser, with a display of its own. Playwright cannot drive it, so this speaks WebDriver to it.
 * Every method throws WebDriver's error code and message.
 */
export class WebKit {
  private constructor(
    private readonly session: string,
    private readonly programs: readonly ChildProcess[],
  ) {}

  /** Needs `WEBKIT_PATH`, the path of `WebKitWebDriver`, and `XVFB_PATH`. */
  static async start(): Promise<WebKit> {
    const { WEBKIT_PATH: driverPath = "", XVFB_PATH: displayPath = "" } = process.env;
    const [port] = await findFreePorts(1);
    // The display server chooses a free number and writes it to file descriptor 3.
    const display = spawn(displayPath, ["-displayfd", "3", "-screen", "0", "1280x1024x24"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const number = await new Promise((resolve, reject) => {
      display.once("error", reject);
      display.stdio[3]?.once("data", (data) => resolve(String(data).trim()));
    });
    const driver = spawn(driverPath, ["--host=127.0.0.1", `--port=${port}`], {
      stdio: "ignore",
      env: { ...process.env, DISPLAY: `:${number}` },
    });
    const programs = [driver, display];
    process.once("exit", () => endAll(programs));
    const address = `http://127.0.0.1:${port}/session`;
    try {
      const { sessionId } = await whenListening(() =>
        call<{ sessionId: string }>("POST", address, { capabilities: {} }),
      );
      return new WebKit(`${address}/${sessionId}`, programs);
    } catch (error) {
      endAll(programs);
      throw error;
    }
  }

  async open(url: string): Promise<void> {
    await this.post("url", { url });
  }

  /** Runs a function's body in the frame of the last `enterFrames`, or in the page, and returns its result. */
  async run<T>(body: string, ...args: unknown[]): Promise<T> {
    return this.post<T>("execute/sync", { script: body, args });
  }

  /** Like `run`, for a body that returns a promise. */
  async runAsync<T>(body: string): Promise<T> {
    const script = `const done = arguments[0]; (async () => { ${body} })().then(done, (error) => done(String(error)));`;
    return this.post<T>("execute/async", { script, args: [] });
  }

  /** Goes to the page, then into a frame inside it, a frame inside that, and so on. */
  async enterFrames(...selectors: string[]): Promise<void> {
    await this.post("frame", { id: null });
    for (const selector of selectors) await this.post("frame", { id: await this.find(selector) });
  }

  /** Clicks into the field and types as a customer does, key by key. The field must be in view. */
  async type(selector: string, text: string): Promise<void> {
    const element = (await this.find(selector))[elementKey];
    // A frame of another site cannot take the focus without a click.
    await this.post(`element/${element}/click`, {});
    await this.post(`element/${element}/value`, { text });
  }

  /** Repeats until the result is not null or undefined. */
  async until<T>(what: string, attempt: () => Promise<T | null | undefined>): Promise<T> {
    const deadline = Date.now() + waitMs;
    for (;;) {
      const found = await attempt();
      if (found !== null && found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`${what}: not within ${waitMs / 1000} s`);
      await setTimeout(100);
    }
  }

  async stop(): Promise<void> {
    await call("DELETE", this.session).catch(() => {});
    endAll(this.programs);
  }

  private find(selector: string): Promise<ElementReference> {
    return this.until(selector, () => this.run<ElementReference | null>(findElement, selector));
  }

  private post<T>(command: string, body: object): Promise<T> {
    return call<T>("POST", `${this.session}/${command}`, body);
  }
}

async function call<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(waitMs),
  });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Repeats a call while nothing listens at its address yet. */
async function whenListening<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
      await setTimeout(50);
    }
  }
}

function endAll(programs: readonly ChildProcess[]): void {
  for (const program of programs) program.kill();
}
