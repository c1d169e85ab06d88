import { useEffect, useRef, useState } from 'react';
import type { TextFormatter } from '#engine';
import { formatPhotoError, type JudgedPhoto } from './judge-photos.ts';
import type { PhotoRecord } from './photos.ts';

/**
 * Returns the latest announcement for screen readers, empty before the first: the photos added, uploaded,
 * failed or removed, and that the maximum `count` is reached. Photos without a change are not announced, nor
 * those that are there in the first render, except those that only the limits reject.
 */
export function usePhotoAnnouncements(
  judged: readonly JudgedPhoto[],
  count: number,
  text: TextFormatter,
): string {
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
