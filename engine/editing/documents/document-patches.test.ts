import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShippedDocuments } from '../../../test/support/forms.ts';
import type { Documents, Json } from '../../model/types.ts';
import {
  applyPatches,
  createDocumentPatches,
  formatDocumentText,
  listKeyCompletions,
  listValueCompletions,
  readDocumentText,
} from '../index.ts';

const shipped = readShippedDocuments();

const name = fc.constantFrom('a', 'b', 'c', 'id', 'key', 'name', '1', '20');
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1, 'x', 'y'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(
      fc.tuple(fc.constantFrom('p', 'q', 'r', 's'), tie('value')).map(([id, inner]) => ({ id, inner })),
      { maxLength: 4 },
    ),
    fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  ) as fc.Arbitrary<Json>,
})).value;
const root = fc.dictionary(name, value, { maxKeys: 6 }) as fc.Arbitrary<Json>;

describe('createDocumentPatches', () => {
  it('make of any document any other, to the byte, and back', () => {
    fc.assert(
      fc.property(root, root, (before, after) => {
        const documents = { 'ui.json': before } as Documents;
        const applied = applyPatches(documents, createDocumentPatches(documents, 'ui.json', after));
        if (!applied.ok) throw new Error('a conflict');
        expect(JSON.stringify(applied.documents['ui.json'])).toBe(JSON.stringify(after));
        const back = applyPatches(applied.documents, applied.inverse);
        if (!back.ok) throw new Error('a conflict on the way back');
        expect(JSON.stringify(back.documents['ui.json'])).toBe(JSON.stringify(before));
      }),
    );
  });

  it('name one member where one was changed, deep in a list of rules', () => {
    const rules = structuredClone(shipped['rules.json']) as { rules: { id: string; description: string }[] };
    const [first] = rules.rules;
    if (!first) throw new Error('no rule');
    first.description = 'Another';
    const patches = createDocumentPatches(shipped, 'rules.json', rules as unknown as Json);
    expect(patches.map(({ path }) => path)).toEqual([['rules', first.id, 'description']]);
  });
});

describe('readDocumentText', () => {
  it.each(Object.keys(shipped).filter((file) => !file.startsWith('meta/')))(
    'reads %s as it is written',
    (file) => {
      const read = readDocumentText(shipped, file, formatDocumentText(shipped, file));
      expect(read).toEqual({ ok: true, value: shipped[file] });
    },
  );

  it.each([
    ['{"a": 1,\n "a": 2}', { line: 2, column: 2, reason: 'the key "a" is here a second time' }],
    ['{"a": {\n  "__proto__": {}}}', { line: 2, column: 3 }],
    ['[1]', { line: 1, column: 1, reason: 'a document is an object: it begins with "{"' }],
    ['{\n "$schema": "meta/rules.v9.schema.json"}', { line: 2, column: 2 }],
    ['{', { line: 1, column: 2 }],
  ])('says of %j what is wrong, and where', (text, fault) => {
    expect(readDocumentText(shipped, 'rules.json', text)).toMatchObject({ ok: false, faults: [fault] });
  });
});

describe('readDocumentText of a list of the content', () => {
  it('reads a list of any format, but no word and no `__proto__`', () => {
    const read = (text: string) => readDocumentText(shipped, 'content/offices.json', text);
    expect(read('[{"id": 1, "$schema": "any"}]')).toMatchObject({ ok: true });
    expect(read('"a"')).toMatchObject({ ok: false });
    expect(read('[{"__proto__": 1}]')).toMatchObject({ ok: false });
  });
});

describe('completions', () => {
  it('are the keys and the values that the meta schemas describe', () => {
    expect(listKeyCompletions(shipped, 'rules.json', ['rules', '0']).map(({ word }) => word)).toEqual(
      expect.arrayContaining(['id', 'description', 'when', 'then']),
    );
    expect(listKeyCompletions(shipped, 'settings.json', ['success']).map(({ word }) => word)).toContain(
      'scrollDelayMs',
    );
    expect(listValueCompletions(shipped, 'forms/sales/schema.json', ['type'])).toMatchObject([
      { word: '"object"' },
    ]);
    expect(listKeyCompletions(shipped, 'texts/de.json', []).map(({ word }) => word)).toContain(
      'send-message',
    );
  });
});
