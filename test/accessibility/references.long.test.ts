import { describe } from 'vitest';
import { findAccessibleControl, readAccessibilityTree } from '../support/accessibility-tree.ts';
import { journeysOn } from '../support/journey.ts';
import { hasLoadedParts } from '../support/loaded-parts.ts';

const it = journeysOn();

describe('a control in error', () => {
  it('is described by the message that stands under it, before its hint', async ({ visitor, expect }) => {
    await visitor.visits('/valuation');
    await visitor.fills({ hin_number: 'x'.repeat(201) });
    await visitor.sends();
    await visitor.sees('Shorten the hull identification number to 200 characters');
    const { states, description } = findAccessibleControl(await readAccessibilityTree(visitor), 'hin_number');
    expect(states).toEqual(['invalid']);
    expect(description).toBe(
      'Shorten the hull identification number to 200 characters Marked on the stern, usually on the starboard side',
    );
  });

  it('is described by the failure of a send, without being called wrong', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    await visitor.visits('/contact');
    await visitor.page.route('**/graphql', (route) => route.abort());
    await visitor.fills({ office_location: 1, name: 'Ada', email: 'ada@example.com', message: 'Hello' });
    await visitor.page.waitForFunction(hasLoadedParts);
    await visitor.sends();
    await visitor.sees('There was a problem. Please try again.');
    const { states, description } = findAccessibleControl(await readAccessibilityTree(visitor), 'name');
    expect(states).toEqual(['required']);
    expect(description).toBe('There was a problem. Please try again.');
    await expect.poll(() => visitor.focus()).toContain('there is no connection');
  });
});
