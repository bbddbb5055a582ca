/** When the browser has drawn again. */
export const nextFrame = () => new Promise<void>((done) => requestAnimationFrame(() => done()));

/** As soon as it is there, and drawn. */
export async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await nextFrame();
  await nextFrame();
}
