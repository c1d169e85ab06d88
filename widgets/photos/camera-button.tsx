import { type ReactNode, useSyncExternalStore } from 'react';
import type { Text } from '#engine';

/** What the camera's button is drawn from. */
export interface CameraButtonProps {
  readonly text: Text;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Opens the camera, where the finger is the pointer: the picker of a recent Android offers the album alone. */
export function CameraButton({ text, onFiles }: CameraButtonProps): ReactNode {
  const isHandheld = useSyncExternalStore(onPointerChange, () => matchMedia(coarsePointer).matches);
  if (!isHandheld) return null;
  return (
    <button type="button" className="sw-button sw-button--quiet" onClick={() => openCamera(onFiles)}>
      {text('photos.camera')}
    </button>
  );
}

const coarsePointer = '(pointer: coarse)';

function onPointerChange(listener: () => void): () => void {
  const query = matchMedia(coarsePointer);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** An input of its own, never in the page: the page has one picker. */
function openCamera(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.capture = 'environment';
  input.onchange = () => onFiles([...(input.files ?? [])]);
  input.click();
}
