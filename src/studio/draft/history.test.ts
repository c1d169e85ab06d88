import { describe, expect, it } from 'vitest';
import type { Change } from '#engine/editing/index.ts';
import type { AcceptedChange } from '../../api/studio.ts';
import {
  buildUndoHistory,
  countActiveSteps,
  listOthersSteps,
  listValueChanges,
  type RevertibleChange,
} from './history.ts';

function change(id: string, more: Partial<Change> = {}): RevertibleChange {
  const patch = { file: 'texts/en.json', path: [id], after: id };
  return {
    change: { id, title: { key: 'text', values: { key: id } }, patches: [patch], ...more },
    inverse: [{ file: 'texts/en.json', path: [id], before: id }],
  };
}

const ids = (steps: readonly { readonly changes: readonly string[] }[]) =>
  steps.map(({ changes }) => changes.join('+'));

describe('buildUndoHistory', () => {
  it('offers the latest change first, and again what was undone', () => {
    const made = [change('a'), change('b'), change('c', { undoes: ['b'] })];
    expect(ids(buildUndoHistory(made).undo)).toEqual(['a']);
    expect(ids(buildUndoHistory(made).redo)).toEqual(['c']);
    const again = buildUndoHistory([...made, change('d', { redoes: ['c'] })]);
    expect(ids(again.undo)).toEqual(['a', 'd']);
    expect(again.redo).toEqual([]);
  });

  it('forgets what was undone once something else is done', () => {
    const { undo, redo } = buildUndoHistory([change('a'), change('b', { undoes: ['a'] }), change('c')]);
    expect(ids(undo)).toEqual(['c']);
    expect(redo).toEqual([]);
  });

  it('takes what was typed into one place for one step, taken back from its end', () => {
    const { undo } = buildUndoHistory([
      change('a', { group: 'label' }),
      change('b', { group: 'label' }),
      change('c', { group: 'hint' }),
    ]);
    expect(ids(undo)).toEqual(['a+b', 'c']);
    expect(undo[0]?.patches.map(({ path }) => path[0])).toEqual(['b', 'a']);
  });

  it('takes what followed from a change for a part of its step, under its name', () => {
    const { undo } = buildUndoHistory([
      change('a'),
      change('b', { group: 'typed' }),
      change('c', { group: 'b' }),
    ]);
    expect(ids(undo)).toEqual(['a', 'b+c']);
    expect(undo[1]?.patches.map(({ path }) => path[0])).toEqual(['c', 'b']);
    expect(undo[1]?.title).toEqual(change('b').change.title);
    expect(ids(buildUndoHistory([change('b'), change('x'), change('c', { group: 'b' })]).undo)).toEqual([
      'b',
      'x',
      'c',
    ]);
  });

  it('does not go on with a step across an undo', () => {
    const { undo } = buildUndoHistory([
      change('a', { group: 'label' }),
      change('b', { undoes: ['a'] }),
      change('c', { group: 'label' }),
      change('d', { group: 'label' }),
    ]);
    expect(ids(undo)).toEqual(['c+d']);
  });
});

describe('listOthersSteps', () => {
  const by = (who: string, made: RevertibleChange, name?: string) =>
    ({ ...made.change, inverse: made.inverse, by: who, ...(name && { name }) }) as unknown as AcceptedChange;

  it('has what others did and left, in its order, with the name that they gave last', () => {
    const changes = [
      by('ann', change('a')),
      by('me', change('b')),
      by('bob', change('c')),
      by('ann', change('d')),
      by('ann', change('e', { undoes: ['d'] }), 'Ann Berry'),
    ];
    const steps = listOthersSteps(changes, 'me');
    expect(steps.map(({ changes: [id], name }) => `${id} ${name}`)).toEqual(['a Ann Berry', 'c ']);
    expect(steps[0]?.patches).toEqual([{ file: 'texts/en.json', path: ['a'], before: 'a' }]);
  });
});

describe('a step', () => {
  const typed = (id: string, before: string, after: string): RevertibleChange => ({
    change: {
      id,
      title: { key: 'property-label', values: { field: before } },
      group: 'label',
      patches: [{ file: 'texts/en.json', path: ['phone'], before, after }],
    },
    inverse: [{ file: 'texts/en.json', path: ['phone'], before: after, after: before }],
  });

  it('goes by what was there before it, and says from what to what', () => {
    const [step] = buildUndoHistory([typed('a', 'Phone', 'Mob'), typed('b', 'Mob', 'Mobile')]).undo;
    expect(step?.title.values).toEqual({ field: 'Phone' });
    expect(step && listValueChanges(step)).toMatchObject([{ from: 'Phone', to: 'Mobile' }]);
  });

  it('says what it does to several places once where that is the same, and nothing of what is as it was', () => {
    const inverse = ['label', 'title'].map((key) => ({
      file: 'texts/en.json',
      path: [key],
      before: 'Mobile',
      after: 'Phone',
    }));
    const same = { file: 'texts/en.json', path: ['same'], before: 'A', after: 'A' };
    expect(listValueChanges({ patches: [...inverse, same] })).toMatchObject([
      { from: 'Phone', to: 'Mobile' },
    ]);
  });

  it('counts while it is in force alone, whoever made it', () => {
    const takenAs = ({ change: made, inverse }: RevertibleChange, by: string): AcceptedChange => ({
      ...made,
      inverse,
      by,
      version: 0,
      at: 0,
    });
    const changes = [
      ...[typed('a', 'Phone', 'Mob'), typed('b', 'Mob', 'Mobile'), change('c')].map((made) =>
        takenAs(made, 'ann'),
      ),
      takenAs(change('d', { undoes: ['c'] }), 'ann'),
      takenAs(change('e'), 'ben'),
    ];
    expect([changes.length, countActiveSteps(changes)]).toEqual([5, 2]);
    expect(
      countActiveSteps([takenAs(change('c'), 'ann'), takenAs(change('d', { undoes: ['c'] }), 'ann')]),
    ).toBe(0);
  });
});
