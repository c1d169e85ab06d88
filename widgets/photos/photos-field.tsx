import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { TextFormatter } from '#engine';
import { getFocusedElement } from '../fields/focused-element.ts';
import type { PhotosSlot } from '../fields/photos-slot.ts';
import type { LazyValue } from '../lazy.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { noPhotos, type PhotoRecord, type PhotosController } from './photos.ts';
import { countFreeSlots } from './photos-state.ts';
import type { DropZone } from './photos-uploader.tsx';
import type * as uploaderModule from './uploader.tsx';

/** The module that is loaded shortly before photos are needed: the list of photos and the upload. */
export type Uploader = Pick<typeof uploaderModule, 'PhotosUploader' | 'sendPhoto' | 'stepPhotos'>;

export interface PhotosFieldProps {
  readonly photos: PhotosController;
  readonly uploader: LazyValue<Uploader>;
  readonly text: TextFormatter;
  readonly slot: PhotosSlot;
}

const noRecords: readonly PhotoRecord[] = [];

/**
 * Renders the photos of a field: the picker while more photos fit, and below it the uploader once it is
 * loaded. The picker is the element that the server rendered, so that files picked earlier are not lost: they
 * are added when scripts start. Passes the limits of the field to `photos`.
 */
export function PhotosField({ photos, uploader, text, slot }: PhotosFieldProps): ReactNode {
  const { field, limits, isDisabled } = slot;
  const records =
    useSyncExternalStore(photos.subscribe, photos.getSnapshot, () => noPhotos)[field] ?? noRecords;
  const { loaded, hasFailed, load } = useUploader(uploader);
  const [zone, setZone] = useState<DropZone>();
  const input = useRef<HTMLInputElement>(null);
  const isOpen = countFreeSlots({ records, limits }) > 0;
  const { box, buttonRef } = useFocusAfterLastPhoto(isOpen);
  useLoadWhenNear(box, load);
  useEffect(() => photos.setLimits(field, limits), [photos, field, limits]);

  const addFiles = useCallback(
    async (files: readonly File[]) => {
      photos.add(field, files);
      // `add` tries it a second time, too.
      if (!(await load())) await load();
    },
    [photos, field, load],
  );
  const addPickedFiles = useCallback(() => {
    const files = [...(input.current?.files ?? [])];
    // Clearing the input makes it possible to pick the same file again, for example after Retry.
    if (input.current) input.current.value = '';
    if (files.length > 0) void addFiles(files);
  }, [addFiles]);
  // Files may have been picked before scripts were loaded.
  useEffect(addPickedFiles, [addPickedFiles]);

  return (
    <div ref={box} className="sw-uploader">
      {isOpen && (
        <PhotoPicker
          slot={slot}
          text={text}
          zone={isDisabled ? undefined : (zone?.props ?? createEarlyZone((files) => void addFiles(files)))}
          isActive={zone?.isActive ?? false}
          input={input}
          buttonRef={buttonRef}
          onPick={addPickedFiles}
          onFiles={(files) => void addFiles(files)}
          failure={hasFailed ? text('photos.unavailable') : undefined}
        />
      )}
      {loaded && (
        <loaded.PhotosUploader photos={photos} records={records} text={text} slot={slot} onZone={setZone} />
      )}
    </div>
  );
}

/**
 * Returns the props of a drop zone until the uploader is loaded. Without them the browser would show a dropped file
 * instead of the page.
 */
function createEarlyZone(onFiles: (files: readonly File[]) => void): DropZone['props'] {
  return {
    onDragOver: (event) => event.preventDefault(),
    onDrop: (event) => {
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    },
  };
}

/**
 * Moves the focus to the last photo if the picker with the focused button disappears, because no more photos
 * fit. Returns the refs for the box around the photos and for the button, or for the element around the buttons.
 * @param isOpen True while the picker is rendered.
 */
function useFocusAfterLastPhoto(isOpen: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const buttonRef = useCallback(
    (button: HTMLElement) => () => {
      // React calls this before it removes the element, which loses its focus.
      hadFocus.current = button.contains(getFocusedElement());
    },
    [],
  );
  useEffect(() => {
    if (isOpen || !hadFocus.current) return;
    hadFocus.current = false;
    box.current?.querySelector<HTMLElement>('.sw-photo:last-child button')?.focus();
  }, [isOpen]);
  return { box, buttonRef };
}

/**
 * Calls `load` once: when the box is near the viewport, when the visitor focuses the form or when a file is
 * dragged over the page, whichever is first. On a phone the end of a form is far away, and its code must not
 * delay the first fields.
 */
function useLoadWhenNear(box: RefObject<HTMLElement | null>, load: () => Promise<boolean>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    /** Calls `load` and removes all listeners. */
    const startLoading = () => {
      controller.abort();
      void load();
    };
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && startLoading(),
      { rootMargin: '50%' },
    );
    signal.addEventListener('abort', () => observer.disconnect());
    observer.observe(element);
    element.closest('form')?.addEventListener('focusin', startLoading, { signal });
    document.addEventListener('dragenter', startLoading, { signal });
    return () => controller.abort();
  }, [box, load]);
}

/**
 * Returns the uploader as `loaded`, undefined until it is loaded; `hasFailed`, true if the last attempt has
 * failed; and `load`. `load` resolves to true when the uploader is loaded and to false after a failure, and
 * tries again when it is called again. It never rejects.
 */
function useUploader(uploader: LazyValue<Uploader>) {
  const loaded = useSyncExternalStore(uploader.subscribe, uploader.loaded, () => undefined);
  const [hasFailed, setHasFailed] = useState(false);
  const load = useCallback(async () => {
    const isLoaded = await uploader.load().then(
      () => true,
      () => false,
    );
    setHasFailed(!isLoaded);
    return isLoaded;
  }, [uploader]);
  return { loaded, hasFailed, load };
}
