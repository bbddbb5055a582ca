/**
 * Firefox treats a download as a navigation, and the host page's `frame-src` forbids it: it lists our origin and no
 * blobs. So a nested frame, under our own policy, navigates.
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
