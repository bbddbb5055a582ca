#!/usr/bin/env node
/**
 * Starts the Firefox of `FIREFOX_PATH` for Playwright, which speaks WebDriver BiDi to it. Playwright sends commands
 * that Firefox's long-term release does not know yet. Those that only emulate something (a color scheme, a screen) get
 * an empty result here: no journey in Firefox depends on them.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { WebSocket, WebSocketServer } from "ws";

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), {
  stdio: ["ignore", "inherit", "pipe"],
});
firefox.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
firefox.on("exit", (code) => process.exit(code ?? 1));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => firefox.kill(signal));

const announcement = /WebDriver BiDi listening on (ws:\S+)/;

for await (const line of createInterface(firefox.stderr)) {
  const address = announcement.exec(line)?.[1];
  if (address) await listenFor(address);
  else console.error(line);
}

/** Announces an address of our own as Firefox would, which is how Playwright finds it. */
async function listenFor(address) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.once("listening", resolve));
  server.on("connection", (playwright, { url }) => relay(playwright, address + url));
  console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`);
}

function relay(playwright, address) {
  const browser = new WebSocket(address, { perMessageDeflate: false });
  const isOpen = new Promise((resolve) => browser.once("open", resolve));
  const emulations = new Set();
  playwright.on("message", async (data) => {
    const { id, method } = JSON.parse(data);
    if (method.startsWith("emulation.")) emulations.add(id);
    await isOpen;
    browser.send(String(data));
  });
  browser.on("message", (data) => {
    const { id, error } = JSON.parse(data);
    const isUnknown = emulations.delete(id) && error === "unknown command";
    playwright.send(isUnknown ? JSON.stringify({ type: "success", id, result: {} }) : String(data));
  });
  // Playwright has ended, perhaps without a word.
  playwright.on("close", () => firefox.kill());
  for (const side of [playwright, browser]) side.on("error", () => firefox.kill());
}
