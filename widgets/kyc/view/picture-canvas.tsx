import { useEffect, useRef } from "preact/hooks";

interface PictureCanvasProps {
  readonly blob: Blob;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly label: string;
}

/** A canvas, because the page's policy allows no blob addresses. */
export function PictureCanvas({ blob, widthPx, heightPx, label }: PictureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      const bitmap = await createImageBitmap(blob);
      if (!isGone) canvas.current?.getContext("2d")?.drawImage(bitmap, 0, 0);
      bitmap.close();
    };
    void draw().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [blob]);
  return (
    <canvas
      ref={canvas}
      class="kyc-picture"
      width={widthPx}
      height={heightPx}
      role="img"
      aria-label={label}
    />
  );
}
