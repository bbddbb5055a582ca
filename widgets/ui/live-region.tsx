/**
 * Announces `message` politely when it changes. It must be in the document before its text, or nothing is read, so
 * every widget renders one from its first screen on.
 */
export function LiveRegion({ message }: { message: string }) {
  return (
    <p class="visually-hidden" role="status" aria-live="polite" data-testid="live-region">
      {message}
    </p>
  );
}
