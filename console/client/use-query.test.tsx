// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from "@testing-library/preact";
import { afterEach, expect, it } from "vitest";
import type { ApiFailure, ApiResult } from "./api.ts";
import { forgetQueries, useQuery } from "./use-query.ts";

afterEach(() => {
  cleanup();
  forgetQueries();
});

const failure: ApiFailure = {
  kind: "lost",
  code: "network",
  message: "",
  status: 0,
  requestId: null,
  retryAfterS: null,
  fields: [],
};
type Resolve = (result: ApiResult<string>) => void;
const waiting = new Map<string, Resolve>();
let reload: () => void = () => undefined;
let replace: (value: string) => void = () => undefined;

function Shown({ name, isKept = true }: { name: string; isKept?: boolean }) {
  const read = () => new Promise<ApiResult<string>>((resolve) => void waiting.set(name, resolve));
  const reading = useQuery(name, read, { isKept });
  reload = reading.reload;
  replace = reading.replace;
  return (
    <p>
      {`${reading.value ?? "nothing"}${reading.failure ? " failed" : ""}${reading.isLoading ? " …" : ""}`}
    </p>
  );
}
const resolveRead = (name: string, value: ApiResult<string>) =>
  act(async () => waiting.get(name)?.(value));
const text = () => screen.getByText(/./).textContent;

it("drops a response that arrives after the key has changed", async () => {
  const { rerender } = render(<Shown name="a" />);
  const late = waiting.get("a");
  rerender(<Shown name="b" />);
  await act(async () => late?.({ ok: true, value: "A" }));
  expect(text()).toBe("nothing …");
  await resolveRead("b", { ok: true, value: "B" });
  expect(text()).toBe("B");
});

it("shows the kept value when an earlier key returns, and reads again", async () => {
  const { rerender } = render(<Shown name="a" />);
  await resolveRead("a", { ok: true, value: "A" });
  rerender(<Shown name="b" />);
  rerender(<Shown name="a" />);
  expect(text()).toBe("A …");
  await resolveRead("a", { ok: true, value: "A2" });
  expect(text()).toBe("A2");
});

it("forgets the value when the key changes, if isKept is false", async () => {
  const { rerender } = render(<Shown name="a" isKept={false} />);
  await resolveRead("a", { ok: true, value: "A" });
  rerender(<Shown name="b" isKept={false} />);
  rerender(<Shown name="a" isKept={false} />);
  await waitFor(() => expect(text()).toBe("nothing …"));
});

it("keeps the earlier value on the screen when reading again fails", async () => {
  render(<Shown name="a" />);
  await resolveRead("a", { ok: true, value: "A" });
  await act(async () => reload());
  await resolveRead("a", { ok: false, failure });
  expect(text()).toBe("A failed");
});

it("does not bring back the value that a change has replaced", async () => {
  render(<Shown name="a" />);
  await resolveRead("a", { ok: true, value: "A" });
  await act(async () => reload());
  await act(async () => replace("A changed"));
  await resolveRead("a", { ok: true, value: "A" });
  expect(text()).toBe("A changed");
});

it("waits for a read that takes longer than the time between two reads", async () => {
  function Slow() {
    const read = async (signal: AbortSignal) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      return { ok: true as const, value: signal.aborted ? "aborted" : "there" };
    };
    const { value } = useQuery("slow", read, { everyMs: 10 });
    return <p>{value ?? "nothing"}</p>;
  }
  render(<Slow />);
  await waitFor(() => expect(text()).toBe("there"));
});

it("reads again while the value asks for it, and then stops", async () => {
  let reads = 0;
  function Counted() {
    const { value } = useQuery(
      "counted",
      async () => ({ ok: true as const, value: String(++reads) }),
      { everyMs: (last) => (last === undefined || Number(last) < 3 ? 5 : undefined) },
    );
    return <p>{value ?? "nothing"}</p>;
  }
  render(<Counted />);
  await waitFor(() => expect(Number(text())).toBeGreaterThanOrEqual(3));
  // A read that was already due may still happen, but none after that.
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
  await pause();
  const settled = reads;
  await pause();
  expect(reads).toBe(settled);
});
