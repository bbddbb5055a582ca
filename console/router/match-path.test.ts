import { expect, it } from "vitest";
import { matchPath } from "./match-path.ts";

it("takes the parts out of a path, decoded", () => {
  expect(matchPath("/customers/:id", "/customers/a%2Fb%20c")).toEqual({ id: "a/b c" });
  expect(matchPath("/deliveries/:eventId/:webhookId", "/deliveries/e/w")).toEqual({
    eventId: "e",
    webhookId: "w",
  });
});

it("fits nothing that is longer, shorter, empty or wrongly encoded", () => {
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
