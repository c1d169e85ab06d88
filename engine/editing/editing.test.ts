import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedDocuments } from '../../test/support/forms.ts';
import { compile } from '../compile/index.ts';
import type { Documents } from '../types.ts';
import {
  addField,
  addType,
  applyPatches,
  choicesOf,
  duplicateField,
  moveField,
  outlineOf,
  type Patch,
  palette,
  removeField,
  setChoices,
  setFieldText,
  setKeyword,
  setRequired,
  setText,
  setUiOption,
} from './index.ts';
import type { FieldKind } from './outline.ts';

const shipped = shippedDocuments();
const kinds = Object.keys(palette) as FieldKind[];

const fieldsOf = (documents: Documents, type: string) =>
  outlineOf(documents).find(({ key }) => key === type)?.fields ?? [];
const fieldNames = (documents: Documents, type: string) => fieldsOf(documents, type).map(({ name }) => name);
const labelOf = (documents: Documents, { type, field }: { readonly type: string; readonly field: string }) =>
  fieldsOf(documents, type).find(({ name }) => name === field)?.label;

function made(documents: Documents, patches: readonly Patch[]): Documents {
  const applied = applyPatches(documents, patches);
  if (!applied.ok) throw new Error(`conflict at ${applied.conflicts[0]?.patch.path.join('/')}`);
  return applied.documents;
}

/** One of everything that the studio does, to some field of some form. */
const edit = fc
  .record({
    action: fc.integer({ min: 0, max: 9 }),
    type: fc.nat(),
    field: fc.nat(),
    text: fc.string({ minLength: 1, maxLength: 20 }),
    number: fc.integer({ min: 1, max: 500 }),
    isOn: fc.boolean(),
    reach: fc.constantFrom('all' as const, 'own' as const),
  })
  .map(({ action, type, field, text, number, isOn, reach }) => (documents: Documents): readonly Patch[] => {
    const types = outlineOf(documents);
    const chosen = types[type % types.length];
    const one = chosen?.fields[field % Math.max(1, chosen.fields.length)];
    if (!chosen || !one) return addType(documents, text).patches;
    const place = { type: chosen.key, field: one.name };
    const kind = kinds[number % kinds.length] ?? 'text';
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
    ];
    return edits[action]?.() ?? [];
  });

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
        for (const inverse of inverses) documents = made(documents, inverse);
        for (const [file, document] of Object.entries(shipped))
          expect(JSON.stringify(documents[file]), file).toBe(JSON.stringify(document));
        expect(Object.keys(documents).sort()).toEqual(Object.keys(shipped).sort());
      }),
      { numRuns: 60 },
    );
  });

  it('leaves alone what it does not name', () => {
    const patches = setFieldText(shipped, { type: 'service', field: 'phone' }, english('Mobile'));
    const changed = made(shipped, patches);
    const different = Object.keys(changed).filter((file) => changed[file] !== shipped[file]);
    expect(different).toEqual(['texts/en.json']);
  });

  it('that meets another’s at the same place is a conflict, and changes nothing', () => {
    const place = { type: 'service', field: 'phone' };
    const mine = setFieldText(shipped, place, english('Mobile'));
    const theirs = made(shipped, setFieldText(shipped, place, english('Telephone')));
    expect(applyPatches(theirs, mine)).toEqual({
      ok: false,
      conflicts: [{ patch: mine[0], current: 'Telephone' }],
    });
  });

  it('that somebody else made as well is none', () => {
    const mine = setFieldText(shipped, { type: 'service', field: 'phone' }, english('Mobile'));
    const once = made(shipped, mine);
    expect(made(once, mine)).toEqual(once);
  });

  it('of another field is put together with a change of this one', () => {
    const place = { type: 'service', field: 'hin_number' };
    const moved = made(shipped, moveField(shipped, { type: 'service', field: 'phone' }, 0));
    const both = made(moved, setRequired(shipped, place, true));
    expect(fieldNames(both, 'service')[0]).toBe('phone');
    const added = addField(shipped, { type: 'service', kind: 'text', label: 'Berth', behind: 'name' });
    expect(fieldNames(made(moved, added.patches), 'service')).toEqual([
      'phone',
      'office_location',
      'name',
      'berth',
      ...fieldNames(shipped, 'service').filter(
        (name) => !['phone', 'office_location', 'name'].includes(name),
      ),
    ]);
  });
});

const english = (text: string) => ({ part: 'label', locale: 'en', text, reach: 'all' as const });

describe('what an edit makes', () => {
  it.each(kinds)('compiles: a new field of the kind %s, required and in front', (kind) => {
    const { name, patches } = addField(shipped, { type: 'sales', kind, label: 'Something else?' });
    let documents = made(shipped, patches);
    documents = made(documents, setRequired(documents, { type: 'sales', field: name }, true));
    documents = made(documents, moveField(documents, { type: 'sales', field: name }, 0));
    const compiled = compile(documents);
    expect(compiled.ok ? [] : compiled.problems).toEqual([]);
    expect(fieldNames(documents, 'sales')[0]).toBe('something_else');
  });

  it('compiles: a new type, with the fields that all have', () => {
    const { key, patches } = addType(shipped, 'Yacht charter');
    const documents = made(shipped, patches);
    const compiled = compile(documents);
    expect(compiled.ok ? [] : compiled.problems).toEqual([]);
    expect(key).toBe('yacht-charter');
    expect(
      outlineOf(documents)
        .find((type) => type.key === key)
        ?.fields.map(({ name }) => name),
    ).toEqual(['office_location', 'name', 'email', 'phone']);
  });

  it('has a name that nothing else has', () => {
    const first = addField(shipped, { type: 'sales', kind: 'text', label: 'Phone' });
    expect(first.name).toBe('phone_2');
    expect(addField(shipped, { type: 'sales', kind: 'text', label: '!?' }).name).toBe('field');
    expect(addField(shipped, { type: 'sales', kind: 'text', label: 'Où êtes-vous ?' }).name).toBe(
      'ou_etes_vous',
    );
  });

  it('keeps the values of choices that are renamed, moved or still there', () => {
    const place = { type: 'valuation', field: 'tax_paid_status' };
    const labels = choicesOf(shipped, place).map(({ label }) => label);
    const renamed = made(shipped, setChoices(shipped, place, ['VAT paid', labels[1] ?? '']));
    expect(choicesOf(renamed, place)).toEqual([
      { value: 'tax-paid', label: 'VAT paid' },
      { value: 'tax-not-paid', label: labels[1] },
    ]);
    const more = made(renamed, setChoices(renamed, place, [labels[1] ?? '', 'VAT paid', 'Not known']));
    expect(choicesOf(more, place).map(({ value }) => value)).toEqual([
      'tax-not-paid',
      'tax-paid',
      'not-known',
    ]);
    const fewer = made(more, setChoices(more, place, ['VAT paid']));
    expect(JSON.stringify(fewer)).not.toContain('options.tax_paid_status.not-known');
  });

  it.each(['choice', 'choices'] as const)('compiles: other choices of a field of the kind %s', (kind) => {
    const { name, patches } = addField(shipped, {
      type: 'general',
      kind,
      label: 'How did you hear about us?',
    });
    let documents = made(shipped, patches);
    const place = { type: 'general', field: name };
    documents = made(documents, setChoices(documents, place, ['A friend', 'A boat show', 'The web']));
    documents = made(documents, setRequired(documents, place, true));
    const compiled = compile(documents);
    expect(compiled.ok ? [] : compiled.problems).toEqual([]);
    expect(choicesOf(documents, place).map(({ value }) => value)).toEqual([
      'a-friend',
      'a-boat-show',
      'the-web',
    ]);
  });

  it('that is one type’s own leaves the words of the others', () => {
    const own = { part: 'label', locale: 'en', text: 'Mobile', reach: 'own' as const };
    const changed = made(shipped, setFieldText(shipped, { type: 'service', field: 'phone' }, own));
    expect(labelOf(changed, { type: 'service', field: 'phone' })).toBe('Mobile');
    expect(labelOf(changed, { type: 'sales', field: 'phone' })).toBe('Phone number');
  });

  it('takes a field away with all that was only its own', () => {
    const place = { type: 'valuation', field: 'boat_make' };
    expect(JSON.stringify(shipped)).toContain('boat_make');
    const {
      'scenarios.json': _scenarios,
      'rules.json': _rules,
      ...rest
    } = made(shipped, removeField(shipped, place));
    const named = Object.entries(rest).filter(([, document]) =>
      JSON.stringify(document).includes('boat_make'),
    );
    expect(named.map(([file]) => file)).toEqual([]);
  });
});
