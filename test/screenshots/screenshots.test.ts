import { readdirSync } from 'node:fs';
import { describe, it } from 'vitest';
import { describeLooks } from './looks.ts';
import { isOfStudio, pictures, sentinels } from './pictures.ts';

describeLooks(sentinels.filter((picture) => !isOfStudio(picture)));

describe('the pictures', () => {
  it('are kept of no state that is gone', ({ expect }) => {
    const files = readdirSync(new URL('references/', import.meta.url));
    expect(files.toSorted()).toEqual(pictures.map(({ name }) => `${name}.png`).toSorted());
  });
});
