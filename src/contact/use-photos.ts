import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Plan } from '#engine';
import { createPhotos } from '#widgets/photos/create-photos.tsx';
import { isAwaitingPhotos, type PhotosPort, photoValues } from '#widgets/photos/port.ts';
import type { ContactFormSectionProps } from './props.ts';
import { textsOf } from './text.ts';

/** The photos of a section: those that it was given, else its own, which end with it. */
export function usePhotos({ photos, endpoints, form, locale }: ContactFormSectionProps): PhotosPort {
  const [own] = useState(() =>
    createPhotos({ endpoint: endpoints.contactUpload, text: textsOf(form, locale) }),
  );
  useEffect(() => own.clear, [own]);
  return photos ?? own;
}

/** What a submission under a plan would carry of the photos. */
export interface Sendable {
  /** Photos that it would carry are still on their way. */
  readonly isAwaiting: boolean;
  /** Paths by field; the same object until they change. */
  readonly values: ReturnType<typeof photoValues>;
}

/** The photos as far as sending goes: of the progress of an upload the section hears nothing. */
export function useSendablePhotos(photos: PhotosPort, plan: Plan): Sendable {
  const sendable = (): string => {
    const lists = photos.getSnapshot();
    return JSON.stringify({ isAwaiting: isAwaitingPhotos(lists, plan), values: photoValues(lists, plan) });
  };
  const key = useSyncExternalStore(photos.subscribe, sendable, () => none);
  return useMemo(() => JSON.parse(key) as Sendable, [key]);
}

const none = JSON.stringify({ isAwaiting: false, values: {} } satisfies Sendable);
