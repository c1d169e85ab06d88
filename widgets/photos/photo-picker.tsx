import type { ComponentProps, ReactNode } from 'react';
import type { PhotosSlot } from '../enquiry-fields.tsx';
import { type PhotoText, typeNames } from './port.ts';

/** What the place for photos is drawn from. */
export interface PhotoPickerProps {
  readonly slot: PhotosSlot;
  readonly text: PhotoText;
  /** More of the zone: what makes it take drops. */
  readonly zone?: ComponentProps<'div'>;
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
        multiple={count > 1}
        disabled={isDisabled}
        required={isRequired}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy ? `${describedBy} ${limitsId}` : limitsId}
      />
      <span className="sw-dropzone-action" aria-hidden="true">
        {text('photos.choose', { count })}
      </span>
      <span aria-hidden="true">{text('photos.drop', { count })}</span>
      <span id={limitsId}>{failure ?? accepted(slot, text)}</span>
    </div>
  );
}

/** `Up to 10 photos · JPEG, PNG · 20 MB each`, as far as there are limits. */
function accepted({ limits: { count, types, bytes } }: PhotosSlot, text: PhotoText): string {
  const parts = [
    count === undefined ? [] : text('photos.most', { count }),
    types === undefined ? [] : typeNames(types),
    bytes === undefined ? [] : text('photos.largest', { megabytes: bytes / 2 ** 20 }),
  ];
  return parts.flat().join(' · ');
}
