import { describe } from 'vitest';
import { corpusPath } from '../corpus/corpus.ts';
import { chooses, it, shownBy } from './kept-forms.ts';

describe('what a visitor entered', () => {
  it('in one branch is there again after another was chosen, and what both have is the newer', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(corpusPath('drive'));
    await chooses(visitor, 'Drive', 'Sail');
    await visitor.fills({ 'drive[masts]': '3', 'drive[made]': 'Ann' });
    await chooses(visitor, 'Drive', 'Motor');
    await visitor.fills({ 'drive[power]': '40', 'drive[made]': 'Bea' });
    await chooses(visitor, 'Drive', 'Sail');
    await expect
      .poll(() => visitor.holds('drive[masts]', 'drive[made]'))
      .toEqual({
        'drive[masts]': '3',
        'drive[made]': 'Bea',
      });
    await chooses(visitor, 'Drive', 'Motor');
    await expect.poll(() => visitor.control('drive[power]').inputValue()).toBe('40');
  });

  it('in a branch that was left is there again after a reload', async ({ visitor, expect }) => {
    await visitor.visits(corpusPath('drive'));
    await chooses(visitor, 'Drive', 'Motor');
    await visitor.fills({ 'drive[power]': '40' });
    await chooses(visitor, 'Drive', 'Sail');
    await visitor.fills({ 'drive[masts]': '3' });
    await visitor.reloads();
    await expect.poll(() => visitor.holds('drive[masts]')).toEqual({ 'drive[masts]': '3' });
    await chooses(visitor, 'Drive', 'Motor');
    await expect.poll(() => visitor.holds('drive[power]')).toEqual({ 'drive[power]': '40' });
  });

  it('tells nothing of the branch that was chosen, which is drawn after a reload all the same', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(corpusPath('drive'));
    await chooses(visitor, 'Drive', 'Sail');
    await visitor.fills({ 'drive[masts]': '', 'drive[made]': 'Ann' });
    const shown = await shownBy(visitor);
    await visitor.reloads();
    await expect.poll(() => shownBy(visitor)).toEqual(shown);
  });
});
