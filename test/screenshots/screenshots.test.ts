import { readdirSync } from 'node:fs';
import { describe, it } from 'vitest';
import { describePictures } from './picture-cases.ts';
import { isOfStudio, quickPictures, statePictures } from './pictures.ts';

describePictures(quickPictures.filter((picture) => !isOfStudio(picture)));

describe('the pictures', () => {
  it('are kept of no state that is gone', ({ expect }) => {
    const files = readdirSync(new URL('references/', import.meta.url));
    expect(files.toSorted()).toEqual(statePictures.map(({ name }) => `${name}.png`).toSorted());
  });
});
