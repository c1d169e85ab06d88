import { describe, expect, it } from 'vitest';
import type { Documents } from '#engine';
import { applyPatches } from '#engine/editing/index.ts';
import type { DraftContent } from '../content-lists.ts';
import {
  createChoice,
  listDeclared,
  nameChoice,
  readChoiceItems,
  replaceChoices,
  setFact,
} from './choice-edits.ts';

const folder = { 'content/lists.json': { rigs: [{ id: 'sloop', name: 'Sloop' }], sails: [{ name: 'Jib' }] } };

/** Returns the content after new items of a list. */
function replace(
  content: DraftContent,
  list: string,
  items: ReturnType<typeof readChoiceItems>,
): DraftContent {
  const applied = applyPatches(content.documents, replaceChoices(content, list, items));
  if (!applied.ok) throw new Error('Cannot apply the patches');
  return { ...content, documents: applied.documents };
}

describe('replaceChoices', () => {
  it('begins with the lists of the folder, and changes one of them', () => {
    const untouched: DraftContent = { documents: {}, folder };
    const after = replace(untouched, 'rigs', [{ id: 'ketch', name: 'Ketch' }]);
    expect(after.documents).toEqual({
      'content/lists.json': { rigs: [{ id: 'ketch', name: 'Ketch' }], sails: [{ name: 'Jib' }] },
    });
    const more = replace(after, 'engines', [createChoice([], 'Diesel')]);
    expect(readChoiceItems(more, 'engines')).toEqual([{ id: 'choice-1', name: 'Diesel' }]);
    expect(readChoiceItems(more, 'sails')).toEqual([{ name: 'Jib' }]);
  });
});

it('listDeclared returns the lists with their descriptions and facts', () => {
  const lists = { rigs: { description: 'Rigs', facts: { masts: 'number' } }, sails: {} };
  expect(listDeclared({ 'lists.json': { lists } } as unknown as Documents)).toEqual([
    { name: 'rigs', label: 'Rigs', facts: [['masts', 'number']] },
    { name: 'sails', label: 'sails', facts: [] },
  ]);
});

it('createChoice returns a value that no item has', () => {
  expect(createChoice([{ id: 'choice-2', name: 'B' }], 'C')).toEqual({ id: 'choice-3', name: 'C' });
  expect(createChoice([{ name: 'choice-3' }, { id: 1, name: 'B' }], 'C').id).toBe('choice-4');
});

it('nameChoice sets and removes a name in a language', () => {
  const named = nameChoice({ name: 'Sloop', names: null }, 'de', 'Slup');
  expect(named).toEqual({ name: 'Sloop', names: { de: 'Slup' } });
  expect(nameChoice(named, 'de', '')).toEqual({ name: 'Sloop' });
});

it('setFact parses a text by the type of the fact', () => {
  const item = { name: 'Sloop', masts: 1 };
  expect(setFact(item, ['masts', 'number'], '2')).toEqual({ name: 'Sloop', masts: 2 });
  expect(setFact(item, ['masts', 'number'], 'two')).toBeUndefined();
  expect(setFact(item, ['masts', 'number'], '')).toEqual({ name: 'Sloop' });
  expect(setFact(item, ['sold', 'boolean'], 'true')).toMatchObject({ sold: true });
  expect(setFact(item, ['ports', 'list'], 'Fowey, ,Looe')).toMatchObject({ ports: ['Fowey', 'Looe'] });
});
