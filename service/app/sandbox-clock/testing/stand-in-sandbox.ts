import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SandboxOffset } from "#contract/connectors/sandbox-clock";

/** A sandbox program on loopback (contract/connectors/sandbox-clock.ts). */
export interface StandInSandbox {
  url: string;
  offsetMs: number;
  /** Whether it refuses requests. */
  isDown: boolean;
  close(): Promise<void>;
}

export async function startStandInSandbox(): Promise<StandInSandbox> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (sandbox.isDown) return void request.socket.destroy();
    if (request.url !== "/admin/clock") return void response.writeHead(404).end();
    if (request.method === "POST") {
      const { offsetMs } = JSON.parse(body) as SandboxOffset;
      sandbox.offsetMs = Math.max(sandbox.offsetMs, offsetMs);
    }
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ offsetMs: sandbox.offsetMs }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const sandbox: StandInSandbox = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offsetMs: 0,
    isDown: false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return sandbox;
}
