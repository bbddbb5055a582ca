import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePorts } from "../../../scripts/lib/free-ports.mjs";
import { startChild } from "./child.ts";

export interface Balancer {
  url: string;
  /** Resolves when HAProxy uses every server. @throws after a minute */
  allUp(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts HAProxy in front of services on these ports. It checks `/readyz` every second and takes a server out after
 * two failures in a row. It never resends a request.
 */
export async function startBalancer(folder: string, ports: readonly number[]): Promise<Balancer> {
  const [port = 0, statsPort = 0] = await findFreePorts(2);
  const config = join(folder, "haproxy.cfg");
  const servers = ports.map((port) => `  server s${port} 127.0.0.1:${port} check`);
  writeFileSync(
    config,
    `global
  maxconn 1000
defaults
  mode http
  retries 0
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout check 10s
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
frontend front
  bind 127.0.0.1:${port}
  default_backend services
backend services
  balance roundrobin
  option httpchk GET /readyz
  default-server inter 1s fastinter 500ms fall 2 rise 1
${servers.join("\n")}
`,
  );
  const haproxy = startChild(process.env["HAPROXY_PATH"] ?? "haproxy", ["-db", "-f", config]);
  const url = `http://127.0.0.1:${port}`;
  const allUp = async (): Promise<void> => {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${statsPort}/;csv`).catch(() => undefined);
      const lines = (await response?.text())?.split("\n") ?? [];
      const up = lines.filter((line) => /^services,s\d+,.*,UP,/.test(line));
      if (up.length === ports.length) return;
      if (Date.now() > deadline) throw new Error(`HAProxy does not use all:\n${lines.join("\n")}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await allUp();
  return { url, allUp, stop: () => haproxy.stop() };
}
