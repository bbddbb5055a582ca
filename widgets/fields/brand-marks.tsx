/** The card brands' logos, 32 by 21, in one sprite: changing the brand changes one `href` and costs no request. */
const marks: Record<string, preact.ComponentChild> = {
  none: (
    <>
      <path
        d="M.5 3A2.5 2.5 0 0 1 3 .5h26A2.5 2.5 0 0 1 31.5 3v15a2.5 2.5 0 0 1-2.5 2.5H3A2.5 2.5 0 0 1 .5 18z"
        fill="none"
        stroke="#8b95a5"
      />
      <path d="M1 5h30v4H1z" fill="#8b95a5" />
      <path d="M4 13h9v2H4z" fill="#c3c9d2" />
    </>
  ),
  visa: (
    <>
      <rect width="32" height="21" rx="3" fill="#1434cb" />
      <path
        transform="translate(5.2 -.3) scale(.9)"
        fill="#fff"
        d="M9.112 8.262L5.97 15.758H3.92L2.374 9.775c-.094-.368-.175-.503-.461-.658C1.447 8.864.677 8.627 0 8.479l.046-.217h3.3a.904.904 0 01.894.764l.817 4.338 2.018-5.102zm8.033 5.049c.008-1.979-2.736-2.088-2.717-2.972.006-.269.262-.555.822-.628a3.66 3.66 0 011.913.336l.34-1.59a5.207 5.207 0 00-1.814-.333c-1.917 0-3.266 1.02-3.278 2.479-.012 1.079.963 1.68 1.698 2.04.756.367 1.01.603 1.006.931-.005.504-.602.725-1.16.734-.975.015-1.54-.263-1.992-.473l-.351 1.642c.453.208 1.289.39 2.156.398 2.037 0 3.37-1.006 3.377-2.564m5.061 2.447H24l-1.565-7.496h-1.656a.883.883 0 00-.826.55l-2.909 6.946h2.036l.405-1.12h2.488zm-2.163-2.656l1.02-2.815.588 2.815zm-8.16-4.84l-1.603 7.496H8.34l1.605-7.496z"
      />
    </>
  ),
  mastercard: (
    <>
      <rect width="32" height="21" rx="3" fill="#e8ebf0" />
      <circle cx="12.4" cy="10.5" r="6.2" fill="#eb001b" />
      <circle cx="19.6" cy="10.5" r="6.2" fill="#f79e1b" />
      <path d="M16 5.45a6.2 6.2 0 0 1 0 10.1 6.2 6.2 0 0 1 0-10.1z" fill="#ff5f00" />
    </>
  ),
  "american-express": (
    <>
      <rect width="32" height="21" rx="3" fill="#006fcf" />
      <path
        fill="none"
        stroke="#fff"
        stroke-width="1.5"
        stroke-linejoin="round"
        d="M3.2 13.7l2.6-6.4 2.6 6.4M4.2 11.6h3.2M10.2 13.7V7.5l2.3 3.6 2.3-3.6v6.2M21.2 7.4h-4v6.2h4M17.2 10.5h3.6M23.2 7.4l5.2 6.3M28.4 7.4l-5.2 6.3"
      />
    </>
  ),
  discover: (
    <>
      <rect width="32" height="21" rx="3" fill="#e8ebf0" />
      <path d="M32 12.5V18a3 3 0 0 1-3 3H10c9-1 16-3.9 22-8.5z" fill="#ff6000" />
      {/* Letters as strokes: text in an SVG would make the first layout load another font. */}
      <path
        fill="none"
        stroke="#231f20"
        d="M3.4 7.2v3.6h.7a1.8 1.8 0 0 0 0-3.6zM7.4 7.2v3.6M10.8 7.7c-.8-.8-2.1-.3-1.8.6.2.8 2 .6 2 1.6 0 .9-1.3 1.2-2.1.3M14.6 7.7a1.8 1.8 0 1 0 0 2.6M17.6 7.2a1.8 1.8 0 1 0 .01 0zM20.4 7.2l1.4 3.6 1.4-3.6M26 7.2h-1.7v3.6H26M24.3 9h1.5M27.4 10.8V7.2h1a1 1 0 0 1 0 2h-1M28.3 9.2l1.2 1.6"
      />
    </>
  ),
  jcb: (
    <>
      <rect width="32" height="21" rx="3" fill="#e8ebf0" />
      <path d="M8 4h4.6v10.5a2.5 2.5 0 0 1-2.5 2.5H8z" fill="#0b4ea2" />
      <path d="M13.7 4h4.6v10.5a2.5 2.5 0 0 1-2.5 2.5h-2.1z" fill="#d5002f" />
      <path d="M19.4 4H24v10.5a2.5 2.5 0 0 1-2.5 2.5h-2.1z" fill="#007940" />
    </>
  ),
  "diners-club": (
    <>
      <rect width="32" height="21" rx="3" fill="#e8ebf0" />
      <circle cx="16" cy="10.5" r="7" fill="#0079be" />
      <path d="M14.2 6.4a4.5 4.5 0 0 0 0 8.2zM17.8 6.4a4.5 4.5 0 0 1 0 8.2z" fill="#fff" />
    </>
  ),
  unionpay: (
    <>
      <path d="M3 0h9L8.5 21H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#e21836" />
      <path d="M11 0h10l-3.5 21h-10z" fill="#00447c" />
      <path d="M20.5 0H29a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3H17z" fill="#007b84" />
    </>
  ),
  maestro: (
    <>
      <rect width="32" height="21" rx="3" fill="#e8ebf0" />
      <circle cx="12.4" cy="10.5" r="6.2" fill="#eb001b" />
      <circle cx="19.6" cy="10.5" r="6.2" fill="#00a2e5" />
      <path d="M16 5.45a6.2 6.2 0 0 1 0 10.1 6.2 6.2 0 0 1 0-10.1z" fill="#7375cf" />
    </>
  ),
};

/** Once in each document that shows a logo. */
export function BrandSprite() {
  return (
    <svg width="0" height="0" class="visually-hidden" aria-hidden="true">
      {Object.entries(marks).map(([name, drawing]) => (
        <symbol id={`brand-${name}`} viewBox="0 0 32 21" key={name}>
          {drawing}
        </symbol>
      ))}
    </svg>
  );
}
