import type { ComponentProps, ReactNode } from 'react';
import type { Text } from '#engine';
import type { PhotosSlot } from '../fields/photos-slot.ts';
import { typeNames } from './judge-photos.ts';

/** What the place for photos is drawn from. */
export interface PhotoPickerProps {
  readonly slot: PhotosSlot;
  readonly text: Text;
  /** More of the zone: what makes it take drops. */
  readonly zone?: ComponentProps<'div'> | undefined;
  /** More of the file input. */
  readonly input?: ComponentProps<'input'>;
  readonly isActive?: boolean;
  /** Says what went wrong in place of what is accepted. */
  readonly failure?: string | undefined;
}

/**
 * The place to drop photos with the native picker over it. It is drawn alike before the uploader has loaded and
 * afterwards, so that nothing moves; without scripts it posts the files under the field's name.
 */
export function PhotoPicker(props: PhotoPickerProps): ReactNode {
  const { slot, text, zone, input, isActive = false, failure } = props;
  const { field, id, limits, describedBy, isInvalid, isRequired, isDisabled } = slot;
  const limitsId = `${id}-limits`;
  const count = limits.count ?? 2;
  return (
    <div {...zone} className={isActive ? 'sw-dropzone sw-dropzone--active' : 'sw-dropzone'}>
      <input
        {...input}
        type="file"
        id={id}
        name={field}
        accept={limits.types?.join(',')}
        // Even where one is taken: of several, the first is kept and the others are told apart, as with a drop.
        multiple
        disabled={isDisabled}
        required={isRequired}
        aria-invalid={isInvalid || (isRequired ? false : undefined)}
        aria-describedby={describedBy ? `${describedBy} ${limitsId}` : limitsId}
      />
      <label htmlFor={id} className="sw-dropzone-action">
        {text('photos.choose', { count })}
      </label>
      <span aria-hidden="true">{isActive ? text('photos.drop-now') : text('photos.drop', { count })}</span>
      <span id={limitsId} role={failure ? 'alert' : undefined}>
        {failure ?? accepted(slot, text)}
      </span>
    </div>
  );
}

/** `Up to 10 photos, JPEG, PNG, at most 20 MB each`; where not all of it is limited, the types alone. */
function accepted({ limits: { count, types = [], bytes } }: PhotosSlot, text: Text): string {
  if (count === undefined || bytes === undefined) return typeNames(types);
  return text('photos.hint', { count, types: typeNames(types), megabytes: bytes / 2 ** 20 });
}
