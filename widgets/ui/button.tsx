import type { ComponentChildren } from "preact";

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly testId: string;
  readonly type?: "button" | "submit";
  readonly quiet?: boolean;
  /** At work: keeps the focus, says so, and does nothing when pressed again. */
  readonly busy?: boolean;
  /** Can't be pressed yet: stays focusable too, and its words say why. */
  readonly waits?: boolean;
  readonly onPress?: () => void;
}

/**
 * The focus moves with the click, not before it: a field that is left says what is wrong with it, and the
 * button would be gone from under the pointer before it is let go.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/**
 * The one button of a step. While busy it stays focusable (a disabled one would drop the focus to
 * the page's top) and shows a spinner beside its text.
 */
export function Button({
  children,
  testId,
  type = "button",
  quiet,
  busy = false,
  waits = false,
  onPress,
}: ButtonProps) {
  return (
    <button
      type={type}
      class={quiet ? "button button-quiet" : "button"}
      data-testid={testId}
      data-busy={busy ? "" : undefined}
      data-waits={waits && !busy ? "" : undefined}
      aria-disabled={busy || waits ? "true" : undefined}
      onMouseDown={keepFocus}
      onClick={(event) => {
        event.currentTarget.focus({ preventScroll: true });
        if (!busy && !waits) onPress?.();
      }}
    >
      {busy && <span class="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
