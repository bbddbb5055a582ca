import type { ComponentChildren } from "preact";
import { addressOf, go } from "./place.ts";

interface LinkProps {
  /** Below `/console`. */
  readonly to: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly "aria-current"?: "page" | undefined;
  readonly "aria-label"?: string;
  readonly "data-testid"?: string;
  /** When it is pointed at or comes into focus: somebody is about to go there. */
  readonly onAim?: () => void;
}

/** A link within the console: a real one, so that it opens in a tab of its own as well. */
export function Link({ to, query, onAim, children, ...rest }: LinkProps) {
  const address = addressOf(to, query);
  return (
    <a
      {...rest}
      href={address}
      onPointerEnter={onAim}
      onFocus={onAim}
      onClick={(event) => {
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        void go(address);
      }}
    >
      {children}
    </a>
  );
}

/** Whether a click means "go there": not a new tab, a new window or a download. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
