import { describe, inject } from 'vitest';
import { differenceOf, keepDiffering } from '../screenshots/compare.ts';
import { whyNoPackagedBrowser } from '../support/browser.ts';
import { it } from './engine-journey.ts';
import { looks, pictured, referenceOf, takeLook } from './look.ts';

/** Less than a lost word. WebKit draws the edges of an icon differently each time, by up to 26 pixels. */
const toleratedPixels = { chromium: 0, firefox: 20, webkit: 60 } as const;

const hasLooks = pictured.includes(inject('engine'));

if (hasLooks)
  describe('the looks', () => {
    it.for(looks)('are as they were reviewed: $name', async (look, { visitor, engine, expect, skip }) => {
      const reason = whyNoPackagedBrowser();
      if (reason) skip(`${reason}, whose font stands in for those of every machine`);
      const taken = await takeLook(visitor, look);
      const { pixels, said, drawn } = await differenceOf(referenceOf(engine, look), taken);
      const name = `${engine}-${look.name}`;
      const tolerated = toleratedPixels[engine];
      if (pixels > tolerated) keepDiffering(name, taken, drawn);
      const help = `see .cache/screenshots/${name}*.png; where it is meant, npx node test/engines/take.ts ${engine} ${look.name}`;
      expect(pixels, `${name}: ${said}; ${help}`).toBeLessThanOrEqual(tolerated);
    });
  });
