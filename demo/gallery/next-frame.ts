/** Resolves after the browser's next frame. */
export const nextFrame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));

/** Resolves once the condition is true and the browser has drawn it. */
export async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await nextFrame();
  await nextFrame();
}
