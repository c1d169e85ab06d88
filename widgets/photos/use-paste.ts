import { useEffect, useEffectEvent } from 'react';

/** Takes images that are pasted anywhere in the page, unless there is text among them and a text field to take it. */
export function usePaste(onFiles: (files: readonly File[]) => void, isEnabled: boolean): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target, defaultPrevented } = event;
    const files = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    const isText = clipboardData?.types.includes('text/plain') && isEditable(target);
    if (defaultPrevented || files.length === 0 || isText) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    if (!isEnabled) return;
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isEnabled]);
}

function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="file"]), textarea');
}
