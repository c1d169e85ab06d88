import { describe } from 'vitest';
import { createCorpusSite, getCorpusPath, listDrawnForms } from '../corpus/corpus.ts';
import { findAxeViolations } from '../support/accessibility.ts';
import { journeysOn } from '../support/journey.ts';

const key = 'ranked-choices';

const it = journeysOn(createCorpusSite(listDrawnForms().filter((one) => one.key === key)));

describe('choices that are put in order', () => {
  it('are in the draft after a reload, and are mailed in their order', async ({
    visitor,
    server,
    expect,
  }) => {
    await visitor.visits(getCorpusPath(key));
    const goals = visitor.page.getByRole('group', { name: 'Goals' });
    const positions = () =>
      goals
        .locator('select')
        .evaluateAll((all) => (all as HTMLSelectElement[]).map(({ name, value }) => `${name}=${value}`));
    await goals.getByRole('button', { name: 'Move range up' }).click();
    const ranked = ['goals[price]=1', 'goals[range]=2', 'goals[low%20weight]=3'];
    await expect.poll(positions).toEqual(ranked);
    await expect.poll(() => visitor.announcements()).toContain('range: position 2 of 3');
    await visitor.reloads();
    await expect.poll(positions).toEqual(ranked);
    await goals.getByRole('combobox', { name: 'range' }).selectOption('1');
    await visitor.page
      .getByRole('group', { name: 'Roles' })
      .getByRole('button', { name: 'Move Bow up' })
      .click();
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    await visitor.sends();
    await expect.poll(async () => (await visitor.conversion()).events).toHaveLength(1);
    const [record] = await server.mailsDone();
    expect(record?.values).toMatchObject({
      goals: ['range', 'price', 'low weight'],
      crew: { roles: [2, 1] },
    });
  });

  it('keep positions that were selected before scripts, in the order that they result in', async ({
    visitor,
    expect,
  }) => {
    await visitor.page.goto(getCorpusPath(key));
    const goals = visitor.page.getByRole('group', { name: 'Goals' });
    expect(await goals.getByRole('button').count()).toBe(0);
    await goals.getByRole('combobox', { name: 'range' }).selectOption('1');
    await visitor.isHydrated();
    await expect
      .poll(() => goals.locator('label').allTextContents())
      .toEqual(['range', 'price', 'low weight']);
    await expect
      .poll(() => visitor.readValues('goals[range]', 'goals[price]', 'goals[low%20weight]'))
      .toEqual({ 'goals[range]': '1', 'goals[price]': '2', 'goals[low%20weight]': '3' });
    await expect.poll(() => goals.getByRole('button', { name: 'Clear the choice' }).isVisible()).toBe(true);
  });
});
