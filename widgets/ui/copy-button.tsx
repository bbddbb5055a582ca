import { useEffect, useState } from "preact/hooks";
import { copyText } from "./copy-text.ts";
import { Icon } from "./icon.tsx";
import { LiveRegion } from "./live-region.tsx";
import { check } from "./outcome-icons.ts";

interface CopyButtonProps {
  readonly text: string;
  /** The label for screen readers: `Copy the address`. */
  readonly label: string;
  readonly words: { readonly copy: string; readonly copied: string; readonly failed: string };
  readonly testId: string;
}

const shownMs = 2_500;
const sheets = "M7.5 7.5h8.7v8.7H7.5zM4.8 12.5h-1V3.8h8.7v1";

/** Shows for a moment that copying worked or failed. */
export function CopyButton({ text, label, words, testId }: CopyButtonProps) {
  const [said, setSaid] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), shownMs);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => setSaid((await copyText(text)) ? "copied" : "failed");
  return (
    <>
      <button
        type="button"
        class="copy-button"
        data-testid={testId}
        data-said={said ?? undefined}
        // While the result is shown, the button has no label: its text is its accessible name.
        aria-label={said === null ? label : undefined}
        onClick={() => void copy()}
      >
        <Icon name={said === "copied" ? check : sheets} />
        <span>{said === null ? words.copy : words[said]}</span>
      </button>
      <LiveRegion message={said === null ? "" : words[said]} />
    </>
  );
}
