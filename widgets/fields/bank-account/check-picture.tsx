/** Hidden from screen readers: the text beside it says the same. */
export function CheckPicture({ routing, account }: { routing: string; account: string }) {
  return (
    <svg class="check-picture" viewBox="0 0 320 118" aria-hidden="true">
      <rect x=".5" y=".5" width="319" height="117" rx="8" class="check-paper" />
      <path class="check-line" d="M18 24h96M18 36h62M240 24h62M18 62h200M240 62h62" />
      <rect x="14" y="74" width="122" height="22" rx="4" class="check-mark" />
      <rect x="144" y="74" width="122" height="22" rx="4" class="check-mark" />
      <text x="75" y="90" class="check-number">
        123456789
      </text>
      <text x="205" y="90" class="check-number">
        000123456
      </text>
      <text x="75" y="110" class="check-words">
        {routing}
      </text>
      <text x="205" y="110" class="check-words">
        {account}
      </text>
    </svg>
  );
}
