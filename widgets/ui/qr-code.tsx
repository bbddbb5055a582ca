import type { QrPath } from "./qr-path.ts";

interface QrCodeProps {
  readonly code: QrPath;
  /** What scanning does, for screen readers. */
  readonly label: string;
  readonly testId: string;
  readonly class: string;
}

/** Black on white in every color scheme, because cameras need it. */
export function QrCode({ code: { size, path }, label, testId, class: name }: QrCodeProps) {
  return (
    <svg
      class={name}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
      data-testid={testId}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
