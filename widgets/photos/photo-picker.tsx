import {
  type ComponentProps,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useLayoutEffect,
} from 'react';
import type { Text } from '#engine';
import { focusBeside, focusedElement } from '../fields/focused-element.ts';
import type { PhotosSlot } from '../fields/photos-slot.ts';
import { useIsHydrating } from '../use-is-hydrating.ts';
import { typeNames } from './judge-photos.ts';

/** What the place for photos is drawn from. */
export interface PhotoPickerProps {
  readonly slot: PhotosSlot;
  readonly text: Text;
  /** More of the zone: what makes it take drops. */
  readonly zone?: ComponentProps<'div'> | undefined;
  /** The browser's own picker. */
  readonly input: RefObject<HTMLInputElement | null>;
  /** Takes the button that opens it. */
  readonly buttonRef: RefCallback<HTMLButtonElement>;
  /** Something was picked. */
  readonly onPick: () => void;
  readonly isActive: boolean;
  /** Says what went wrong in place of what is accepted. */
  readonly failure?: string | undefined;
}

/**
 * The place to drop photos, with a button over it that opens the browser's own picker. Until scripts run, that picker itself lies over
 * it and posts the files under the field's name; it stays the same element, and nothing moves. A screen reader then meets our button
 * alone: of the picker it would read the browser's own words, and its name twice (docs/accessibility.md).
 */
export function PhotoPicker(props: PhotoPickerProps): ReactNode {
  const { slot, text, zone, input, buttonRef, onPick, isActive, failure } = props;
  const { field, id, limits, describedBy, isInvalid, isRequired, isDisabled } = slot;
  const isPlain = useIsHydrating();
  usePickersFocus(input, id, isPlain);
  const count = limits.count ?? 2;
  const action = text('photos.choose', { count });
  const described = [describedBy, limitsId(id)].filter(Boolean).join(' ');
  return (
    <div {...zone} className={isActive ? 'sw-dropzone sw-dropzone--active' : 'sw-dropzone'}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: docs/contract.md promises it of every required control. */}
      <input
        ref={input}
        type="file"
        name={field}
        accept={limits.types?.join(',')}
        // Even where one is taken: of several, the first is kept and the others are told apart, as with a drop.
        multiple
        disabled={isDisabled}
        onChange={onPick}
        aria-describedby={described}
        aria-invalid={isInvalid || undefined}
        aria-required={isRequired || undefined}
        {...(isPlain ? { id } : { hidden: true })}
      />
      {isPlain ? (
        <label htmlFor={id} className="sw-dropzone-action">
          {action}
        </label>
      ) : (
        <button
          ref={buttonRef}
          id={id}
          // What a button says of itself; neither `aria-required` nor `aria-invalid` is for one.
          aria-describedby={isRequired ? `${requiredId(id)} ${described}` : described}
          type="button"
          className="sw-dropzone-action"
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          {action}
        </button>
      )}
      <span aria-hidden="true">{isActive ? text('photos.drop-now') : text('photos.drop', { count })}</span>
      <Description slot={slot} failure={failure} text={text} />
    </div>
  );
}

/** What is accepted, or went wrong; and, for the button alone, that a photo is required. */
function Description({
  slot,
  failure,
  text,
}: Pick<PhotoPickerProps, 'slot' | 'failure' | 'text'>): ReactNode {
  const { id, isRequired } = slot;
  return (
    <>
      {isRequired && (
        <span id={requiredId(id)} hidden>
          {text('required')}
        </span>
      )}
      <span id={limitsId(id)} role={failure ? 'alert' : undefined}>
        {failure ?? accepted(slot, text)}
      </span>
    </>
  );
}

/** Who was on the browser's picker when scripts took over stays there: its id is the button's from then on. */
function usePickersFocus(input: RefObject<HTMLInputElement | null>, id: string, isPlain: boolean): void {
  useLayoutEffect(() => {
    if (!isPlain && input.current && focusedElement() === input.current) focusBeside(input.current, id);
  }, [input, id, isPlain]);
}

function requiredId(id: string): string {
  return `${id}-required`;
}

function limitsId(id: string): string {
  return `${id}-limits`;
}

/** `Up to 10 photos, JPEG, PNG, at most 20 MB each`; where not all of it is limited, the types alone. */
function accepted({ limits: { count, types = [], bytes } }: PhotosSlot, text: Text): string {
  if (count === undefined || bytes === undefined) return typeNames(types);
  return text('photos.hint', { count, types: typeNames(types), megabytes: bytes / 2 ** 20 });
}
