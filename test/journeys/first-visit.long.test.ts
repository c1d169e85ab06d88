import { describe } from 'vitest';
import { foreignContent, foreignDocuments } from '../charter/foreign-enquiries.ts';
import { filesOf, inside } from '../support/first-visit.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn({ documents: foreignDocuments(), content: foreignContent() });

describe('a first visit to a form with an inside', () => {
  it('is a page without scripts while that does not come, and is taken over when it does', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor();
    visitor.expectsTrouble();
    const [parts = ''] = await filesOf(inside);
    let isBlocked = true;
    await visitor.page.route(`**${parts}`, (route) => (isBlocked ? route.abort() : route.continue()));
    const failed = visitor.page.waitForEvent('requestfailed', (request) => request.url().includes(parts));
    await visitor.page.goto(`${server.url}/foreign/0`);
    await failed;
    const make = visitor.page.getByRole('textbox', { name: 'Make' });
    await expect.poll(() => make.isVisible()).toBe(true);
    isBlocked = false;
    await make.fill('Alerion');
    await visitor.isTakenOver();
    await visitor.fills({ email: 'ada@example.com' });
    await expect.poll(() => make.inputValue()).toBe('Alerion');
    expect(visitor.troubles.filter((trouble) => /hydrat/i.test(trouble))).toEqual([]);
  });
});
