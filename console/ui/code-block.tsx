/** Generated text, such as JSON, in a scrolling box. The box takes the focus, so that the keyboard can scroll it. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a named region, and the text in it stays preformatted
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre class="code" role="region" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}
