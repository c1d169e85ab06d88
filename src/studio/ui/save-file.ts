/** The delay in milliseconds before the object URL is revoked. The browser has read the file by then. */
const revokeMs = 60_000;

/** Starts a download of the file at an address, with the name that the server gives it. */
export function downloadFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Starts a download of the content as a file called `name`, with `type` as its MIME type. */
export function saveFile(
  name: string,
  { type, content }: { readonly type: string; readonly content: string | Blob },
): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), revokeMs);
}
