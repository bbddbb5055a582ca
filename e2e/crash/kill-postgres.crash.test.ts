import pg from "pg";
import { test } from "vitest";
import { survivesBeingKilled } from "./testing/kill-rounds.ts";

test("killed twenty times in the middle of payments, a service on PostgreSQL loses, doubles and forgets nothing", async () => {
  const server = process.env["TESSERA_TEST_DATABASE_URL"];
  if (!server) throw new Error("Set TESSERA_TEST_DATABASE_URL, or run `npm test -- --only crash`.");
  const name = `tessera_crash_${process.pid}_${Date.now()}`;
  const admin = new pg.Client(server);
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    await survivesBeingKilled(url.href);
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
});
