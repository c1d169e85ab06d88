import { describe, expect, it } from 'vitest';
import { createWaitingEnquiry } from '../testing/waiting-enquiries.ts';
import { dropPhoto, insertPaths, removePaths } from './waiting-enquiry.ts';

const photo = {
  fileID: 'photo-1',
  field: 'upload',
  name: 'keel.jpg',
  type: 'image/jpeg',
  path: 'photos/1.jpg',
};
const body = JSON.stringify({
  query: 'mutation',
  variables: {
    name: 'slipway-photo:photo-9',
    upload: ['photos/1.jpg'],
    drawing: 'photos/2.jpg',
    rows: [{ a: null }],
  },
});
const photos = [photo, { ...photo, fileID: 'photo-2', field: 'drawing', path: 'photos/2.jpg' }];
const postOf = (text: string) => ({ ...createWaitingEnquiry({}).post, body: text });

describe('insertPaths', () => {
  it('makes the same body again from which the paths were removed', () => {
    const stored = removePaths(body, photos);
    expect(stored).not.toContain('photos/1.jpg');
    expect(insertPaths({ post: postOf(stored), photos }).body).toBe(body);
  });

  it('leaves photos without a path out of lists, and empties other values', () => {
    const stored = removePaths(body, photos);
    const without = photos.map(({ path: _path, ...rest }) => rest);
    const { variables } = JSON.parse(insertPaths({ post: postOf(stored), photos: without }).body);
    expect([variables.upload, variables.drawing, variables.name]).toEqual([
      [],
      null,
      'slipway-photo:photo-9',
    ]);
  });
});

describe('dropPhoto', () => {
  it('removes one photo, and says so', () => {
    const { path: _path, ...missing } = photo;
    const enquiry = createWaitingEnquiry({ photos: [missing], post: postOf(removePaths(body, photos)) });
    const dropped = dropPhoto(enquiry, missing);
    expect([dropped.photos, dropped.hasLostPhotos]).toEqual([[], true]);
    expect(JSON.parse(dropped.post.body).variables.upload).toEqual([]);
  });
});
