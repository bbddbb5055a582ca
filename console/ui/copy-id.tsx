import { texts } from "../i18n/current-texts.ts";
import { Glyph } from "./glyph.tsx";
import { showToast } from "./toasts.tsx";

export function CopyId({ id, label }: { id: string; label?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(id);
      showToast(texts.value.copied);
    } catch {
      showToast(texts.value.notCopied);
    }
  };
  return (
    <span class="copy-id">
      <code class="mono">{id}</code>
      <button
        type="button"
        class="icon-button"
        aria-label={texts.value.copy(label ?? id)}
        onClick={() => void copy()}
      >
        <Glyph name="copy" sizePx={14} />
      </button>
    </span>
  );
}
