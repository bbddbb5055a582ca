import type { ComponentChildren } from "preact";
import { addressOf, go } from "./place.ts";

interface LinkProps {
  /** Path below `/console`. */
  readonly to: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly "aria-current"?: "page" | undefined;
  readonly "aria-label"?: string;
  readonly "data-testid"?: string;
  /** Called on hover and focus, because a click may follow. */
  readonly onAim?: () => void;
}

/** A real anchor, so that it can open in a new tab. */
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

/** False if the click opens a new tab or window, or downloads. */
function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
