import { describe } from 'vitest';
import { otherChoice } from '#engine';
import { getCorpusPath } from '../corpus/corpus.ts';
import { interceptSends } from '../support/sends.ts';
import type { Visitor } from '../support/visitor.ts';
import { chooseBranch, it, readDraftValues, readShownValues } from './draft-forms.ts';

/** Enters something into a field of the form, and returns its new value. */
const entries: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>> = {
  async boat({ fills }) {
    await fills({ 'boat[colour]': 'red', 'boat[metres]': '12' });
    return { colour: 'red', metres: 12 };
  },
  async crew({ fills, page }) {
    await fills({ 'crew[0][name]': 'Ann' });
    await page.getByRole('button', { name: /^Add/ }).click();
    await fills({ 'crew[1][name]': 'Bea', 'crew[1][rank]': 'mate' });
    return [
      { name: 'Ann', rank: 'hand' },
      { name: 'Bea', rank: 'mate' },
    ];
  },
  async drive(visitor) {
    await chooseBranch(visitor, 'Drive', 'Sail');
    await visitor.fills({ 'drive[masts]': '3' });
    return { masts: 3 };
  },
  async ports({ page }) {
    await page.getByLabel('Cowes').check();
    await page.getByLabel('Other…').check();
    await page.getByLabel('Your answer').fill('New York');
    await page.getByLabel('Your answer').blur();
    return ['Cowes', 'New York'];
  },
  async timbers({ fills, page }) {
    await page.getByRole('button', { name: /^Add/ }).click();
    await page.getByLabel('Name').fill('teak');
    await page.getByLabel('Name').blur();
    await fills({ 'timbers[teak]': 'v' });
    return { teak: 'v' };
  },
  async budget(visitor) {
    await chooseBranch(visitor, 'Budget', 'Range');
    await visitor.fills({ budget: 'high' });
    return 'high';
  },
};

describe('what a visitor entered', () => {
  it.for(Object.entries(entries))(
    'is shown, kept and sent as it was after a reload: %s',
    async ([key, enter], { visitor, expect }) => {
      await visitor.visits(getCorpusPath(key));
      const entered = await enter(visitor);
      const shown = await readShownValues(visitor);
      await visitor.reloads();
      await expect.poll(() => readShownValues(visitor)).toEqual(shown);
      await expect.poll(() => readDraftValues(visitor)).toEqual({ [key]: entered });
      const sends = await interceptSends(visitor);
      await visitor.sends();
      await visitor.sees('It has arrived');
      expect(sends[0]?.variables).toMatchObject({ [key]: entered });
    },
  );

  it('is asked for where it is entered if the text of "Other" is missing or wrong', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(getCorpusPath('ports'));
    const { page } = visitor;
    await page.getByLabel('Other…').check();
    await expect.poll(() => readDraftValues(visitor)).toEqual({ ports: [otherChoice] });
    await visitor.reloads();
    await expect.poll(() => page.getByLabel('Other…').isChecked()).toBe(true);
    const problem = page.locator('.sw-field:has(.sw-checkbox) .sw-error');
    await visitor.sends();
    await expect.poll(() => problem.textContent()).toContain('Fill in: Ports');
    await page.getByLabel('Your answer').fill('Newcastle upon Tyne');
    await page.getByLabel('Your answer').blur();
    await visitor.sends();
    await expect.poll(() => problem.textContent()).toContain('10');
  });
});
