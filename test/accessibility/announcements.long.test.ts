import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn();

describe('a visitor who hears the page is told', () => {
  it('that choices are loading, and how many came', async ({ visitor, expect }) => {
    const gate = Promise.withResolvers<void>();
    await visitor.visits('/contact');
    await visitor.page.route('**/graphql', (route) => gate.promise.then(() => route.continue()));
    await visitor.chooses('enquiry_type', 9);
    await expect
      .poll(() => visitor.announcements())
      .toEqual(['The form now shows the fields for: Events. Loading the choices for Event.']);
    await forget(visitor);
    gate.resolve();
    await expect
      .poll(() => visitor.announcements())
      .toEqual([expect.stringMatching(/^\d+ choices for Event\.$/)]);
  });

  it('that choices cannot be had, and what to do', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    await visitor.visits('/contact');
    await visitor.page.route('**/graphql', (route) => route.abort());
    await visitor.chooses('enquiry_type', 9);
    await expect
      .poll(async () => (await visitor.announcements()).at(-1))
      .toContain('The choices for Event could not be loaded. You can send your message without one.');
  });
});

function forget({ page }: Visitor): Promise<void> {
  return page.evaluate(() => {
    window.heard = [];
  });
}
