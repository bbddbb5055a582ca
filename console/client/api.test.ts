import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { fakeService, Refusal } from "../testing/fake-service.ts";
import { createApi } from "./api.ts";

const shape = z.object({ name: z.string() });
const onSessionChanged = vi.fn();
const api = createApi({ csrfToken: () => "csrf-1", onSessionChanged });

afterEach(() => {
  vi.unstubAllGlobals();
  onSessionChanged.mockReset();
});

it("sends the session's token with changes, and only with changes", async () => {
  const requests = fakeService({ "GET /me": { name: "Ana" }, "PUT /me": { name: "Ana" } });
  await api.get("/me", shape);
  await api.send("PUT", "/me", shape, { name: "Ana" });
  expect(requests.map(({ headers }) => headers.get("x-csrf-token"))).toEqual([null, "csrf-1"]);
  expect(requests[1]?.body).toEqual({ name: "Ana" });
});

it("sends an empty object without a body, and no body with DELETE", async () => {
  const requests = fakeService({ "POST /logout": { name: "x" }, "DELETE /me": { name: "x" } });
  await api.send("POST", "/logout", shape);
  await api.send("DELETE", "/me", shape);
  expect(requests.map(({ body }) => body)).toEqual([{}, undefined]);
});

it("returns a refusal with its fields, wait and reference", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json(
      {
        message: "no",
        errorCode: "login_locked",
        requestId: "req_1",
        errors: [{ path: "email", message: "is wrong", errorCode: "invalid_value" }],
      },
      { status: 429, headers: { "retry-after": "30" } },
    ),
  );
  expect(await api.get("/me", shape)).toEqual({
    ok: false,
    failure: {
      kind: "refused",
      code: "login_locked",
      message: "no",
      status: 429,
      requestId: "req_1",
      retryAfterS: 30,
      fields: [{ path: "email", message: "is wrong", errorCode: "invalid_value" }],
    },
  });
});

it.each([
  [401, "session_required"],
  [403, "csrf_token_wrong"],
])("reports that the session has ended or was replaced: %i %s", async (status, code) => {
  fakeService({ "PUT /me": new Refusal(status, code) });
  await api.send("PUT", "/me", shape);
  expect(onSessionChanged).toHaveBeenCalledOnce();
});

it.each([
  ["network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["timeout", () => Promise.reject(new DOMException("late", "TimeoutError"))],
  ["bad_answer", () => Promise.resolve(Response.json({ name: 1 }))],
  ["bad_answer", () => Promise.resolve(new Response("<html>", { status: 502 }))],
])("a response without an outcome counts as lost (%s)", async (code, respond) => {
  vi.stubGlobal("fetch", respond);
  expect(await api.get("/me", shape)).toMatchObject({ failure: { kind: "lost", code } });
});
