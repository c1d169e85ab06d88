import { type ComponentProps, type ReactNode, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useDropzone } from 'react-dropzone';
import type { Text } from '#engine';
import { focusBeside } from '../fields/focused-element.ts';
import type { PhotosSlot } from '../fields/photos-slot.ts';
import { CameraButton } from './camera-button.tsx';
import { judgePhotos } from './judge-photos.ts';
import { PhotoRow } from './photo-row.tsx';
import type { PhotoRecord, Photos } from './photos.ts';
import { roomLeft } from './photos-state.ts';
import { useAnnouncements } from './use-announcements.ts';
import '../theme/photo-rows.css';

/** What makes an element a place to drop. */
export interface DropZone {
  readonly props: ComponentProps<'div'>;
  /** Something is held over it. */
  readonly isActive: boolean;
}

/** What the uploader of one field is drawn from. */
export interface PhotosUploaderProps {
  readonly photos: Photos;
  readonly records: readonly PhotoRecord[];
  readonly text: Text;
  readonly slot: PhotosSlot;
  /** Takes what makes the place around the picker a place to drop. */
  readonly onZone: (zone: DropZone) => void;
}

/**
 * The uploader: takes photos that are dropped, pasted or taken, as long as there is room, and lists them. What is
 * allowed is the machine's to judge, so that every way in ends in the same rows.
 */
export function PhotosUploader({ photos, records, text, slot, onZone }: PhotosUploaderProps): ReactNode {
  const { field, limits, isDisabled } = slot;
  const judged = judgePhotos(records, limits);
  const announcement = useAnnouncements(judged, limits.count ?? Number.POSITIVE_INFINITY, text);
  const isOpen = !isDisabled && roomLeft({ records, limits }) > 0;
  const add = useCallback((files: readonly File[]) => photos.add(field, files), [photos, field]);
  const { list, status, remove } = useFocusAfterRemoval(slot.id, records, (fileID) =>
    photos.remove(field, fileID),
  );
  useDropping(add, onZone);
  usePaste(add, isOpen);

  return (
    <>
      {isOpen && !slot.isFiles && <CameraButton text={text} onFiles={add} />}
      {records.length > 0 && (
        <ul ref={list} className="sw-photos" aria-label={text('photos.list')}>
          {judged.map((photo) => (
            <PhotoRow
              key={photo.record.fileID}
              photo={photo}
              file={photos.fileOf(photo.record.fileID)}
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

/** The native input lies over the whole zone and takes clicks, keys and what is picked itself. */
const dropsAlone = { noClick: true, noKeyboard: true, noPaste: true } as const;

function useDropping(onFiles: (files: readonly File[]) => void, onZone: (zone: DropZone) => void): void {
  const onDrop = useCallback((files: readonly File[]) => onFiles(files), [onFiles]);
  const { getRootProps, isDragActive: isActive } = useDropzone({ ...dropsAlone, onDrop });
  useEffect(() => onZone({ props: getRootProps(), isActive }), [onZone, getRootProps, isActive]);
}

/** Takes images that are pasted anywhere in the page, unless there is text among them and a text field to take it. */
function usePaste(onFiles: (files: readonly File[]) => void, isEnabled: boolean): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, defaultPrevented } = event;
    // Of what is in a shadow tree the document's listener is told the host alone.
    const [target = null] = event.composedPath();
    const files = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    const isText = clipboardData?.types.includes('text/plain') && isEditable(target);
    if (defaultPrevented || files.length === 0 || isText) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    if (!isEnabled) return;
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [isEnabled]);
}

function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="file"]), textarea');
}

/** Keeps the focus near: the row that takes a removed one's place, else the last, else the picker, gets it. */
function useFocusAfterRemoval(
  pickerId: string,
  records: readonly PhotoRecord[],
  onRemove: (fileID: string) => void,
) {
  const list = useRef<HTMLUListElement>(null);
  /** Stands beside the picker, also where no photo is left. */
  const status = useRef<HTMLParagraphElement>(null);
  const left = useRef<number>(undefined);
  useEffect(() => {
    if (left.current === undefined) return;
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const next = buttons[left.current] ?? buttons.at(-1);
    left.current = undefined;
    if (next) next.focus();
    else focusBeside(status.current, pickerId);
  });
  const remove = (fileID: string) => {
    left.current = records.findIndex((record) => record.fileID === fileID);
    onRemove(fileID);
  };
  return { list, status, remove };
}
