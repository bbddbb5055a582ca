import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { texts } from "../i18n/current-texts.ts";
import { Glyph } from "../ui/glyph.tsx";
import { KeyMark } from "../ui/key-mark.tsx";
import { showToast } from "../ui/toasts.tsx";

type DialogProps = { onClose: () => void };

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** Opens the find dialog, as ⌘K and Ctrl+K do unless another dialog is open. */
export function FindButton() {
  const [dialog, setDialog] = useState<{ readonly Component: ComponentType<DialogProps> }>();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = (isApple ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!isOurs || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) setIsOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  useEffect(() => {
    if (!isOpen || dialog) return;
    import("./find-dialog.tsx").then(
      (loaded) => setDialog({ Component: loaded.default }),
      () => {
        setIsOpen(false);
        showToast(texts.value.failures.unknown);
      },
    );
  }, [isOpen, dialog]);
  return (
    <>
      <button
        type="button"
        class="nav-item"
        aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
        onClick={() => setIsOpen(true)}
        data-testid="find-open"
      >
        <Glyph name="search" />
        <span>{texts.value.nav.find}</span>
        <KeyMark name={isApple ? "⌘K" : "Ctrl K"} />
      </button>
      {isOpen && dialog && <dialog.Component onClose={() => setIsOpen(false)} />}
    </>
  );
}
