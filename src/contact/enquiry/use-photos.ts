import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type Plan, textsOf } from '#engine';
import { jsonText } from '#engine/write-json.ts';
import { createPhotos } from '#widgets/photos/create-photos.tsx';
import { isAwaitingPhotos, photoValues } from '#widgets/photos/judge-photos.ts';
import type { Photos } from '#widgets/photos/photos.ts';
import type { ContactFormSectionProps } from '../props.ts';

/** The photos of a section, and what a submission would carry of them now. */
export interface SectionPhotos {
  readonly photos: Photos;
  /** Photos that would be sent are still on their way. */
  readonly isAwaitingPhotos: boolean;
  /** The paths that would be sent, by field; the same object until they change. */
  readonly paths: ReturnType<typeof photoValues>;
}

/** The photos that a section was given, else its own, which end with it. Of the progress of an upload the section hears nothing. */
export function usePhotos(
  { photos: given, endpoints, form, locale, ticket }: ContactFormSectionProps,
  plan: Plan,
): SectionPhotos {
  const [own] = useState(() =>
    createPhotos({
      endpoint: endpoints.contactUpload,
      // Only a back end that gives tickets is known to take the header.
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
