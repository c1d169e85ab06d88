import { describe } from 'vitest';
import { createKeyboard } from '../support/keyboard.ts';
import { openStudioPage, publishInStudio, studioJourneys } from '../support/studio.ts';

const it = studioJourneys();

describe('content in the studio', () => {
  it('changes the thanks of one page in at most eight actions by keyboard', async ({
    page,
    newVisitor,
    server,
    expect,
  }) => {
    await openStudioPage(page, server.url, '/studio/forms');
    const keyboard = createKeyboard(page);
    await keyboard.presses(page.getByRole('link', { name: 'Content', exact: true }));
    await keyboard.presses(page.getByRole('link', { name: 'Pages', exact: true }));
    await keyboard.presses(page.getByRole('link', { name: /\/lantern-quay\/contact$/ }));
    // Its properties come next, not the other 37 pages.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await expect.poll(() => page.title()).toMatch(/^Lantern Quay.* \| Pages \| Content \| Slipway Studio$/);
    await keyboard.types(page.getByLabel('Thank-you heading'), 'The quay thanks you');
    await publishInStudio(page, keyboard.presses);
    expect(keyboard.actions()).toBeLessThanOrEqual(8);
    expect(keyboard.tabs()).toBeLessThanOrEqual(40);
    expect(keyboard.faults()).toEqual([]);

    const visitor = await newVisitor();
    await visitor.visits('/lantern-quay/contact');
    await visitor.fills({ name: 'Ann', email: 'ann@quay.example', message: 'Hello' });
    await visitor.sends();
    await visitor.sees('The quay thanks you');
  });
});
