import { describe, inject } from 'vitest';
import { compareWithReference, saveDifference } from '../screenshots/compare.ts';
import { explainMissingPackagedBrowser } from '../support/browser.ts';
import { it } from './engine-journey.ts';
import {
  enginesWithPictures,
  getPictureUrl,
  referencePictures,
  takePagePicture,
} from './reference-picture.ts';

/** Less than a lost word. WebKit draws the edges of an icon differently each time, by up to 26 pixels. */
const toleratedPixels = { chromium: 0, firefox: 20, webkit: 60 } as const;

const hasLooks = enginesWithPictures.includes(inject('engine'));

if (hasLooks)
  describe('the looks', () => {
    it.for(referencePictures)(
      'are as they were reviewed: $name',
      async (look, { visitor, engine, expect, skip }) => {
        const reason = explainMissingPackagedBrowser();
        if (reason) skip(`${reason}, whose font stands in for those of every machine`);
        const taken = await takePagePicture(visitor, look);
        const { pixels, said, drawn } = await compareWithReference(getPictureUrl(engine, look), taken);
        const name = `${engine}-${look.name}`;
        const tolerated = toleratedPixels[engine];
        if (pixels > tolerated) saveDifference(name, taken, drawn);
        const help = `see .cache/screenshots/${name}*.png; where it is meant, npx node test/engines/take.ts ${engine} ${look.name}`;
        expect(pixels, `${name}: ${said}; ${help}`).toBeLessThanOrEqual(tolerated);
      },
    );
  });
