export function DocumentDrawing({ side }: { side: string }) {
  return (
    <svg class="kyc-drawing" viewBox="0 0 120 80" fill="none" aria-hidden="true">
      {side === "photo_page" ? <PhotoPage /> : <Card back={side === "back"} />}
    </svg>
  );
}

function Card({ back }: { back: boolean }) {
  return (
    <>
      <rect class="kyc-paper" x="8" y="8" width="104" height="64" rx="6" />
      {back ? (
        <>
          <rect class="kyc-ink-soft" x="8" y="16" width="104" height="9" />
          <g class="kyc-bars">
            {[18, 22, 28, 31, 38, 42, 45, 52, 57, 61, 68, 71, 77, 83, 86, 93, 97, 100].map(
              (x, at) => (
                <path key={x} d={`M${x} 38v24`} stroke-width={at % 3 === 0 ? 3 : 1.6} />
              ),
            )}
          </g>
        </>
      ) : (
        <>
          <Portrait x={16} y={20} />
          <path class="kyc-lines" d="M52 24h46M52 34h34M52 44h40M52 54h26" />
        </>
      )}
    </>
  );
}

function PhotoPage() {
  return (
    <>
      <rect class="kyc-paper" x="14" y="4" width="92" height="72" rx="5" />
      <Portrait x={21} y={12} />
      <path class="kyc-lines" d="M56 16h40M56 25h30M56 34h36M56 43h22" />
      <path class="kyc-code" d="M21 59h78M21 67h78" />
    </>
  );
}

function Portrait({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class="kyc-ink-soft" width="28" height="36" rx="3" />
      <circle class="kyc-ink" cx="14" cy="13" r="6" />
      <path class="kyc-ink" d="M4 33c0-8 4-11 10-11s10 3 10 11z" />
    </g>
  );
}
