import { expect, test } from "vitest";
import { FakeFrame, serviceOrigin } from "../../src/testing/fake-frame.ts";

export interface ScenarioProps {
  clientSecretKey?: string;
  locale?: string;
  fetchClientSecretKey?: () => Promise<string>;
  defaultValues?: { name: string };
}

export interface MountedComponent {
  /** Renders the component. Every function and object is a new one. */
  render(props: ScenarioProps): Promise<void>;
  confirm(): Promise<unknown>;
  unmount(): Promise<void>;
}

export type MountComponent = (
  props: ScenarioProps,
  onEvent: (name: string, detail: unknown) => void,
) => Promise<MountedComponent>;

export const iframes = () => [...document.querySelectorAll("iframe")];
export const settle = () => new Promise((resolve) => setTimeout(resolve));
/** What every component has in addition to the scenarios' props. */
export const common = { publishableKey: "pk_sandbox_1", apiUrl: serviceOrigin };

/** Makes the page's only frame ready. */
export function readyFrame(): FakeFrame {
  const frame = new FakeFrame(iframes()[0] as HTMLIFrameElement);
  frame.becomeReady();
  return frame;
}

/** What the payment component does in every framework. */
export function describeComponent(mount: MountComponent): void {
  const first = () => ({
    clientSecretKey: "pi_1_secret_a",
    defaultValues: { name: "Ada" },
    fetchClientSecretKey: async () => "pi_9_secret_z",
  });

  test("its props reach the frame, and its events the page", async () => {
    const seen: unknown[] = [];
    const { confirm, unmount } = await mount(first(), (name, detail) => seen.push([name, detail]));
    await settle();
    expect(iframes()).toHaveLength(1);
    const frame = readyFrame();
    await expect
      .poll(() => frame.received[0])
      .toMatchObject({ type: "init", clientSecretKey: "pi_1_secret_a" });
    await expect.poll(() => seen).toEqual([["ready", undefined]]);
    const result = { type: "success", paymentIntentId: "pi_1", status: "success", messages: [] };
    frame.send({ type: "complete", result } as never);
    await expect.poll(() => seen.at(-1)).toEqual(["complete", result]);
    frame.confirm = async () => result as never;
    expect(await confirm()).toEqual(result);
    await unmount();
    await settle();
    expect(iframes()).toHaveLength(0);
  });

  test("rendering again sends only what changed, without equal objects or functions", async () => {
    const { render, unmount } = await mount(first(), () => {});
    await settle();
    const frame = readyFrame();
    const [iframe] = iframes();
    await expect.poll(() => frame.received.length).toBe(1);
    await render(first());
    await settle();
    await render({ ...first(), clientSecretKey: "pi_2_secret_b" });
    await expect
      .poll(() => frame.received.at(-1))
      .toMatchObject({ type: "update", clientSecretKey: "pi_2_secret_b" });
    expect(frame.received.filter(({ type }) => type === "update")).toHaveLength(1);
    expect(iframes()).toEqual([iframe]);
    await unmount();
  });

  test("it waits for its secret", async () => {
    const { render, unmount } = await mount({}, () => {});
    await settle();
    expect(iframes()).toHaveLength(0);
    await render({ clientSecretKey: "pi_1_secret_a" });
    await settle();
    expect(iframes()).toHaveLength(1);
    await unmount();
  });
}
