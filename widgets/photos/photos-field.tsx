import { type ChangeEvent, type ReactNode, useEffect, useState } from 'react';
import type { PhotosSlot } from '../enquiry-fields.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import type { PhotosPort, PhotoText } from './port.ts';
import type { UploaderLoader } from './uploader-loader.ts';

/** What the photos of one field are drawn from. */
export interface PhotosFieldProps {
  readonly photos: PhotosPort;
  readonly loader: UploaderLoader;
  readonly text: PhotoText;
  readonly slot: PhotosSlot;
}

/** The photos of a field: a plain picker, which takes files too, until the uploader has loaded. */
export function PhotosField({ photos, loader, text, slot }: PhotosFieldProps): ReactNode {
  const [uploader, setUploader] = useState(loader.loaded);
  const [hasFailed, setHasFailed] = useState(false);
  const { field, limits } = slot;
  useEffect(() => photos.setLimits(field, limits), [photos, field, limits]);

  const load = async () => {
    try {
      setUploader(await loader.load());
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
  };
  // Only once: another try comes with the next pick.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` reads nothing that changes
  useEffect(() => void load(), []);

  if (uploader) return <uploader.PhotosWidget photos={photos} text={text} slot={slot} />;
  const pick = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(input.files ?? [])];
    await load();
    if (loader.loaded()) photos.add(field, files);
    else input.value = '';
  };
  return (
    <div className="sw-uploader">
      <PhotoPicker
        slot={slot}
        text={text}
        input={{ onChange: (event) => void pick(event) }}
        failure={hasFailed ? text('photos.unavailable') : undefined}
      />
    </div>
  );
}
