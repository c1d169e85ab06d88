import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyDocumentPatches,
  flattenOutline,
  listNamesOfTypeFields,
  moveField,
} from '../../test/support/edits.ts';
import { readShippedDocuments } from '../../test/support/forms.ts';
import type { Documents, Json } from '../model/types.ts';
import type { OutlineFieldKind } from './fields/outline.ts';
import {
  addField,
  addType,
  applyPatches,
  canAddField,
  canMoveInto,
  createOutline,
  duplicateField,
  getGroup,
  moveFieldTo,
  type Patch,
  palette,
  removeField,
  setChoices,
  setChoiceTexts,
  setFieldText,
  setKeyword,
  setRequired,
  setText,
  setUiOption,
} from './index.ts';

const shipped = readShippedDocuments();
const kinds = Object.keys(palette) as OutlineFieldKind[];

/** One of everything that the studio does, to some field of some form. */
const edit = fc
  .record({
    action: fc.integer({ min: 0, max: 12 }),
    type: fc.nat(),
    field: fc.nat(),
    text: fc.string({ minLength: 1, maxLength: 20 }),
    number: fc.integer({ min: 1, max: 500 }),
    isOn: fc.boolean(),
    reach: fc.constantFrom('all' as const, 'own' as const),
  })
  .map(({ action, type, field, text, number, isOn, reach }) => (documents: Documents): readonly Patch[] => {
    const types = createOutline(documents);
    const chosen = types[type % types.length];
    const all = flattenOutline(chosen?.fields ?? []);
    const one = all[field % Math.max(1, all.length)];
    if (!chosen || !one) return addType(documents, text).patches;
    const place = { type: chosen.key, field: one.name };
    const wanted = kinds[number % kinds.length] ?? 'text';
    const kind = canAddField(documents, { type: chosen.key, kind: wanted, group: getGroup(one.name) })
      ? wanted
      : 'group';
    const groups = ['', ...all.filter(({ members }) => members).map(({ name }) => name)];
    const group = groups[number % groups.length] ?? '';
    const edits = [
      () => setFieldText(documents, place, { part: 'label', locale: 'en', text, reach }),
      () => setRequired(documents, place, isOn),
      () => setKeyword(documents, place, { keyword: 'maxLength', value: isOn ? number : undefined, reach }),
      () => setUiOption(documents, place, { option: 'ui:wide', value: isOn || undefined }),
      () => moveField(documents, place, number % chosen.fields.length),
      () => addField(documents, { type: chosen.key, kind, label: text, behind: one.name }).patches,
      () => removeField(documents, place),
      () => duplicateField(documents, place, text).patches,
      () => addType(documents, text).patches,
      () => setText(documents, { locale: 'de', key: `fields.${one.name}.hint` }, isOn ? text : undefined),
      () =>
        canMoveInto(documents, place, group)
          ? moveFieldTo(documents, place, { group, behind: null }).patches
          : [],
      () => (one.kind === 'choice' ? setChoices(documents, place, [text, 'Another'], { reach }) : []),
      () => (one.kind === 'choice' ? setChoiceTexts(documents, place, { locale: 'fr', labels: [text] }) : []),
    ];
    return edits[action]?.() ?? [];
  });

function rule(id: string): Json {
  const { rules } = shipped['rules.json'] as { readonly rules: readonly { readonly id: string }[] };
  return (rules.find((one) => one.id === id) ?? null) as unknown as Json;
}

describe('a change', () => {
  it('is taken back to the byte, whatever was done and in whatever order', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 12 }), (edits) => {
        let documents: Documents = shipped;
        const inverses: (readonly Patch[])[] = [];
        for (const make of edits) {
          const applied = applyPatches(documents, make(documents));
          if (!applied.ok) throw new Error('an edit conflicts with the documents that it was made for');
          documents = applied.documents;
          inverses.unshift(applied.inverse);
        }
        for (const inverse of inverses) documents = applyDocumentPatches(documents, inverse);
        for (const [file, document] of Object.entries(shipped))
          expect(JSON.stringify(documents[file]), file).toBe(JSON.stringify(document));
        expect(Object.keys(documents).sort()).toEqual(Object.keys(shipped).sort());
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [
      'a rule’s id',
      { file: 'rules.json', path: ['rules', 'site-119', 'id'], before: 'site-119', after: 'elsewhere' },
    ],
    [
      'a whole rule',
      {
        file: 'rules.json',
        path: ['rules', 'has-email'],
        before: rule('has-email'),
        after: { id: 'other', then: {} },
      },
    ],
    [
      'a rule that becomes none',
      { file: 'rules.json', path: ['rules', 'has-email'], before: rule('has-email'), after: 'x' },
    ],
    ['an item without a name', { file: 'rules.json', path: ['rules', 'nobody'], after: {} }],
  ])('that takes away what an item is known by is taken back as well: %s', (_what, patch) => {
    const applied = applyPatches(shipped, [patch]);
    if (!applied.ok) throw new Error('the change conflicts with what it was made for');
    expect(applied.documents).not.toEqual(shipped);
    const back = applyDocumentPatches(applied.documents, applied.inverse);
    expect(JSON.stringify(back['rules.json'])).toBe(JSON.stringify(shipped['rules.json']));
  });

  it('leaves alone what it does not name', () => {
    const patches = setFieldText(shipped, { type: 'service', field: 'phone' }, english('Mobile'));
    const changed = applyDocumentPatches(shipped, patches);
    const different = Object.keys(changed).filter((file) => changed[file] !== shipped[file]);
    expect(different).toEqual(['texts/en.json']);
  });

  it('that meets another’s at the same place is a conflict, and changes nothing', () => {
    const place = { type: 'service', field: 'phone' };
    const mine = setFieldText(shipped, place, english('Mobile'));
    const theirs = applyDocumentPatches(shipped, setFieldText(shipped, place, english('Telephone')));
    expect(applyPatches(theirs, mine)).toEqual({
      ok: false,
      conflicts: [{ patch: mine[0], current: 'Telephone' }],
    });
  });

  it('that somebody else made as well is none', () => {
    const mine = setFieldText(shipped, { type: 'service', field: 'phone' }, english('Mobile'));
    const once = applyDocumentPatches(shipped, mine);
    expect(applyDocumentPatches(once, mine)).toEqual(once);
  });

  it('of another field is put together with a change of this one', () => {
    const place = { type: 'service', field: 'hin_number' };
    const moved = applyDocumentPatches(shipped, moveField(shipped, { type: 'service', field: 'phone' }, 0));
    const both = applyDocumentPatches(moved, setRequired(shipped, place, true));
    expect(listNamesOfTypeFields(both, 'service')[0]).toBe('phone');
    const added = addField(shipped, { type: 'service', kind: 'text', label: 'Berth', behind: 'name' });
    expect(listNamesOfTypeFields(applyDocumentPatches(moved, added.patches), 'service')).toEqual([
      'phone',
      'office_location',
      'name',
      'berth',
      ...listNamesOfTypeFields(shipped, 'service').filter(
        (name) => !['phone', 'office_location', 'name'].includes(name),
      ),
    ]);
  });
});

const english = (text: string) => ({ part: 'label', locale: 'en', text, reach: 'all' as const });
