import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useDropzone } from 'react-dropzone';
import type { TextFormatter } from '#engine';
import { focusInSameTree } from '../fields/focused-element.ts';
import type { PhotosSlot } from '../fields/photos-slot.ts';
import { CameraButton } from './camera-button.tsx';
import { formatPhotoError, type JudgedPhoto, judgePhotos } from './judge-photos.ts';
import { PhotoRow } from './photo-row.tsx';
import type { PhotoRecord, PhotosController } from './photos.ts';
import { countFreeSlots } from './photos-state.ts';
import '../theme/photo-rows.css';

export interface DropZone {
  /** The props of the element that accepts dropped files. */
  readonly props: ComponentProps<'div'>;
  /** True while files are dragged over the element. */
  readonly isActive: boolean;
}

export interface PhotosUploaderProps {
  readonly photos: PhotosController;
  readonly records: readonly PhotoRecord[];
  readonly text: TextFormatter;
  readonly slot: PhotosSlot;
  /** Receives the drop zone, for the picker, whenever it changes. */
  readonly onZone: (zone: DropZone) => void;
}

/**
 * Renders the list of photos and, while more photos fit, the camera button, and accepts dropped and pasted
 * files. Announces the changes to screen readers. The state machine checks the limits, so all ways of adding
 * photos end in the same rows.
 */
export function PhotosUploader({ photos, records, text, slot, onZone }: PhotosUploaderProps): ReactNode {
  const { field, limits, isDisabled, isSignature } = slot;
  const judged = judgePhotos(records, limits);
  // Nobody tries to add a second signature, so the maximum is no news.
  const announcedCount = isSignature ? undefined : limits.count;
  const announcement = usePhotoAnnouncements(judged, announcedCount ?? Number.POSITIVE_INFINITY, text);
  const isOpen = !isDisabled && countFreeSlots({ records, limits }) > 0;
  const add = useCallback((files: readonly File[]) => photos.add(field, files), [photos, field]);
  const { list, status, remove } = useFocusAfterRemoval(slot.id, records, (fileID) =>
    photos.remove(field, fileID),
  );
  useDropZone(add, onZone);
  usePaste(add, isOpen && !isSignature);

  return (
    <>
      {isOpen && !slot.isFiles && !isSignature && <CameraButton text={text} onFiles={add} />}
      {records.length > 0 && (
        <ul
          ref={list}
          className={isSignature ? 'sw-photos sw-photos--whole' : 'sw-photos'}
          aria-label={text('photos.list')}
        >
          {judged.map((photo) => (
            <PhotoRow
              key={photo.record.fileID}
              photo={photo}
              file={photos.getFile(photo.record.fileID)}
              text={text}
              isDisabled={isDisabled}
              onRemove={() => remove(photo.record.fileID)}
            />
          ))}
        </ul>
      )}
      <p ref={status} className="sw-visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}

/** The native input covers the whole zone and handles clicks, keys and picked files. */
const dropOnlyOptions = { noClick: true, noKeyboard: true, noPaste: true } as const;

/** Passes dropped files to `onFiles`, and the props of the drop zone to `onZone` whenever they change. */
function useDropZone(onFiles: (files: readonly File[]) => void, onZone: (zone: DropZone) => void): void {
  const onDrop = useCallback((files: readonly File[]) => onFiles(files), [onFiles]);
  const { getRootProps, isDragActive: isActive } = useDropzone({ ...dropOnlyOptions, onDrop });
  useEffect(() => onZone({ props: getRootProps(), isActive }), [onZone, getRootProps, isActive]);
}

/**
 * Passes images pasted anywhere in the page to `onFiles`, and no other files, unless the clipboard also
 * contains text and the target is a text field. Does nothing if `isEnabled` is false.
 */
function usePaste(onFiles: (files: readonly File[]) => void, isEnabled: boolean): void {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, defaultPrevented } = event;
    // In a shadow tree `event.target` is the host.
    const [target = null] = event.composedPath();
    const files = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    const isText = clipboardData?.types.includes('text/plain') && isEditable(target);
    if (defaultPrevented || files.length === 0 || isText) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    if (!isEnabled) return;
    document.addEventListener('paste', handlePaste);
    return () => document.removeEventListener('paste', handlePaste);
  }, [isEnabled]);
}

/** Returns true for a text field and for editable content. */
function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="file"]), textarea');
}

/**
 * Returns `remove`, which passes the id of a photo to `onRemove`, and the refs for the list and for the
 * element beside the picker. After a removal the focus moves to the button of the next row, else of the last
 * row, else to the picker.
 */
function useFocusAfterRemoval(
  pickerId: string,
  records: readonly PhotoRecord[],
  onRemove: (fileID: string) => void,
) {
  const list = useRef<HTMLUListElement>(null);
  /** This element is beside the picker, also if no photo is left. */
  const status = useRef<HTMLParagraphElement>(null);
  const removal = useRef<{ readonly fileID: string; readonly index: number }>(undefined);
  useEffect(() => {
    const { current: removed } = removal;
    // On a busy device the effect of an earlier render, which still has the row, may run after the press.
    if (removed === undefined || records.some(({ fileID }) => fileID === removed.fileID)) return;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons[removed.index] ?? buttons.at(-1);
    removal.current = undefined;
    if (next) next.focus();
    else focusInSameTree(status.current, pickerId);
  });
  /** Records the row of the photo, for the focus, and calls `onRemove`. */
  const remove = (fileID: string) => {
    removal.current = { fileID, index: records.findIndex((record) => record.fileID === fileID) };
    onRemove(fileID);
  };
  return { list, status, remove };
}

/**
 * Returns the latest announcement for screen readers, empty before the first: the photos added, uploaded,
 * failed or removed, and that the maximum `count` is reached. Photos without a change are not announced, nor
 * those that are there in the first render, except those that only the limits reject.
 */
function usePhotoAnnouncements(judged: readonly JudgedPhoto[], count: number, text: TextFormatter): string {
  const [announcement, setAnnouncement] = useState('');
  // A photo that an earlier type accepted and this one rejects is announced, too, when the uploader appears.
  const announced = useRef<readonly JudgedPhoto[]>(judged.map(({ record }) => judgeWithoutLimits(record)));
  useEffect(() => {
    const changes = describePhotoChanges(announced.current, judged, count, text);
    announced.current = judged;
    if (changes.length > 0) setAnnouncement(changes.join(' '));
  }, [judged, count, text]);
  return announcement;
}

/** Returns a record as judged without limits: rejected only if it has an error of its own. */
function judgeWithoutLimits(record: PhotoRecord): JudgedPhoto {
  return record.state === 'error' ? { record, rejection: record.error } : { record };
}

/**
 * Returns the sentences about the changes between two renders: one for all photos whose upload has begun, one
 * for each photo that has failed, was uploaded or was removed, and one if the maximum `count` is reached.
 * Empty if nothing has changed.
 */
function describePhotoChanges(
  before: readonly JudgedPhoto[],
  after: readonly JudgedPhoto[],
  count: number,
  text: TextFormatter,
): readonly string[] {
  const earlier = new Map(before.map((photo) => [photo.record.fileID, photo]));
  const started = after.filter(({ record, rejection }) => !rejection && !earlier.has(record.fileID));
  const removed = before.filter(
    (photo) => !after.some(({ record }) => record.fileID === photo.record.fileID),
  );
  return [
    ...(started.length > 0 ? [text('photos.announce.uploading', { count: started.length })] : []),
    ...after.flatMap((photo) => describePhotoChange(earlier.get(photo.record.fileID), photo, text)),
    ...removed.map(({ record }) => text('photos.announce.removed', { name: record.name })),
    ...(before.length < count && after.length >= count ? [text('photos.announce.full', { count })] : []),
  ];
}

/**
 * Returns the sentence about a photo that has failed or was uploaded since `before`; an empty list if neither
 * is true.
 */
function describePhotoChange(
  before: JudgedPhoto | undefined,
  { record, rejection }: JudgedPhoto,
  text: TextFormatter,
): string | readonly string[] {
  const { name } = record;
  if (rejection && !before?.rejection) {
    return text('photos.announce.failed', { name, error: formatPhotoError(rejection, text) });
  }
  if (record.state === 'uploaded' && before?.record.state !== 'uploaded')
    return text('photos.announce.uploaded', { name });
  return [];
}
