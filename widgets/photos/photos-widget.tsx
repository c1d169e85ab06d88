import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { useDropzone } from 'react-dropzone';
import type { PhotosSlot } from '../enquiry-fields.tsx';
import { CameraButton } from './camera-button.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { PhotoRow } from './photo-row.tsx';
import { roomLeft } from './photos-machine.ts';
import { judgePhotos, type PhotoRecord, type PhotosPort, type PhotoText } from './port.ts';
import { useAnnouncements } from './use-announcements.ts';
import { usePaste } from './use-paste.ts';

/** What the uploader of one field is drawn from. */
export interface PhotosWidgetProps {
  readonly photos: PhotosPort;
  readonly text: PhotoText;
  readonly slot: PhotosSlot;
}

const none: readonly PhotoRecord[] = [];

/**
 * The uploader: takes photos that are dropped, picked, pasted or taken, as long as there is room, and lists them.
 * What is allowed is the machine's to judge, so that every way in ends in the same rows.
 */
export function PhotosWidget({ photos, text, slot }: PhotosWidgetProps): ReactNode {
  const { field, limits, isDisabled } = slot;
  const records = useSyncExternalStore(photos.subscribe, photos.getSnapshot)[field] ?? none;
  const judged = judgePhotos(records, limits);
  const announcement = useAnnouncements(judged, limits.count ?? Number.POSITIVE_INFINITY, text);
  const hasRoom = roomLeft({ records, limits }) > 0;
  const add = (files: readonly File[]) => photos.add(field, files);
  const { frame, remove } = useFocusAfterRemoval(records, (fileID) => photos.remove(field, fileID));

  return (
    <div className="sw-uploader" ref={frame}>
      {hasRoom && <Dropzone slot={slot} text={text} onFiles={add} />}
      {records.length > 0 && (
        <ul className="sw-photos" aria-label={text('photos.list')}>
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
      <p className="sw-visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}

interface DropzoneProps {
  readonly slot: PhotosSlot;
  readonly text: PhotoText;
  readonly onFiles: (files: readonly File[]) => void;
}

function Dropzone({ slot, text, onFiles }: DropzoneProps): ReactNode {
  const { isDisabled } = slot;
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    onDrop: (files) => onFiles(files),
    // The native input lies over the whole zone: it takes the click and the keys itself.
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    disabled: isDisabled,
  });
  usePaste(onFiles, !isDisabled);
  // Its inline style would break the policy, its English label and its place outside of the tab order the form.
  const input = getInputProps({
    style: undefined,
    'aria-label': undefined,
    tabIndex: undefined,
    // The file that was picked last is no change to the input, and is to be picked again after a Retry.
    onClick: ({ currentTarget }) => {
      currentTarget.value = '';
    },
  });
  return (
    <>
      <PhotoPicker slot={slot} text={text} zone={getRootProps()} input={input} isActive={isDragActive} />
      <CameraButton text={text} isDisabled={isDisabled} onFiles={onFiles} />
    </>
  );
}

/** Keeps the focus near: the row that takes a removed one's place, else the last, else the picker, gets it. */
function useFocusAfterRemoval(records: readonly PhotoRecord[], onRemove: (fileID: string) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const left = useRef<number>(undefined);
  useEffect(() => {
    if (left.current === undefined) return;
    const buttons = [...(frame.current?.querySelectorAll<HTMLElement>('.sw-photo-actions > button') ?? [])];
    const next =
      buttons[left.current] ?? buttons.at(-1) ?? frame.current?.querySelector<HTMLElement>('input');
    left.current = undefined;
    next?.focus();
  });
  const remove = (fileID: string) => {
    left.current = records.findIndex((record) => record.fileID === fileID);
    onRemove(fileID);
  };
  return { frame, remove };
}
