// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/preact";
import { afterEach, expect, it, vi } from "vitest";
import { forgetQueries } from "../../client/use-query.ts";
import { takeSession } from "../../session/session.ts";
import { exampleQueue, exampleSession } from "../../testing/examples.ts";
import { fakeService } from "../../testing/fake-service.ts";
import ReviewQueue from "./review-queue.tsx";

afterEach(() => {
  cleanup();
  forgetQueries();
  vi.unstubAllGlobals();
});

it("shows customers with name and e-mail, or with the e-mail if the name is missing", async () => {
  const queue = exampleQueue(2);
  const [first, second] = queue.data;
  takeSession(exampleSession("reviewer"));
  fakeService({ "GET /reviews": { ...queue, data: [first, { ...second, customerName: null }] } });
  render(<ReviewQueue />);
  const links = await screen.findAllByRole("link");
  expect(links[0]?.textContent).toBe("Ada Lovelacecustomer-1@example.comcustomer-1");
  expect(links[1]?.textContent).toBe("customer-2@example.comcustomer-2");
});
