/**
 * Adds the images of a clipboard to the first visible file input of a form that is not hydrated, as the uploader does
 * later (`widgets/photos/photos-uploader.tsx`). The browser posts them, or scripts upload them after hydration. Does
 * nothing if the clipboard also contains text and the target is a text field.
 */
export function addPastedImages(root: HTMLElement, event: ClipboardEvent): void {
  const { clipboardData, defaultPrevented, target } = event;
  const images = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  const inputs = root.querySelectorAll<HTMLInputElement>('[type="file"]:enabled');
  const input = [...inputs].find((candidate) => candidate.getClientRects().length > 0);
  const isText = clipboardData?.types.includes('text/plain') && isEditable(target);
  if (defaultPrevented || input === undefined || images.length === 0 || isText) return;
  event.preventDefault();
  const transfer = new DataTransfer();
  for (const file of [...(input.files ?? []), ...images]) transfer.items.add(file);
  input.files = transfer.files;
  // An intent: the visitor sees the images in the list of the hydrated form.
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Returns true for a text field and for editable content. */
function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="file"]), textarea');
}
