export const nextFrame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));

/**
 * Resolves once the condition is true and the browser has drawn it. Never resolves once another entry has replaced the
 * place: the next steps would have nothing to act on.
 */
export async function until(place: Node, isThere: () => boolean): Promise<void> {
  while (!isThere()) {
    if (!place.isConnected) return new Promise(() => undefined);
    await nextFrame();
  }
  await nextFrame();
}
