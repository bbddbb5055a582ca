import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Prompts in the terminal without showing what is typed. Resolves with an empty string if the input ends. */
export function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise((resolve) => {
    reader.once("line", (line) => {
      process.stderr.write("\n");
      resolve(line);
      reader.close();
    });
    // Ctrl-D, or a terminal that closes.
    reader.once("close", () => resolve(""));
    reader.once("SIGINT", () => {
      reader.close();
      process.kill(process.pid, "SIGINT");
      resolve("");
    });
  });
}
