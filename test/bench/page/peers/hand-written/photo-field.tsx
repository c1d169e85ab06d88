import { type ChangeEvent, useState } from 'react';
import { uploadPeerPhoto } from './send.ts';

interface Photo {
  readonly name: string;
  readonly state: 'uploading' | 'uploaded' | 'failed';
  readonly path?: string;
}

/** Photos, each uploaded as soon as it is picked. */
export function PhotoField({ label, most }: { readonly label: string; readonly most: number }) {
  const [photos, setPhotos] = useState<readonly Photo[]>([]);
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    for (const file of [...(target.files ?? [])].slice(0, most - photos.length)) {
      const set = (photo: Photo) =>
        setPhotos((others) => [...others.filter(({ name }) => name !== file.name), photo]);
      set({ name: file.name, state: 'uploading' });
      uploadPeerPhoto(file).then(
        (path) => set({ name: file.name, state: 'uploaded', path }),
        () => set({ name: file.name, state: 'failed' }),
      );
    }
    target.value = '';
  };
  return (
    <div className="field field--wide">
      <label htmlFor="upload">{label}</label>
      {photos.length < most && (
        <input id="upload" type="file" accept="image/jpeg,image/png" multiple={most > 1} onChange={add} />
      )}
      <ul>
        {photos.map(({ name, state, path }) => (
          <li key={name} className={state === 'failed' ? 'problem' : undefined}>
            {name} ({state}){path && <input type="hidden" name="upload" value={path} />}
            <button
              type="button"
              onClick={() => setPhotos((others) => others.filter((one) => one.name !== name))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
