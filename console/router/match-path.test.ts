import { expect, it } from "vitest";
import { matchPath } from "./match-path.ts";

it("extracts the decoded parts of a path", () => {
  expect(matchPath("/customers/:id", "/customers/a%2Fb%20c")).toEqual({ id: "a/b c" });
  expect(matchPath("/deliveries/:eventId/:webhookId", "/deliveries/e/w")).toEqual({
    eventId: "e",
    webhookId: "w",
  });
});

it("does not match longer, shorter, empty or badly encoded paths", () => {
  for (const path of [
    "/customers",
    "/customers/",
    "/customers/a/b",
    "/payments/a",
    "/customers/%",
  ]) {
    expect(matchPath("/customers/:id", path), path).toBeNull();
  }
});
