import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createTextFormatter, type Plan } from '#engine';
import { writeJson } from '#engine/model/wire/write-json.ts';
import { createPhotos } from '#widgets/photos/create-photos.tsx';
import { getSendablePhotos, hasPendingPhotos } from '#widgets/photos/judge-photos.ts';
import type { PhotosController } from '#widgets/photos/photos.ts';
import type { ContactFormSectionProps } from '../props.ts';

export interface SectionPhotos {
  readonly photos: PhotosController;
  /** True while photos that are to be sent are being uploaded. */
  readonly isAwaitingPhotos: boolean;
  /** The paths to be sent, by field. The object stays the same until they change. */
  readonly paths: ReturnType<typeof getSendablePhotos>;
}

/**
 * Returns the photos from the props, or creates them for the lifetime of the section. Renders the section
 * again if `isAwaitingPhotos` or `paths` change, but not with the progress of an upload.
 */
export function useSectionPhotos(
  { photos: givenPhotos, endpoints, form, locale, ticket }: ContactFormSectionProps,
  plan: Plan,
): SectionPhotos {
  const [ownPhotos] = useState(() =>
    createPhotos({
      endpoint: endpoints.contactUpload,
      // Only our own back end issues tickets and knows the header.
      tellsSize: ticket !== undefined,
      text: createTextFormatter(form, locale),
    }),
  );
  useEffect(() => ownPhotos.clear, [ownPhotos]);
  const photos = givenPhotos ?? ownPhotos;
  /** Returns a `Sendable` as JSON, so that React compares the snapshots by content. */
  const serializeSendable = (): string => {
    const lists = photos.getSnapshot();
    return writeJson({
      isAwaitingPhotos: hasPendingPhotos(lists, plan),
      paths: getSendablePhotos(lists, plan),
    } satisfies Sendable);
  };
  const serialized = useSyncExternalStore(photos.subscribe, serializeSendable, () => nothingSendable);
  return useMemo(() => ({ photos, ...(JSON.parse(serialized) as Sendable) }), [photos, serialized]);
}

type Sendable = Omit<SectionPhotos, 'photos'>;

const nothingSendable = writeJson({ isAwaitingPhotos: false, paths: {} } satisfies Sendable);
