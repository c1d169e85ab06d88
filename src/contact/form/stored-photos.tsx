import type { ReactNode } from 'react';
import type { Text } from '#engine';
import { controlId } from '#widgets';
import type { PostedPhoto } from '../section-data.ts';

/** Photos that an earlier post brought, each to be sent again unless it is unticked. */
export function StoredPhotos({
  photos,
  field,
  idPrefix,
  text,
}: {
  readonly photos: readonly PostedPhoto[];
  readonly field: string;
  readonly idPrefix: string;
  readonly text: Text;
}): ReactNode {
  const ofField = photos.filter((photo) => photo.field === field);
  if (ofField.length === 0) return null;
  return (
    <ul className="sw-kept-photos" aria-label={text('photos.list')}>
      {ofField.map(({ path, name }, at) => {
        const id = `${controlId(idPrefix, field)}--kept-${at}`;
        return (
          <li key={path} className="sw-choice">
            <input id={id} type="checkbox" className="sw-checkbox" name={field} value={path} defaultChecked />
            <label className="sw-label" htmlFor={id}>
              <bdi>{name}</bdi>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
