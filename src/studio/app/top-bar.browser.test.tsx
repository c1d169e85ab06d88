import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { createFakeStudio, type FakeStudio } from '../testing/fake-studio.tsx';

let studio: FakeStudio;
beforeEach(() => {
  studio = createFakeStudio();
});

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

/** Opens the studio, and waits until its bar is there. */
async function opens(): Promise<void> {
  await studio.open('/studio/forms/general');
  await expect.element(button('Undo')).toBeInTheDocument();
}

describe('the bar', () => {
  it('moves no button as others come, in a bar of any width', async () => {
    await opens();
    const undoAt = () => button('Undo').element().getBoundingClientRect().toJSON();
    const widths = Array.from({ length: 30 }, (_, at) => 1000 + 20 * at);
    for (const width of widths) {
      await page.viewport(width, 800);
      studio.sendEvent({ kind: 'present', count: 1, people: [] });
      await expect.poll(() => page.getByText('others are here').elements()).toEqual([]);
      const before = undoAt();
      const people = ['Pia', 'Jo', 'Ada', 'Max', 'Kim'].map((name) => ({
        page: name,
        name,
        place: '/studio',
      }));
      studio.sendEvent({ kind: 'present', count: 6, people });
      await expect.element(page.getByText('5 others are here')).toBeInTheDocument();
      expect(undoAt(), `${width} px`).toEqual(before);
    }
  });

  it('takes one’s own other windows for nobody else', async () => {
    await opens();
    const own = { page: 'q', name: 'Ann', place: '/studio/texts' };
    studio.sendEvent({ kind: 'present', count: 2, people: [own] });
    await expect.element(page.getByText('You, in another window').first()).toBeInTheDocument();
    expect(page.getByText('One other person is here').elements()).toEqual([]);
  });

  it.each<[string, Parameters<typeof createFakeStudio>[0], readonly string[]]>([
    ['is not limited', {}, []],
    [
      'is limited to some types and sites',
      { role: 'editor', enquiries: 'handle', types: ['general'], sites: ['101'] },
      ['Enquiries: Can handle', 'Enquiry types: General enquiry', 'Sites: Trevarrow'],
    ],
  ])('says in its menu what somebody who %s may see', async (_who, me, limits) => {
    studio = createFakeStudio(me);
    await opens();
    await button('Menu: Ann').click();
    const account = page.getByRole('region', { name: 'Your account' });
    await expect.element(account).toBeVisible();
    const listLines = () =>
      [...account.element().querySelectorAll('span')].map(({ textContent }) => textContent);
    await expect.poll(listLines).toEqual(limits);
  });

  it.each([
    ['import', ['Import translations', 'Import a version']],
    ['invite', ['Invite']],
    ['language', ['Add a language', 'English', 'Deutsch']],
    ['export', ['Export']],
    ['tokens', ['Tokens']],
  ])('finds actions by %j', async (search, names) => {
    await opens();
    await button('Find').click();
    await page.getByRole('dialog').getByRole('combobox').fill(search);
    for (const name of names)
      await expect.element(page.getByRole('option', { name: new RegExp(name) }).first()).toBeInTheDocument();
  });

  it.each([1280, 1000])('counts errors nearer to Checks than to the next part, at %d px', async (width) => {
    await page.viewport(width, 800);
    await opens();
    const finding = { severity: 'error', code: 'bad-text', file: 'texts/en.json', pointer: '', reason: 'r' };
    const report = { version: 0, findings: [finding], isForm: true, isProven: true, reach: {} };
    studio.sendEvent({ kind: 'report', report: report as never });
    const edges = (element: Element | undefined) => {
      const range = document.createRange();
      range.selectNodeContents(element ?? document.body);
      return range.getBoundingClientRect();
    };
    const part = (name: string) => edges(page.getByRole('link', { name }).element());
    await expect.element(page.getByText('1 error', { exact: true })).toBeInTheDocument();
    const count = document.querySelector('.st-tabs .st-count')?.getBoundingClientRect();
    const [before, after] = [part('Checks'), part('JSON')];
    expect((count?.left ?? 0) - before.right).toBeLessThan(after.left - (count?.right ?? 0));
  });
});
