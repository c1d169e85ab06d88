import {
  type ComponentProps,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useLayoutEffect,
} from 'react';
import type { TextFormatter } from '#engine';
import { focusInSameTree, getFocusedElement } from '../fields/focused-element.ts';
import type { PhotosSlot } from '../fields/photos-slot.ts';
import { useIsHydrating } from '../use-is-hydrating.ts';
import { formatFileTypes } from './judge-photos.ts';

export interface PhotoPickerProps {
  readonly slot: PhotosSlot;
  readonly text: TextFormatter;
  /** Additional props of the drop zone, which make it accept dropped files. */
  readonly zone?: ComponentProps<'div'> | undefined;
  /** Receives the file input. */
  readonly input: RefObject<HTMLInputElement | null>;
  /** Receives the button, or the element around the control that makes pictures. */
  readonly buttonRef: RefCallback<HTMLElement>;
  /** Called when the visitor has picked files, which the input then contains. */
  readonly onPick: () => void;
  /** Adds files that were made and not picked. */
  readonly onFiles: (files: readonly File[]) => void;
  /** True while files are dragged over the zone. */
  readonly isActive: boolean;
  /** A message that replaces the description of what is accepted. */
  readonly failure?: string | undefined;
}

/**
 * Renders the drop zone for photos, with a button that opens the browser's file picker. Before scripts run,
 * the file input itself covers the zone and posts the files under the field's name. Later the same input is
 * hidden, because a screen reader would read the browser's own texts for it (docs/accessibility.md).
 */
export function PhotoPicker(props: PhotoPickerProps): ReactNode {
  const { slot, text, zone, input, buttonRef, onPick, onFiles, isActive, failure } = props;
  const { field, id, limits, describedBy, isInvalid, isRequired, isDisabled } = slot;
  const isPlain = useIsHydrating();
  useMoveFocusToButton(input, id, isPlain);
  const count = limits.count ?? 2;
  const action = text('photos.choose', { count });
  const described = [describedBy, getLimitsId(id)].filter(Boolean).join(' ');
  const drawMaker = isPlain ? undefined : slot.drawMaker;
  const zoneClass = isActive ? 'sw-dropzone sw-dropzone--active' : 'sw-dropzone';
  return (
    <div {...(drawMaker ? {} : zone)} className={drawMaker ? 'sw-picture-maker' : zoneClass}>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: docs/contract.md promises it of every required control. */}
      <input
        ref={input}
        type="file"
        name={field}
        accept={limits.types?.join(',')}
        // The input allows several files even if the maximum is one: the first file is added and the others
        // are rejected with a message, as with a drop.
        multiple
        disabled={isDisabled}
        onChange={onPick}
        aria-describedby={described}
        aria-invalid={isInvalid || undefined}
        aria-required={isRequired || undefined}
        {...(isPlain ? { id } : { hidden: true })}
      />
      {drawMaker ? (
        drawMaker({
          slot,
          describedBy: isRequired ? `${getRequiredId(id)} ${described}` : described,
          boxRef: buttonRef,
          onFiles,
        })
      ) : isPlain ? (
        <label htmlFor={id} className="sw-dropzone-action">
          {action}
        </label>
      ) : (
        <button
          ref={buttonRef}
          id={id}
          // The button refers to a text instead, because neither `aria-required` nor `aria-invalid` is
          // allowed on buttons.
          aria-describedby={isRequired ? `${getRequiredId(id)} ${described}` : described}
          type="button"
          className="sw-dropzone-action"
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          {action}
        </button>
      )}
      {!drawMaker && (
        <span aria-hidden="true">{isActive ? text('photos.drop-now') : text('photos.drop', { count })}</span>
      )}
      <PickerDescription slot={slot} failure={failure} isMaker={drawMaker !== undefined} text={text} />
    </div>
  );
}

/**
 * Renders the limits, or the failure instead. Pictures that are made here keep to the limits. For the button of a required field it also renders a hidden
 * text that says so.
 */
function PickerDescription({
  slot,
  failure,
  isMaker,
  text,
}: Pick<PhotoPickerProps, 'slot' | 'failure' | 'text'> & { readonly isMaker: boolean }): ReactNode {
  const { id, isRequired } = slot;
  return (
    <>
      {isRequired && (
        <span id={getRequiredId(id)} hidden>
          {text('required')}
        </span>
      )}
      <span id={getLimitsId(id)} role={failure ? 'alert' : undefined}>
        {failure ?? (isMaker ? '' : describeUploadLimits(slot, text))}
      </span>
    </>
  );
}

/**
 * Moves the focus from the file input, if it has it, to the button when scripts take over, because the button
 * then has the id of the field.
 * @param id The id of the field.
 * @param isPlain True until scripts have taken over.
 */
function useMoveFocusToButton(input: RefObject<HTMLInputElement | null>, id: string, isPlain: boolean): void {
  useLayoutEffect(() => {
    if (!isPlain && input.current && getFocusedElement() === input.current)
      focusInSameTree(input.current, id);
  }, [input, id, isPlain]);
}

/** Returns the id of the hidden text that the field is required. */
function getRequiredId(id: string): string {
  return `${id}-required`;
}

/** Returns the id of the text with the limits, or with the failure. */
function getLimitsId(id: string): string {
  return `${id}-limits`;
}

/**
 * Returns the limits as text: `Up to 10 photos, JPEG, PNG, at most 20 MB each`; only the types if the limit
 * for the count or the size is absent.
 */
function describeUploadLimits(
  { limits: { count, types = [], bytes } }: PhotosSlot,
  text: TextFormatter,
): string {
  if (count === undefined || bytes === undefined) return formatFileTypes(types);
  return text('photos.hint', { count, types: formatFileTypes(types), megabytes: bytes / 2 ** 20 });
}
