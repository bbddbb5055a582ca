/** The card brands' logos, 32 by 21, in one sprite: changing the brand changes one `href` and costs no request. */
const marks: Record<string, preact.ComponentChild> = {
  none: (
    <>
      <path
        d="M.5 3A2.5 2.5 0 013 .5h26A2.5 2.5 0 0131.5 3v15a2.5 2.5 0 01-2.5 2.5H3A2.5 2.5 0 01.5 18z"
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
        d="M9.11 8.26 5.97 15.76H3.92L2.37 9.78c-.09-.37-.17-.51-.46-.66C1.45 8.86.68 8.63 0 8.48l.05-.22h3.3a.9.9 0 01.89.77l.82 4.33 2.01-5.1zm8.04 5.05c0-1.98-2.74-2.09-2.72-2.97 0-.27.26-.56.82-.63a3.66 3.66 0 011.91.34l.34-1.59a5.21 5.21 0 00-1.81-.34c-1.92 0-3.27 1.02-3.28 2.48-.01 1.08.96 1.68 1.7 2.04.76.37 1.01.61 1.01.93-.01.51-.61.73-1.16.74-.98.01-1.54-.26-2-.47l-.35 1.64c.46.21 1.29.39 2.16.4 2.04 0 3.37-1.01 3.38-2.57m5.06 2.45H24l-1.57-7.5h-1.65a.88.88 0 00-.83.55l-2.91 6.95h2.04l.41-1.12h2.48zm-2.17-2.66 1.02-2.81.59 2.81zm-8.16-4.84-1.6 7.5H8.34l1.61-7.5z"
      />
    </>
  ),
  mastercard: (
    <>
      <rect width="32" height="21" rx="3" fill="#e8ebf0" />
      <circle cx="12.4" cy="10.5" r="6.2" fill="#eb001b" />
      <circle cx="19.6" cy="10.5" r="6.2" fill="#f79e1b" />
      <path d="M16 5.45a6.2 6.2 0 010 10.1 6.2 6.2 0 010-10.1z" fill="#ff5f00" />
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
      <path d="M32 12.5V18a3 3 0 01-3 3H10c9-1 16-3.9 22-8.5z" fill="#ff6000" />
      {/* Draws letters as strokes: text in an SVG would make the first layout load another font. */}
      <path
        fill="none"
        stroke="#231f20"
        d="M3.4 7.2v3.6h.7a1.8 1.8 0 000-3.6zM7.4 7.2v3.6M10.8 7.7c-.8-.8-2.1-.3-1.8.6.2.8 2 .6 2 1.6 0 .9-1.3 1.2-2.1.3M14.6 7.7a1.8 1.8 0 100 2.6M17.6 7.2a1.8 1.8 0 10.01 0zM20.4 7.2l1.4 3.6 1.4-3.6M26 7.2h-1.7v3.6H26M24.3 9h1.5M27.4 10.8V7.2h1a1 1 0 010 2h-1M28.3 9.2l1.2 1.6"
      />
    </>
  ),
  jcb: (
    <>
      <rect width="32" height="21" rx="3" fill="#e8ebf0" />
      <path d="M8 4h4.6v10.5a2.5 2.5 0 01-2.5 2.5H8z" fill="#0b4ea2" />
      <path d="M13.7 4h4.6v10.5a2.5 2.5 0 01-2.5 2.5h-2.1z" fill="#d5002f" />
      <path d="M19.4 4H24v10.5a2.5 2.5 0 01-2.5 2.5h-2.1z" fill="#007940" />
    </>
  ),
  "diners-club": (
    <>
      <rect width="32" height="21" rx="3" fill="#e8ebf0" />
      <circle cx="16" cy="10.5" r="7" fill="#0079be" />
      <path d="M14.2 6.4a4.5 4.5 0 000 8.2zM17.8 6.4a4.5 4.5 0 010 8.2z" fill="#fff" />
    </>
  ),
  unionpay: (
    <>
      <path d="M3 0h9L8.5 21H3a3 3 0 01-3-3V3a3 3 0 013-3z" fill="#e21836" />
      <path d="M11 0h10l-3.5 21h-10z" fill="#00447c" />
      <path d="M20.5 0H29a3 3 0 013 3v15a3 3 0 01-3 3H17z" fill="#007b84" />
    </>
  ),
  maestro: (
    <>
      <rect width="32" height="21" rx="3" fill="#e8ebf0" />
      <circle cx="12.4" cy="10.5" r="6.2" fill="#eb001b" />
      <circle cx="19.6" cy="10.5" r="6.2" fill="#00a2e5" />
      <path d="M16 5.45a6.2 6.2 0 010 10.1 6.2 6.2 0 010-10.1z" fill="#7375cf" />
    </>
  ),
};

/** Render it once in each document that shows a logo. */
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
