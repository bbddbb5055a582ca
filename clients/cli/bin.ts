#!/usr/bin/env node
import { readFile, stat } from "node:fs/promises";
import { askHidden } from "./ask-hidden.ts";
import { runCommand } from "./run-command.ts";
import { CommandProblem, maxInputBytes, type Terminal } from "./terminal.ts";

const interrupted = new AbortController();
// The second Ctrl-C exits at once.
process.once("SIGINT", () => interrupted.abort());
process.once("SIGTERM", () => interrupted.abort());
// The program that reads our output may exit first.
process.stdout.on("error", () => process.exit(0));

const terminal: Terminal = {
  env: process.env,
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
  ask: process.stdin.isTTY && process.stderr.isTTY ? askHidden : undefined,
  async readInput() {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of process.stdin) {
      bytes += (piece as Buffer).length;
      if (bytes > maxInputBytes) throw new CommandProblem("The input is too large.");
      pieces.push(piece as Buffer);
    }
    return Buffer.concat(pieces).toString("utf8");
  },
  async readFile(path) {
    if ((await stat(path)).size > maxInputBytes) throw new Error("too large");
    return readFile(path, "utf8");
  },
  nowMs: () => Date.now(),
  interrupted: interrupted.signal,
};

process.exitCode = await runCommand(terminal, process.argv.slice(2));
// Idle connections would keep the process alive for seconds.
if (interrupted.signal.aborted) process.exit();
