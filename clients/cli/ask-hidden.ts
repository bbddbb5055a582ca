import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Asks at the terminal without showing what is typed. */
export function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  return new Promise((resolve) => {
    reader.once("line", (line) => {
      process.stderr.write("\n");
      reader.close();
      resolve(line);
    });
    reader.once("SIGINT", () => {
      reader.close();
      process.kill(process.pid, "SIGINT");
      resolve("");
    });
  });
}
