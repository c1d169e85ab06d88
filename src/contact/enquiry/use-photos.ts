import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type Plan, textsOf } from '#engine';
import { jsonText } from '#engine/write-json.ts';
import { createPhotos } from '#widgets/photos/create-photos.tsx';
import { isAwaitingPhotos, photoValues } from '#widgets/photos/judge-photos.ts';
import type { Photos } from '#widgets/photos/photos.ts';
import type { ContactFormSectionProps } from '../props.ts';

/** The photos of a section, with those that would be sent now. */
export interface SectionPhotos {
  readonly photos: Photos;
  readonly isAwaitingPhotos: boolean;
  /** The paths to be sent, by field. The object stays the same until they change. */
  readonly paths: ReturnType<typeof photoValues>;
}

/**
 * Returns the photos from the props, or creates them for the lifetime of the section. The progress of an
 * upload does not render the section.
 */
export function usePhotos(
  { photos: given, endpoints, form, locale, ticket }: ContactFormSectionProps,
  plan: Plan,
): SectionPhotos {
  const [own] = useState(() =>
    createPhotos({
      endpoint: endpoints.contactUpload,
      // Only our own back end issues tickets and knows the header.
      tellsSize: ticket !== undefined,
      text: textsOf(form, locale),
    }),
  );
  useEffect(() => own.clear, [own]);
  const photos = given ?? own;
  const sendable = (): string => {
    const lists = photos.getSnapshot();
    return jsonText({
      isAwaitingPhotos: isAwaitingPhotos(lists, plan),
      paths: photoValues(lists, plan),
    } satisfies Sendable);
  };
  const key = useSyncExternalStore(photos.subscribe, sendable, () => nothing);
  return useMemo(() => ({ photos, ...(JSON.parse(key) as Sendable) }), [photos, key]);
}

type Sendable = Omit<SectionPhotos, 'photos'>;

const nothing = jsonText({ isAwaitingPhotos: false, paths: {} } satisfies Sendable);
