import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedDocuments } from '../../test/support/forms.ts';
import { checksOf, type KnownModules } from '../../widgets/validators/form-checks.ts';
import { createChecker } from '../check/index.ts';
import { compile } from '../compile/index.ts';
import { formatDocument } from '../documents/format-document.ts';
import type { Documents, Json } from '../types.ts';
import {
  addField,
  addType,
  applyPatches,
  canAdd,
  canStandIn,
  choicesOf,
  copyType,
  duplicateField,
  groupOf,
  moveType,
  type OutlineField,
  outlineOf,
  type Patch,
  palette,
  placeField,
  removeField,
  setChoices,
  setChoiceTexts,
  setFieldText,
  setKeyword,
  setRequired,
  setRetired,
  setText,
  setTypeName,
  setUiOption,
  typeNames,
} from './index.ts';
import type { FieldKind } from './outline.ts';

const shipped = shippedDocuments();
const kinds = Object.keys(palette) as FieldKind[];

const fieldsOf = (documents: Documents, type: string) =>
  outlineOf(documents).find(({ key }) => key === type)?.fields ?? [];
const fieldNames = (documents: Documents, type: string) => fieldsOf(documents, type).map(({ name }) => name);
const labelOf = (documents: Documents, { type, field }: { readonly type: string; readonly field: string }) =>
  fieldsOf(documents, type).find(({ name }) => name === field)?.label;

/** Fields with those that stand in them. */
const withMembers = (fields: readonly OutlineField[]): readonly OutlineField[] =>
  fields.flatMap((field) => [field, ...withMembers(field.members ?? [])]);

/** Moves a field to a place among its neighbours, counted from 0. */
function moveField(
  documents: Documents,
  place: { readonly type: string; readonly field: string },
  to: number,
) {
  const group = groupOf(place.field);
  const siblings = withMembers(fieldsOf(documents, place.type)).filter(({ name }) => groupOf(name) === group);
  const rest = siblings.filter(({ name }) => name !== place.field);
  return placeField(documents, place, {
    group,
    behind: rest[to - 1]?.name ?? (to > 0 ? (rest.at(-1)?.name ?? null) : null),
  }).patches;
}

function made(documents: Documents, patches: readonly Patch[]): Documents {
  const applied = applyPatches(documents, patches);
  if (!applied.ok) throw new Error(`conflict at ${applied.conflicts[0]?.patch.path.join('/')}`);
  return applied.documents;
}

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
    const types = outlineOf(documents);
    const chosen = types[type % types.length];
    const all = withMembers(chosen?.fields ?? []);
    const one = all[field % Math.max(1, all.length)];
    if (!chosen || !one) return addType(documents, text).patches;
    const place = { type: chosen.key, field: one.name };
    const wanted = kinds[number % kinds.length] ?? 'text';
    const kind = canAdd(documents, { type: chosen.key, kind: wanted, group: groupOf(one.name) })
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
        canStandIn(documents, place, group)
          ? placeField(documents, place, { group, behind: null }).patches
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
        for (const inverse of inverses) documents = made(documents, inverse);
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
    const back = made(applied.documents, applied.inverse);
    expect(JSON.stringify(back['rules.json'])).toBe(JSON.stringify(shipped['rules.json']));
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

const known: KnownModules = new Map();
const checker = createChecker({ schemasOf: (form) => checksOf(form, known) });
const checked = (documents: Documents) => checker.check(documents);

function expectForm(documents: Documents): void {
  const compiled = compile(documents);
  expect(compiled.ok ? [] : compiled.problems).toEqual([]);
}

describe('what an edit makes', () => {
  it.each(kinds)('compiles: a new field of the kind %s, required and in front', (kind) => {
    const bare = made(shipped, removeField(shipped, { type: 'sales', field: 'office_location' }));
    const { name, patches } = addField(bare, { type: 'sales', kind, label: 'Something else?' });
    let documents = made(bare, patches);
    documents = made(documents, setRequired(documents, { type: 'sales', field: name }, true));
    documents = made(documents, moveField(documents, { type: 'sales', field: name }, 0));
    expectForm(documents);
    expect(fieldsOf(documents, 'sales')[0]).toMatchObject({ name, kind, isRequired: true });
    expect(name).toBe(palette[kind]?.name ?? 'something_else');
    expectForm(made(documents, removeField(documents, { type: 'sales', field: name })));
  });

  it.each(
    (['group', 'repeated-group'] as const).flatMap((group) =>
      kinds.flatMap((kind) =>
        canAdd(shipped, { type: 'general', kind, group: 'party' }) ? [[group, kind] as const] : [],
      ),
    ),
  )('compiles: in a %s a field of the kind %s; moved out, in again and taken away', (group, kind) => {
    const type = 'general';
    const outer = addField(shipped, { type, kind: group, label: 'Party', behind: 'name' });
    let documents = made(shipped, outer.patches);
    const inner = addField(documents, { type, kind, label: 'Age', group: outer.name });
    documents = made(documents, inner.patches);
    documents = made(documents, setRequired(documents, { type, field: inner.name }, true));
    documents = made(documents, moveField(documents, { type, field: inner.name }, 0));
    expectForm(documents);
    const members = () => fieldsOf(documents, type).find(({ name }) => name === 'party')?.members ?? [];
    expect(members()).toMatchObject([{ name: 'party.age', label: 'Age', kind, isRequired: true }, {}]);
    expect(labelOf(documents, { type, field: 'party' })).toBe('Party');

    const out = placeField(documents, { type, field: 'party.age' }, { group: '', behind: 'party' });
    documents = made(documents, out.patches);
    expectForm(documents);
    expect(fieldNames(documents, type).slice(1, 4)).toEqual(['name', 'party', 'age']);
    expect(fieldsOf(documents, type)[3]).toMatchObject({ label: 'Age', kind, isRequired: true });
    expect(JSON.stringify(documents)).not.toContain('fields.party.age');

    const back = placeField(documents, { type, field: 'age' }, { group: 'party', behind: 'party.detail' });
    documents = made(documents, back.patches);
    expectForm(documents);
    expect(members()[1]).toMatchObject({ name: 'party.age', label: 'Age', kind, isRequired: true });
    documents = made(documents, removeField(documents, { type, field: 'party.age' }));
    expectForm(documents);
    expect(JSON.stringify(documents['texts/en.json'])).not.toContain('party.age');
    expectForm(made(documents, removeField(documents, { type, field: 'party' })));
  });

  it('compiles: a form in steps, whatever is moved, added and taken away', () => {
    const type = 'valuation';
    const stepsOf = (documents: Documents) =>
      outlineOf(documents).find(({ key }) => key === type)?.steps ?? [];
    let documents = made(shipped, moveField(shipped, { type, field: 'hin_number' }, 9));
    expectForm(documents);
    expect(stepsOf(documents)[1]?.fields).toContain('hin_number');
    const placed = placeField(
      documents,
      { type, field: 'year' },
      { group: '', behind: 'upload', step: 'you' },
    );
    documents = made(documents, placed.patches);
    expectForm(documents);
    expect(stepsOf(documents)[3]?.fields[0]).toBe('year');
    documents = made(documents, removeField(documents, { type, field: 'upload' }));
    expect(stepsOf(documents).map(({ name }) => name)).toEqual(['boat', 'condition', 'you']);
    documents = made(documents, addField(documents, { type, kind: 'text', label: 'Mast' }).patches);
    expect(stepsOf(documents)[2]?.fields.at(-1)).toBe('mast');
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

  it.each(['general', 'careers', 'sales', 'service', 'valuation', 'event'])(
    'brings all that %s has to a copy, and nothing that is found wrong',
    (from) => {
      const { key, patches } = copyType(shipped, from, 'Another one');
      const documents = made(shipped, patches);
      expectForm(documents);
      expect(fieldsOf(documents, key).map(({ name, label }) => [name, label])).toEqual(
        fieldsOf(shipped, from).map(({ name, label }) => [name, label]),
      );
      const { findings } = checked(documents);
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  it('retires a type with one finding, and takes it up again to the byte', () => {
    for (const type of ['careers', 'sales', 'service', 'valuation', 'event']) {
      const retired = made(shipped, setRetired(shipped, type, true));
      const { findings } = checked(retired);
      expect(
        findings.map(({ code }) => code),
        type,
      ).toEqual(['retired-type']);
      expect(JSON.stringify(made(retired, setRetired(retired, type, false)))).toBe(JSON.stringify(shipped));
    }
  });

  it('names types in every language, and orders them', () => {
    let documents = made(shipped, addType(shipped, 'Charter').patches);
    documents = made(documents, setTypeName(documents, 'charter', { locale: 'de', name: 'Vercharterung' }));
    documents = made(documents, setTypeName(documents, 'charter', { locale: 'en', name: 'Yacht charter' }));
    documents = made(documents, moveType(documents, 'charter', 0));
    expect(outlineOf(documents)[0]).toMatchObject({ key: 'charter', title: 'Yacht charter' });
    expect(typeNames(documents, 'charter')).toEqual({ en: 'Yacht charter', de: 'Vercharterung' });
    expectForm(documents);
  });

  it('is what a developer writes for the same change, byte for byte once formatted', () => {
    const { name, patches } = addField(shipped, {
      ...{ type: 'general', kind: 'choice', label: 'How did you hear about us?', behind: 'phone' },
    });
    const place = { type: 'general', field: name };
    let documents = made(shipped, patches);
    const isSettled = () => false;
    documents = made(documents, setChoices(documents, place, ['A friend', 'The web'], { isSettled }));
    documents = made(
      documents,
      setChoiceTexts(documents, place, { locale: 'de', labels: ['Freunde', 'Das Netz'] }),
    );
    documents = made(documents, setRequired(documents, place, true));

    // biome-ignore lint/suspicious/noExplicitAny: a developer writes whatever it takes.
    const byHand = structuredClone(shipped) as any;
    const schema = byHand['forms/general/schema.json'];
    schema.properties[name] = {
      title: 'How did you hear about us?',
      type: 'string',
      enum: ['a-friend', 'the-web'],
    };
    schema.examples[0][name] = 'a-friend';
    const order: string[] = byHand['forms/general/ui.json']['ui:order'];
    order.splice(order.indexOf('phone') + 1, 0, name);
    schema.required = order.filter((one) => one === name || schema.required.includes(one));
    const behind = (locale: string, prefix: string, added: Readonly<Record<string, string>>) => {
      const file = `texts/${locale}.json`;
      const texts = Object.entries(byHand[file]);
      const at = texts.findLastIndex(([key]) => key.startsWith(prefix));
      byHand[file] = Object.fromEntries(texts.toSpliced(at + 1, 0, ...Object.entries(added)));
    };
    behind('en', 'fields.', { [`fields.${name}.label`]: 'How did you hear about us?' });
    behind('en', 'options.', {
      [`options.${name}.a-friend`]: 'A friend',
      [`options.${name}.the-web`]: 'The web',
    });
    behind('de', 'options.', {
      [`options.${name}.a-friend`]: 'Freunde',
      [`options.${name}.the-web`]: 'Das Netz',
    });
    for (const file of Object.keys(byHand))
      expect(formatDocument(documents[file]), file).toBe(formatDocument(byHand[file]));
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

  it('lets the values of choices that nobody has sent follow their words, in every language', () => {
    const added = addField(shipped, { type: 'general', kind: 'choice', label: 'How did you hear?' });
    let documents = made(shipped, added.patches);
    const place = { type: 'general', field: added.name };
    const isSettled = () => false;
    for (const typed of ['A', 'A fri', 'A friend', 'A friend\nThe', 'A friend\nThe web'])
      documents = made(documents, setChoices(documents, place, typed.split('\n'), { isSettled }));
    documents = made(
      documents,
      setChoiceTexts(documents, place, { locale: 'de', labels: ['Freunde', 'Das Netz'] }),
    );
    documents = made(documents, setChoices(documents, place, ['A good friend', 'The web'], { isSettled }));
    expect(choicesOf(documents, place, 'de')).toEqual([
      { value: 'a-good-friend', label: 'Freunde' },
      { value: 'the-web', label: 'Das Netz' },
    ]);
    const words = Object.entries(documents['texts/de.json'] ?? {});
    expect(words.filter(([key]) => key.startsWith(`options.${added.name}.`))).toHaveLength(2);
    expectForm(documents);
  });

  it('keeps numbers among choices numbers', () => {
    const place = { type: 'valuation', field: 'condition_of_boat' };
    const [one, two] = choicesOf(shipped, place);
    const labels = [one, two].map((choice) => choice?.label ?? '');
    const documents = made(shipped, setChoices(shipped, place, [...labels, 'Like new', labels[1] ?? '']));
    expect(choicesOf(documents, place)).toEqual([
      { ...one, value: 1 },
      { ...two, value: 2 },
      { value: 11, label: 'Like new' },
    ]);
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
