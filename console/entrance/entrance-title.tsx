import { useEffect, useRef } from "preact/hooks";

/** A step's title. It takes the focus unless the step is the first. */
export function EntranceTitle({ title, lead }: { title: string; lead?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Tessera`;
    const { activeElement } = document;
    const isTyping = activeElement?.matches("input, select, textarea") && activeElement.isConnected;
    if (!isTyping && !document.querySelector(".entrance [autofocus]")) heading.current?.focus();
  }, [title]);
  return (
    <header class="entrance-head">
      <h1 class="entrance-title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {lead && <p class="entrance-lead">{lead}</p>}
    </header>
  );
}
