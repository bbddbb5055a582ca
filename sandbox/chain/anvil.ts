import { type ChildProcess, spawn } from "node:child_process";
import { renameSync } from "node:fs";
import { createRequire } from "node:module";
import type { Writable } from "node:stream";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import { NoNetwork } from "../networks/play-network.ts";

/** A chain process that mines blocks only on request. */
export interface Anvil {
  /** JSON-RPC on a free port of 127.0.0.1. */
  url: string;
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<void>;
  /** Ends the process and writes the state file. */
  stop(): Promise<void>;
}

const readyWithinMs = 15_000;

/**
 * The shell ends the chain as soon as our end of descriptor 3 closes. So the chain never outlives the sandbox, even if
 * the sandbox is killed, and still writes its state.
 */
const guard = '"$@" 3<&- </dev/null & it=$!; { cat <&3; kill $it; } >/dev/null 2>&1 & wait $it';

/** Starts anvil. Sets unreadable state aside and starts over. Throws {@link NoNetwork} if the chain does not start. */
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
      // After a restart the service also reads balances of older blocks, as from any node.
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

/** Reads the output until it names the port, and keeps reading so that the process never blocks. */
function listeningPort(child: ChildProcess, ended: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const refuse = (why: string) => reject(new NoNetwork(`The local chain ${why}.`));
    const timer = setTimeout(() => refuse("did not start"), readyWithinMs);
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

/** Finds the program in the optional package for this platform; undefined if it is not installed. */
export function findAnvil(): string | undefined {
  // The chain needs a shell.
  if (process.platform === "win32") return undefined;
  const cpu = process.arch === "x64" ? "amd64" : process.arch;
  try {
    const { resolve } = createRequire(import.meta.url);
    return resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil`);
  } catch {
    return undefined;
  }
}
