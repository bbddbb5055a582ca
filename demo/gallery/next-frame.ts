/** Resolves after the browser's next frame. */
export const nextFrame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));

/**
 * Resolves once the condition is true and the browser has drawn it. Never resolves once the place is gone, because
 * another entry has replaced it: the caller's next steps would have nothing to act on.
 */
export async function until(place: Node, isThere: () => boolean): Promise<void> {
  while (!isThere()) {
    if (!place.isConnected) return new Promise(() => undefined);
    await nextFrame();
  }
  await nextFrame();
}
