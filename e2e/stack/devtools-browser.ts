/**
 * Drives Chromium directly over the DevTools protocol, through a pipe. Cross-site frames live in their own processes.
 * Without a test library in between, a test can throttle and watch them **before** their first script, and continue
 * after such a process has crashed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

export type ProtocolObject = Record<string, unknown>;

interface Message {
  id?: number;
  method?: string;
  params?: ProtocolObject;
  sessionId?: string;
  result?: ProtocolObject;
  error?: { message: string };
}

/** Sessions are flat: every call names its session. */
export interface Browser {
  send(method: string, params?: object, sessionId?: string): Promise<ProtocolObject>;
  /** Calls the listener for every event of every session. Returns a function that removes the listener. */
  listen(
    listener: (method: string, params: ProtocolObject, sessionId: string | undefined) => void,
  ): () => void;
  close(): Promise<void>;
}

/**
 * Starts the browser with site isolation, as customers have it, and without background activity.
 *
 * @param executablePath see `scripts/testing/browser.mjs`
 */
export async function startBrowser(executablePath: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "tessera-browser-"));
  const args = [
    "--headless=new",
    "--remote-debugging-pipe",
    `--user-data-dir=${profile}`,
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
    "--site-per-process",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "about:blank",
  ];
  const child = spawn(executablePath, args, {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const browser = speak(child);
  await browser.send("Browser.getVersion");
  return {
    ...browser,
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      await browser.send("Browser.close").catch(() => child.kill("SIGTERM"));
      await ended;
      // The browser's last processes may still write to the profile for a moment.
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

function speak(child: ChildProcess): Omit<Browser, "close"> {
  const output = child.stdio[3] as Writable;
  const input = child.stdio[4] as Readable;
  const waiting = new Map<
    number,
    { resolve: (result: ProtocolObject) => void; reject: (error: Error) => void }
  >();
  const listeners = new Set<Parameters<Browser["listen"]>[0]>();
  let nextId = 1;
  let rest = "";

  const receive = (message: Message) => {
    if (message.id !== undefined) {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) call?.reject(new Error(message.error.message));
      else call?.resolve(message.result ?? {});
    } else if (message.method) {
      for (const listener of listeners)
        listener(message.method, message.params ?? {}, message.sessionId);
    }
  };
  input.setEncoding("utf8");
  input.on("data", (chunk: string) => {
    const parts = (rest + chunk).split("\0");
    rest = parts.pop() ?? "";
    for (const part of parts) receive(JSON.parse(part));
  });
  child.once("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error("The browser has ended."));
  });
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        output.write(
          `${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`,
        );
      }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
