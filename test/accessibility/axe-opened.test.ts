import { describe } from 'vitest';
import { findAxeViolations, findHorizontalOverflow } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();

/** Pages of templates and themes that axe.test.ts does not send empty. */
const paths = ['/', '/launch/steren-52', '/valuation', '/solent/contact'];

describe('axe finds nothing, and nothing stands out of a phone', () => {
  it.for(paths)('as a page opens: %s', async (path, { visitor, expect }) => {
    await visitor.page.setViewportSize({ width: 320, height: 640 });
    await visitor.visits(path);
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    expect(await findHorizontalOverflow(visitor.page)).toEqual([]);
  });
});
