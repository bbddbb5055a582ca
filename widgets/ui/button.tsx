import type { ComponentChildren } from "preact";

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly testId: string;
  readonly type?: "button" | "submit";
  readonly quiet?: boolean;
  /** A busy button keeps the focus, says that it is busy, and does nothing when pressed again. */
  readonly busy?: boolean;
  /** A button that is not ready also stays focusable, and its text says why. */
  readonly waits?: boolean;
  readonly onPress?: () => void;
}

/**
 * Moves the focus with the click, not before it. Otherwise the left field would show its error and move the button away
 * from the pointer.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The one button of a step. While busy it stays focusable: disabling it would move the focus to the page's top. */
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
