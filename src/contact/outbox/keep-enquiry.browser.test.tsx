import { describe, expect, it } from 'vitest';
import { readPhotos, withStore } from './keep-enquiry.ts';
import { createWaitingEnquiry } from './testing/waiting-enquiries.ts';

const hourMs = 3_600_000;

describe('readPhotos', () => {
  it.for([
    ['an enquiry of an hour', 1, 'photos/1.jpg'],
    ['an enquiry of a day, whose uploads the server may have deleted', 24, undefined],
  ] as const)('returns files with the paths that can still be sent: %s', async ([, hours, path]) => {
    const photo = {
      fileID: 'photo-1',
      field: 'upload',
      name: 'keel.jpg',
      type: 'image/jpeg',
      path: 'photos/1.jpg',
    };
    const until = Date.now() + (7 * 24 - hours) * hourMs;
    const enquiry = createWaitingEnquiry({ id: `of ${hours} hours`, days: 7, until, photos: [photo] });
    await withStore((store) => store.putPhoto(enquiry.id, 'photo-1', new Uint8Array([1, 2]).buffer));
    const { upload: [read] = [] } = await readPhotos(enquiry);
    expect([read?.file.name, read?.file.size, read?.path]).toEqual(['keel.jpg', 2, path]);
  });
});
