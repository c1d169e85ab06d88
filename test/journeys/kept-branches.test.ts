import { describe } from 'vitest';
import { getCorpusPath } from '../corpus/corpus.ts';
import { chooseBranch, it, readShownValues } from './draft-forms.ts';

describe('what a visitor entered', () => {
  it('in one branch is there again after another was chosen, and what both have is the newer', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(getCorpusPath('drive'));
    await chooseBranch(visitor, 'Drive', 'Sail');
    await visitor.fills({ 'drive[masts]': '3', 'drive[made]': 'Ann' });
    await chooseBranch(visitor, 'Drive', 'Motor');
    await visitor.fills({ 'drive[power]': '40', 'drive[made]': 'Bea' });
    await chooseBranch(visitor, 'Drive', 'Sail');
    await expect
      .poll(() => visitor.readValues('drive[masts]', 'drive[made]'))
      .toEqual({
        'drive[masts]': '3',
        'drive[made]': 'Bea',
      });
    await chooseBranch(visitor, 'Drive', 'Motor');
    await expect.poll(() => visitor.control('drive[power]').inputValue()).toBe('40');
  });

  it('in a branch that was left is there again after a reload', async ({ visitor, expect }) => {
    await visitor.visits(getCorpusPath('drive'));
    await chooseBranch(visitor, 'Drive', 'Motor');
    await visitor.fills({ 'drive[power]': '40' });
    await chooseBranch(visitor, 'Drive', 'Sail');
    await visitor.fills({ 'drive[masts]': '3' });
    await visitor.reloads();
    await expect.poll(() => visitor.readValues('drive[masts]')).toEqual({ 'drive[masts]': '3' });
    await chooseBranch(visitor, 'Drive', 'Motor');
    await expect.poll(() => visitor.readValues('drive[power]')).toEqual({ 'drive[power]': '40' });
  });

  it('tells nothing of the branch that was chosen, which is drawn after a reload all the same', async ({
    visitor,
    expect,
  }) => {
    await visitor.visits(getCorpusPath('drive'));
    await chooseBranch(visitor, 'Drive', 'Sail');
    await visitor.fills({ 'drive[masts]': '', 'drive[made]': 'Ann' });
    const shown = await readShownValues(visitor);
    await visitor.reloads();
    await expect.poll(() => readShownValues(visitor)).toEqual(shown);
  });
});
