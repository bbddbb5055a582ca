import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findFreePorts } from "../../../scripts/lib/free-ports.mjs";
import { type Child, startChild } from "./child.ts";

/**
 * Starts PgBouncer in front of the database, with few server connections. As root it switches to `nobody`, because
 * PgBouncer refuses to run as root.
 *
 * @returns the database's URL through PgBouncer
 */
export async function startPgBouncer(
  folder: string,
  databaseUrl: string,
  poolMode: "transaction" | "session",
): Promise<{ url: string; child: Child }> {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const [ownPort = 0] = await findFreePorts(1);
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "pgbouncer.ini");
  const users = join(folder, "users.txt");
  const user = username || "postgres";
  writeFileSync(users, `"${user}" ""\n`);
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
auth_file = ${users}
pool_mode = ${poolMode}
default_pool_size = ${poolMode === "session" ? 30 : 4}
max_client_conn = 200
`.replace("* = ", `* = user=${user} `),
  );
  const owner = nobody();
  for (const path of [folder, config, users]) {
    chmodSync(path, 0o755);
    if (owner) chownSync(path, owner.uid, owner.gid);
  }
  const child = startChild(process.env["PGBOUNCER_PATH"] ?? "pgbouncer", [config], owner);
  return { url: `postgres://${user}@127.0.0.1:${ownPort}${pathname}`, child };
}

function nobody(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((each) => each.startsWith("nobody:"));
  const fields = line?.split(":");
  return { uid: Number(fields?.[2]), gid: Number(fields?.[3]) };
}
