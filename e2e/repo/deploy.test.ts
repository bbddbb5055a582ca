/** e2e/image builds and runs the image itself. */
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readSource } from "./testing/sources.ts";

interface ComposeService {
  environment: Record<string, string>;
  secrets: string[];
  read_only?: boolean;
  tmpfs?: string[];
  ports?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
}
const compose: { services: Record<string, ComposeService>; secrets: Record<string, object> } =
  parse(readSource("deploy/compose.yaml"));
const services = Object.entries(compose.services);
const dockerfile = readSource("Dockerfile");

test("every container of the compose file has a read-only root and a temporary folder", () => {
  expect(services.map(([name]) => name).sort()).toEqual(["database", "tessera"]);
  for (const [name, { read_only, tmpfs }] of services) {
    expect(read_only, name).toBe(true);
    expect(tmpfs?.[0], name).toMatch(/^\/tmp/);
  }
});

test("the service starts after the database is healthy, and only this machine reaches it", () => {
  expect(compose.services["tessera"]?.depends_on).toEqual({
    database: { condition: "service_healthy" },
  });
  expect(compose.services["database"]?.healthcheck?.test).toContain("pg_isready");
  expect(compose.services["database"]?.ports).toBeUndefined();
  for (const port of compose.services["tessera"]?.ports ?? [])
    expect(port).toMatch(/^127\.0\.0\.1:/);
});

test("secrets come from declared files and never from the environment", () => {
  const secret = /KEY|PASSWORD|TOKEN|DATABASE_URL|PROCESSORS|DIRECTORY_SERVER/;
  for (const [name, { environment, secrets }] of services) {
    for (const [variable, value] of Object.entries(environment)) {
      if (!secret.test(variable)) continue;
      expect(variable, name).toMatch(/_FILE$/);
      const file = /^\/run\/secrets\/(.+)$/.exec(value)?.[1];
      expect(secrets, `${name} ${variable}`).toContain(file);
    }
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets));
  }
});

test("the build context excludes what must not get into an image", () => {
  const ignored = readSource(".dockerignore").split("\n");
  const unwanted = [".git", ".data", "node_modules", "dist", "deploy/secrets", "**/.env"];
  expect(ignored).toEqual(expect.arrayContaining(unwanted));
  expect(readSource(".gitignore").split("\n")).toContain("deploy/secrets/");
});

test("BASE can be pinned to a digest, and the image's label is the package's version", () => {
  const { version } = JSON.parse(readSource("package.json"));
  expect(dockerfile.match(/^FROM .*$/gm)).toEqual([
    "FROM $" + "{BASE} AS build",
    "FROM $" + "{BASE}",
  ]);
  expect(dockerfile).toMatch(/^ARG BASE=/m);
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
});
