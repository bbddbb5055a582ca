// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/preact";
import { expect, it } from "vitest";
import { go } from "../router/place.ts";
import { signedInAs } from "../testing/signed-in.ts";
import { Asking, ask } from "./ask.tsx";

signedInAs("admin", "/console/payments/pi_1");

it("answers no when another page opens, which the question is not about", async () => {
  render(<Asking />);
  const answer = ask({ title: "Cancel the payment?", text: "It ends.", yes: "Cancel it" });
  await screen.findByTestId("ask");
  await act(async () => void (await go("/console/payments/pi_2")));
  expect(await answer).toBe(false);
  expect(screen.queryByTestId("ask")).toBeNull();
});
