import { beforeEach, describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { FindingView } from '../../api/findings.ts';
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

  it('ends below the badges of others', async () => {
    await page.viewport(1280, 800);
    await opens();
    const people = [{ page: 'q', name: 'Ann', place: '/studio/texts' }];
    studio.sendEvent({ kind: 'present', count: 2, people });
    const badge = page.getByTitle('You, in another window');
    await expect.element(badge).toBeInTheDocument();
    const getEnd = (element: Element) => element.getBoundingClientRect().bottom;
    await expect
      .poll(() => getEnd(page.getByRole('banner').element()) - getEnd(badge.element()))
      .toBeGreaterThanOrEqual(0);
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
    ['without a connection', ['Sent later.*Forms']],
  ])('finds actions by %j', async (search, names) => {
    await opens();
    await button('Find').click();
    await page.getByRole('dialog').getByRole('combobox').fill(search);
    for (const name of names)
      await expect.element(page.getByRole('option', { name: new RegExp(name) }).first()).toBeInTheDocument();
  });

  it.each(['en', 'de', 'fr', 'ar'])(
    'stays one line of 1280 px with all that it can show, in %s',
    async (locale) => {
      await page.viewport(1280, 800);
      const goesLiveAt = Date.UTC(2026, 8, 28, 8);
      const waiting = [
        { number: 24, at: 0, name: 'Jo', note: 'n', goesLiveAt, timeZone: 'Europe/London', changes: 1 },
      ];
      studio.answer('versions', () => Response.json({ versions: [], waiting }));
      const comments = [{ id: 'a', at: 0, name: 'Rita', isGuest: true, text: 'Why?', isDeletable: false }];
      const thread = { id: 'a', target: 'form:general', isResolved: false, isResolvable: true, comments };
      studio.answer('comments', () => Response.json({ threads: [thread], longest: 2000 }));
      await studio.open('/studio/checks', locale);
      await expect.poll(() => document.querySelector('.st-count--warning')?.textContent).toContain('1');
      await expect.poll(() => document.querySelector('.st-waiting')).not.toBeNull();
      studio.report(Array.from({ length: 12 }, (_, at) => ({ ...finding, pointer: `/${at}` })));
      const people = ['Pia', 'Jo', 'Ada'].map((name) => ({ page: name, name, place: '/studio' }));
      studio.sendEvent({ kind: 'present', count: 4, people });
      await expect.poll(() => document.querySelector('.st-count--error')?.textContent).toContain('12');
      expect(document.querySelector('.st-bar')?.getBoundingClientRect().height).toBeLessThan(60);
      expect(document.documentElement.scrollWidth).toBe(1280);
    },
  );

  it.each([1280, 768])('counts errors on the tab of the checks, at %d px', async (width) => {
    await page.viewport(width, 800);
    await opens();
    studio.report([finding]);
    await expect.element(page.getByText('1 error', { exact: true })).toBeInTheDocument();
    const count = document.querySelector('.st-tabs .st-count')?.getBoundingClientRect();
    const tab = page.getByRole('link', { name: 'Checks' }).element().getBoundingClientRect();
    expect(count?.left).toBeGreaterThan(tab.left);
    expect(count?.right).toBeLessThan(tab.right);
  });

  it('has the rare pages in a menu that works by keys and marks the current one', async () => {
    await studio.open('/studio/json');
    const advanced = button('Advanced');
    await expect.element(advanced).toHaveAttribute('aria-current', 'true');
    expect(page.getByRole('link', { name: 'Audit log' }).elements()).toEqual([]);
    advanced.element().focus();
    await userEvent.keyboard('{Enter}{Tab}');
    await expect.element(page.getByRole('link', { name: 'JSON' })).toHaveFocus();
    await expect.element(page.getByRole('link', { name: 'JSON' })).toHaveAttribute('aria-current', 'page');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(page.getByRole('link', { name: 'Audit log' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(advanced).toHaveFocus();
    expect(page.getByRole('link', { name: 'Audit log' }).elements()).toEqual([]);
  });

  it('has all pages in one line that scrolls to the current one, at 320 px', async () => {
    await page.viewport(320, 700);
    await studio.open('/studio/checks');
    const current = page.getByRole('link', { name: 'Checks', exact: true });
    await expect.element(current).toBeVisible();
    const { left, right, height } = current.element().getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(320);
    expect(document.querySelector('.st-tabs')?.getBoundingClientRect().height).toBeLessThan(1.5 * height);
    expect(document.documentElement.scrollWidth).toBe(320);
  });
});

const finding = {
  severity: 'error',
  code: 'bad-text',
  file: 'texts/en.json',
  pointer: '',
  reason: 'r',
} as never as FindingView;
