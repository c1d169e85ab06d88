import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Text } from '#engine';
import { focusedElement } from '../fields/focused-element.ts';
import type { PhotosSlot } from '../fields/photos-slot.ts';
import type { Lazy } from '../lazy.ts';
import { PhotoPicker } from './photo-picker.tsx';
import { noPhotos, type PhotoRecord, type Photos } from './photos.ts';
import { roomLeft } from './photos-state.ts';
import type { DropZone } from './photos-uploader.tsx';
import type * as uploaderModule from './uploader.tsx';

/** The part that is loaded when photos are about to be needed: the widget and what sends. */
export type Uploader = Pick<typeof uploaderModule, 'PhotosUploader' | 'sendPhoto' | 'stepPhotos'>;

/** What the photos of one field are drawn from. */
export interface PhotosFieldProps {
  readonly photos: Photos;
  readonly uploader: Lazy<Uploader>;
  readonly text: Text;
  readonly slot: PhotosSlot;
}

const none: readonly PhotoRecord[] = [];

/**
 * The photos of a field. The picker stays the same element from the server's drawing on, so that what was picked
 * before the uploader has loaded, or while it did, is not lost; the uploader adds everything else.
 */
export function PhotosField({ photos, uploader, text, slot }: PhotosFieldProps): ReactNode {
  const { field, limits, isDisabled } = slot;
  const records = useSyncExternalStore(photos.subscribe, photos.getSnapshot, () => noPhotos)[field] ?? none;
  const { loaded, hasFailed, load } = useUploader(uploader);
  const [zone, setZone] = useState<DropZone>();
  const input = useRef<HTMLInputElement>(null);
  const isOpen = roomLeft({ records, limits }) > 0;
  const { box, buttonRef } = useFocusAfterLastPhoto(isOpen);
  useLoadWhenNear(box, load);
  useEffect(() => photos.setLimits(field, limits), [photos, field, limits]);

  const takePicked = useCallback(async () => {
    const files = [...(input.current?.files ?? [])];
    // What was picked last is no change to an input that holds it, and is to be picked again after a Retry.
    if (input.current) input.current.value = '';
    // One that was under way may fail for what was before: it is asked for once more.
    if (files.length > 0 && ((await load()) || (await load()))) photos.add(field, files);
  }, [photos, field, load]);
  // Picked before scripts had arrived.
  useEffect(() => void takePicked(), [takePicked]);

  return (
    <div ref={box} className="sw-uploader">
      {isOpen && (
        <PhotoPicker
          slot={slot}
          text={text}
          zone={isDisabled ? undefined : zone?.props}
          isActive={zone?.isActive ?? false}
          input={input}
          buttonRef={buttonRef}
          onPick={() => void takePicked()}
          failure={hasFailed ? text('photos.unavailable') : undefined}
        />
      )}
      {loaded && (
        <loaded.PhotosUploader photos={photos} records={records} text={text} slot={slot} onZone={setZone} />
      )}
    </div>
  );
}

/** The picker goes with the last photo that fits; where its button had focus, that photo's gets it, or focus would be lost. */
function useFocusAfterLastPhoto(isOpen: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const buttonRef = useCallback(
    (button: HTMLButtonElement) => () => {
      // Called before the element leaves the page, and with it its focus.
      hadFocus.current = focusedElement() === button;
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
 * Loads the uploader when it is about to be needed: its place comes near, the visitor is in the form, or holds something over the page.
 * A form's bottom is far on a phone, and what stands there must not keep the top from answering.
 */
function useLoadWhenNear(box: RefObject<HTMLElement | null>, load: () => Promise<boolean>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const ending = new AbortController();
    const { signal } = ending;
    const begin = () => {
      ending.abort();
      void load();
    };
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && begin(),
      { rootMargin: '50%' },
    );
    signal.addEventListener('abort', () => observer.disconnect());
    observer.observe(element);
    element.closest('form')?.addEventListener('focusin', begin, { signal });
    document.addEventListener('dragenter', begin, { signal });
    return () => ending.abort();
  }, [box, load]);
}

/** The uploader, as far as it has come; after a failure it is loaded again when something is picked. */
function useUploader(uploader: Lazy<Uploader>) {
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
