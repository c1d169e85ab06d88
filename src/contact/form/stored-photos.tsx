import { Fragment, type ReactNode } from 'react';
import type { TextFormatter } from '#engine';
import { toControlId } from '#widgets';
import type { PostedPhoto } from '../section-data.ts';
import type { AddStoredPhotos } from './stored-photos-context.ts';

/**
 * Returns photos whose `draw` renders the photos of an earlier post in the same field, if there are any,
 * above what `photos.draw` renders.
 */
export const addStoredPhotos: AddStoredPhotos = (photos, { photos: stored }, drawing) => ({
  draw: (slot) => (
    <Fragment key={slot.field}>
      <StoredPhotos photos={stored} field={slot.field} {...drawing} />
      {photos.draw(slot)}
    </Fragment>
  ),
});

/**
 * Renders those photos of an earlier post that belong to `field`, each with a ticked checkbox to send it
 * again. Renders nothing if there are none.
 */
function StoredPhotos({
  photos,
  field,
  idPrefix,
  text,
}: {
  readonly photos: readonly PostedPhoto[];
  readonly field: string;
  readonly idPrefix: string;
  readonly text: TextFormatter;
}): ReactNode {
  const ofField = photos.filter((photo) => photo.field === field);
  if (ofField.length === 0) return null;
  return (
    <ul className="sw-kept-photos" aria-label={text('photos.list')}>
      {ofField.map(({ path, name }, at) => {
        const id = `${toControlId(idPrefix, field)}--kept-${at}`;
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
