import { describe } from 'vitest';
import { createForeignContent, createForeignDocuments } from '../charter/foreign-enquiries.ts';
import { listEntryFiles, nestedFieldsEntry } from '../support/first-visit.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn({ documents: createForeignDocuments(), content: createForeignContent() });

describe('a first visit to a form with an inside', () => {
  it('is a page without scripts while that does not come, and is taken over when it does', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const visitor = await newVisitor();
    visitor.expectsTrouble();
    const [parts = ''] = await listEntryFiles(nestedFieldsEntry);
    let isBlocked = true;
    await visitor.page.route(`**${parts}`, (route) => (isBlocked ? route.abort() : route.continue()));
    const failed = visitor.page.waitForEvent('requestfailed', (request) => request.url().includes(parts));
    await visitor.page.goto(`${server.url}/foreign/0`);
    await failed;
    const make = visitor.page.getByRole('textbox', { name: 'Make' });
    await expect.poll(() => make.isVisible()).toBe(true);
    isBlocked = false;
    await make.fill('Alerion');
    await visitor.isHydrated();
    await visitor.fills({ email: 'ada@example.com' });
    await expect.poll(() => make.inputValue()).toBe('Alerion');
    expect(visitor.troubles.filter((trouble) => /hydrat/i.test(trouble))).toEqual([]);
  });
});
