import { type ChildProcess, spawn } from "node:child_process";
import { renameSync } from "node:fs";
import { createRequire } from "node:module";
import type { Writable } from "node:stream";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import { NoNetwork } from "../networks/play-network.ts";

/** A local chain as a process of its own: no blocks but those that are asked for. */
export interface Anvil {
  /** Its JSON-RPC, on a free port of 127.0.0.1. */
  url: string;
  /** Resolves when the process is gone, however it went. */
  ended: Promise<void>;
  /** Ends it; what happened on the chain is in the state file then. */
  stop(): Promise<void>;
}

const readyWithinMs = 15_000;

/**
 * The shell between us and the chain ends it as soon as our end of descriptor 3 closes, so that it never
 * outlives the sandbox, not even when that is killed. Ended so, it still writes its state.
 */
const guard = '"$@" 3<&- </dev/null & it=$!; { cat <&3; kill $it; } >/dev/null 2>&1 & wait $it';

/**
 * Starts the chain. State that can't be read is put aside, and the chain begins anew. Throws
 * {@link NoNetwork} where it does not come up.
 */
export async function startAnvil(stateFile: string | undefined, binary: string): Promise<Anvil> {
  try {
    return await launch(binary, stateFile);
  } catch (error) {
    if (stateFile === undefined) throw error;
    try {
      renameSync(stateFile, `${stateFile}.broken`);
    } catch {
      throw error;
    }
    return launch(binary, stateFile);
  }
}

async function launch(binary: string, stateFile: string | undefined): Promise<Anvil> {
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      guard,
      "sh",
      binary,
      "--port",
      "0",
      "--chain-id",
      String(sandboxChain.chainId),
      "--no-mining",
      "--order",
      "fifo",
      "--balance",
      "1000000",
      "--threads",
      "1",
      // What addresses held some blocks ago is asked for after a new start too, as of any node.
      ...(stateFile === undefined ? [] : ["--state", stateFile, "--preserve-historical-states"]),
    ],
    { stdio: ["ignore", "pipe", "ignore", "pipe"] },
  );
  const leash = child.stdio[3] as Writable;
  leash.on("error", () => {});
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      leash.destroy();
      resolve();
    };
    child.once("error", end);
    child.once("exit", end);
  });
  const port = await listeningPort(child, ended).catch((error: unknown) => {
    leash.destroy();
    throw error;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    ended,
    async stop() {
      leash.destroy();
      await ended;
    },
  };
}

/** Reads what it prints until it says where it listens, and goes on reading so that it never blocks. */
function listeningPort(child: ChildProcess, ended: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const refuse = (why: string) => reject(new NoNetwork(`The local chain ${why}.`));
    const timer = setTimeout(() => refuse("did not come up"), readyWithinMs);
    void ended.then(() => {
      clearTimeout(timer);
      refuse("ended at once");
    });
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (printed === "found") return;
      printed += text;
      const port = /Listening on 127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
      if (port === undefined) return;
      printed = "found";
      clearTimeout(timer);
      resolve(port);
    });
  });
}

/**
 * The program from the optional package for this machine; undefined where that is not installed, or there is
 * none for the platform.
 */
export function findAnvil(): string | undefined {
  // The chain is started by a shell.
  if (process.platform === "win32") return undefined;
  const cpu = process.arch === "x64" ? "amd64" : process.arch;
  try {
    const { resolve } = createRequire(import.meta.url);
    return resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil`);
  } catch {
    return undefined;
  }
}
