import { type ReactNode, useSyncExternalStore } from 'react';
import type { TextFormatter } from '#engine';

export interface CameraButtonProps {
  readonly text: TextFormatter;
  /** Receives the taken photos. Not called if the visitor cancels. */
  readonly onFiles: (files: readonly File[]) => void;
}

/**
 * Renders a button that opens the camera; nothing on a device without a touch screen. The file picker of
 * recent Android versions offers only the album.
 */
export function CameraButton({ text, onFiles }: CameraButtonProps): ReactNode {
  const isHandheld = useSyncExternalStore(subscribeToPointer, () => matchMedia(coarsePointer).matches);
  if (!isHandheld) return null;
  return (
    <button type="button" className="sw-button sw-button--quiet" onClick={() => openCamera(onFiles)}>
      {text('photos.camera')}
    </button>
  );
}

const coarsePointer = '(pointer: coarse)';

/**
 * Calls the listener when the device changes between touch screen and mouse. Returns the function that stops
 * that.
 */
function subscribeToPointer(listener: () => void): () => void {
  const query = matchMedia(coarsePointer);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/**
 * Opens the camera with a separate input outside the page, because the page has one picker. Calls `onFiles`
 * after a photo was taken.
 */
function openCamera(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.capture = 'environment';
  input.onchange = () => onFiles([...(input.files ?? [])]);
  input.click();
}
