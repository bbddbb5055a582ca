/**
 * Gives a file to the browser to keep, under this name. Firefox takes the download of a frame for a step of that
 * frame to another address, which the `frame-src` of the page around forbids: it names our origin and no blobs.
 * So a frame of our own, which our own policy speaks for, takes the step.
 */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  const frame = document.createElement("iframe");
  if (window.parent !== window) {
    frame.hidden = true;
    document.body.append(frame);
    frame.contentDocument?.body.append(link);
  }
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
    frame.remove();
  }, 60_000);
}
