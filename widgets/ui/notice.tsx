import { Icon } from "./icon.tsx";

/** Something failed, something needs attention, or information. */
export type NoticeTone = "danger" | "warning" | "info";

interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title: string;
  /** The notice's text, one paragraph each. */
  readonly lines: readonly string[];
  readonly testId: string;
  /** The stable code, for tests and support. */
  readonly code?: string | undefined;
}

/** What happened and what helps. Shown above the form; the live region announces it. */
export function Notice({ tone, title, lines, testId, code }: NoticeProps) {
  return (
    <section
      class="notice"
      data-tone={tone}
      data-testid={testId}
      data-code={code}
      aria-label={title}
    >
      <Icon name={tone === "info" ? "info" : "alert"} sizePx={18} />
      <h2 class="notice-title">{title}</h2>
      {lines.map((line) => (
        <p class="notice-text" key={line}>
          {line}
        </p>
      ))}
    </section>
  );
}
