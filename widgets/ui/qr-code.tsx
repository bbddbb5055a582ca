import { qrPath } from "./qr-path.ts";

interface QrCodeProps {
  readonly text: string;
  /** What scanning it does; screen readers say it. */
  readonly label: string;
  readonly testId: string;
  readonly class: string;
}

/** A text as a QR code, black on white whatever the page's colours are: cameras ask for it. */
export function QrCode({ text, label, testId, class: name }: QrCodeProps) {
  const { size, path } = qrPath(text);
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
