/** Gives the copy to the browser to keep, under the name of the form. */
export function saveFile(file: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "form-w-9.pdf";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
