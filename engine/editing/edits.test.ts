import { describe, expect, it } from 'vitest';
import {
  applyDocumentPatches,
  expectForm,
  getOutlineLabel,
  listNamesOfTypeFields,
  listTypeFields,
  moveField,
} from '../../test/support/edits.ts';
import { readShippedDocuments } from '../../test/support/forms.ts';
import { createSampleDocuments } from '../../test/support/sample-documents.ts';
import { compile } from '../compile/index.ts';
import type { Documents } from '../model/types.ts';
import { formatDocument } from './documents/format-document.ts';
import { setExampleAnswer } from './fields/members.ts';
import type { OutlineFieldKind } from './fields/outline.ts';
import {
  addField,
  canAddField,
  createOutline,
  listSchemaChoices,
  moveFieldTo,
  palette,
  removeField,
  setChoices,
  setChoiceTexts,
  setFieldText,
  setRequired,
} from './index.ts';

const shipped = readShippedDocuments();
const kinds = Object.keys(palette) as OutlineFieldKind[];

describe('what an edit makes', () => {
  it.each(kinds)('compiles: a new field of the kind %s, required and in front', (kind) => {
    const bare = applyDocumentPatches(
      shipped,
      removeField(shipped, { type: 'sales', field: 'office_location' }),
    );
    const { name, patches } = addField(bare, { type: 'sales', kind, label: 'Something else?' });
    let documents = applyDocumentPatches(bare, patches);
    documents = applyDocumentPatches(documents, setRequired(documents, { type: 'sales', field: name }, true));
    documents = applyDocumentPatches(documents, moveField(documents, { type: 'sales', field: name }, 0));
    expectForm(documents);
    expect(listTypeFields(documents, 'sales')[0]).toMatchObject({ name, kind, isRequired: true });
    expect(name).toBe(palette[kind]?.name ?? 'something_else');
    expectForm(applyDocumentPatches(documents, removeField(documents, { type: 'sales', field: name })));
  });

  it.each(
    (['group', 'repeated-group'] as const).flatMap((group) =>
      kinds.flatMap((kind) =>
        canAddField(shipped, { type: 'general', kind, group: 'party' }) ? [[group, kind] as const] : [],
      ),
    ),
  )('compiles: in a %s a field of the kind %s; moved out, in again and taken away', (group, kind) => {
    const type = 'general';
    const outer = addField(shipped, { type, kind: group, label: 'Party', behind: 'name' });
    let documents = applyDocumentPatches(shipped, outer.patches);
    const inner = addField(documents, { type, kind, label: 'Age', group: outer.name });
    documents = applyDocumentPatches(documents, inner.patches);
    documents = applyDocumentPatches(documents, setRequired(documents, { type, field: inner.name }, true));
    documents = applyDocumentPatches(documents, moveField(documents, { type, field: inner.name }, 0));
    expectForm(documents);
    const members = () => listTypeFields(documents, type).find(({ name }) => name === 'party')?.members ?? [];
    expect(members()).toMatchObject([{ name: 'party.age', label: 'Age', kind, isRequired: true }, {}]);
    expect(getOutlineLabel(documents, { type, field: 'party' })).toBe('Party');

    const out = moveFieldTo(documents, { type, field: 'party.age' }, { group: '', behind: 'party' });
    documents = applyDocumentPatches(documents, out.patches);
    expectForm(documents);
    expect(listNamesOfTypeFields(documents, type).slice(1, 4)).toEqual(['name', 'party', 'age']);
    expect(listTypeFields(documents, type)[3]).toMatchObject({ label: 'Age', kind, isRequired: true });
    expect(JSON.stringify(documents)).not.toContain('fields.party.age');

    const back = moveFieldTo(documents, { type, field: 'age' }, { group: 'party', behind: 'party.detail' });
    documents = applyDocumentPatches(documents, back.patches);
    expectForm(documents);
    expect(members()[1]).toMatchObject({ name: 'party.age', label: 'Age', kind, isRequired: true });
    documents = applyDocumentPatches(documents, removeField(documents, { type, field: 'party.age' }));
    expectForm(documents);
    expect(JSON.stringify(documents['texts/en.json'])).not.toContain('party.age');
    expectForm(applyDocumentPatches(documents, removeField(documents, { type, field: 'party' })));
  });

  it('compiles: a form in steps, whatever is moved, added and taken away', () => {
    const type = 'valuation';
    const stepsOf = (documents: Documents) =>
      createOutline(documents).find(({ key }) => key === type)?.steps ?? [];
    let documents = applyDocumentPatches(shipped, moveField(shipped, { type, field: 'hin_number' }, 9));
    expectForm(documents);
    expect(stepsOf(documents)[1]?.fields).toContain('hin_number');
    const placed = moveFieldTo(
      documents,
      { type, field: 'year' },
      { group: '', behind: 'upload', step: 'you' },
    );
    documents = applyDocumentPatches(documents, placed.patches);
    expectForm(documents);
    expect(stepsOf(documents)[3]?.fields[0]).toBe('year');
    documents = applyDocumentPatches(documents, removeField(documents, { type, field: 'upload' }));
    expect(stepsOf(documents).map(({ name }) => name)).toEqual(['boat', 'condition', 'you']);
    documents = applyDocumentPatches(
      documents,
      addField(documents, { type, kind: 'text', label: 'Mast' }).patches,
    );
    expect(stepsOf(documents)[2]?.fields.at(-1)).toBe('mast');
  });

  it('leaves the answers of other examples where a field becomes required for which none is known', () => {
    const schema = {
      type: 'object',
      properties: { extra: { type: 'array', items: { type: 'string' } }, name: { type: 'string' } },
      examples: [{ name: 'Ann' }, { name: 'Ben', extra: ['a'] }],
    };
    const documents = createSampleDocuments(schema);
    const patches = setRequired(documents, { type: 'sample', field: 'extra' }, true);
    const changed = applyDocumentPatches(documents, patches)['forms/sample/schema.json'];
    expect(changed).toMatchObject({ required: ['extra'], examples: schema.examples });
  });

  it('gives a list the choices of one type where they are defined for several', () => {
    const items = { type: 'string', enum: ['sails', 'engine'] };
    const definition = { title: 'Extras', type: 'array', uniqueItems: true, items };
    const sample = createSampleDocuments({
      type: 'object',
      properties: { extras: { $ref: '../../fields.json#/$defs/extras' } },
      examples: [{ extras: ['sails'] }],
    });
    const { $defs, ...fields } = sample['fields.json'] as { readonly $defs: object };
    const documents = { ...sample, 'fields.json': { ...fields, $defs: { ...$defs, extras: definition } } };
    const place = { type: 'sample', field: 'extras' };
    const changed = applyDocumentPatches(
      documents,
      setChoices(documents, place, ['Sails', 'Tender'], { isSettled: () => false }),
    );
    expect(listSchemaChoices(changed, place).map(({ label }) => label)).toEqual(['Sails', 'Tender']);
    const { properties } = changed['forms/sample/schema.json'] as {
      readonly properties: { readonly extras: object };
    };
    expect(properties.extras).toMatchObject({
      $ref: '../../fields.json#/$defs/extras',
      items: { type: 'string', enum: ['sails', 'tender'] },
    });
    expect(changed['fields.json']).toEqual(documents['fields.json']);
    expectForm(changed);
  });

  it('is what a developer writes for the same change, byte for byte once formatted', () => {
    const { name, patches } = addField(shipped, {
      type: 'general',
      kind: 'choice',
      label: 'How did you hear about us?',
      behind: 'phone',
    });
    const place = { type: 'general', field: name };
    let documents = applyDocumentPatches(shipped, patches);
    const isSettled = () => false;
    documents = applyDocumentPatches(
      documents,
      setChoices(documents, place, ['A friend', 'The web'], { isSettled }),
    );
    documents = applyDocumentPatches(
      documents,
      setChoiceTexts(documents, place, { locale: 'de', labels: ['Freunde', 'Das Netz'] }),
    );
    documents = applyDocumentPatches(documents, setRequired(documents, place, true));

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
    expect(addField(shipped, { type: 'sales', kind: 'phone', label: 'Phone number' }).name).toBe(
      'phone_number',
    );
    expect(addField(shipped, { type: 'sales', kind: 'text', label: '!?' }).name).toBe('field');
    expect(addField(shipped, { type: 'sales', kind: 'text', label: 'Où êtes-vous ?' }).name).toBe(
      'ou_etes_vous',
    );
  });

  it('keeps the values of choices that are renamed, moved or still there', () => {
    const place = { type: 'valuation', field: 'tax_paid_status' };
    const labels = listSchemaChoices(shipped, place).map(({ label }) => label);
    const renamed = applyDocumentPatches(shipped, setChoices(shipped, place, ['VAT paid', labels[1] ?? '']));
    expect(listSchemaChoices(renamed, place)).toEqual([
      { value: 'tax-paid', label: 'VAT paid' },
      { value: 'tax-not-paid', label: labels[1] },
    ]);
    const more = applyDocumentPatches(
      renamed,
      setChoices(renamed, place, [labels[1] ?? '', 'VAT paid', 'Not known']),
    );
    expect(listSchemaChoices(more, place).map(({ value }) => value)).toEqual([
      'tax-not-paid',
      'tax-paid',
      'not-known',
    ]);
    const fewer = applyDocumentPatches(more, setChoices(more, place, ['VAT paid']));
    expect(JSON.stringify(fewer)).not.toContain('options.tax_paid_status.not-known');
  });

  it('lets the values of choices that nobody has sent follow their words, in every language', () => {
    const added = addField(shipped, { type: 'general', kind: 'choice', label: 'How did you hear?' });
    let documents = applyDocumentPatches(shipped, added.patches);
    const place = { type: 'general', field: added.name };
    const isSettled = () => false;
    for (const typed of ['A', 'A fri', 'A friend', 'A friend\nThe', 'A friend\nThe web'])
      documents = applyDocumentPatches(
        documents,
        setChoices(documents, place, typed.split('\n'), { isSettled }),
      );
    documents = applyDocumentPatches(
      documents,
      setChoiceTexts(documents, place, { locale: 'de', labels: ['Freunde', 'Das Netz'] }),
    );
    documents = applyDocumentPatches(
      documents,
      setChoices(documents, place, ['A good friend', 'The web'], { isSettled }),
    );
    expect(listSchemaChoices(documents, place, 'de')).toEqual([
      { value: 'a-good-friend', label: 'Freunde' },
      { value: 'the-web', label: 'Das Netz' },
    ]);
    documents = applyDocumentPatches(
      documents,
      setExampleAnswer(documents, 'general', { field: added.name, value: 'the-web' }),
    );
    documents = applyDocumentPatches(
      documents,
      setChoices(documents, place, ['A good friend', 'The internet'], { isSettled }),
    );
    const [example] = (documents['forms/general/schema.json'] as { readonly examples: readonly object[] })
      .examples;
    expect(example).toMatchObject({ [added.name]: 'the-internet' });
    const words = Object.entries(documents['texts/de.json'] ?? {});
    expect(words.filter(([key]) => key.startsWith(`options.${added.name}.`))).toHaveLength(2);
    expectForm(documents);
  });

  it('keeps numbers among choices numbers', () => {
    const place = { type: 'valuation', field: 'condition_of_boat' };
    const [one, two] = listSchemaChoices(shipped, place);
    const labels = [one, two].map((choice) => choice?.label ?? '');
    const documents = applyDocumentPatches(
      shipped,
      setChoices(shipped, place, [...labels, 'Like new', labels[1] ?? '']),
    );
    expect(listSchemaChoices(documents, place)).toEqual([
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
    let documents = applyDocumentPatches(shipped, patches);
    const place = { type: 'general', field: name };
    documents = applyDocumentPatches(
      documents,
      setChoices(documents, place, ['A friend', 'A boat show', 'The web']),
    );
    documents = applyDocumentPatches(documents, setRequired(documents, place, true));
    const compiled = compile(documents);
    expect(compiled.ok ? [] : compiled.problems).toEqual([]);
    expect(listSchemaChoices(documents, place).map(({ value }) => value)).toEqual([
      'a-friend',
      'a-boat-show',
      'the-web',
    ]);
  });

  it('that is one type’s own leaves the words of the others', () => {
    const own = { part: 'label', locale: 'en', text: 'Mobile', reach: 'own' as const };
    const changed = applyDocumentPatches(
      shipped,
      setFieldText(shipped, { type: 'service', field: 'phone' }, own),
    );
    expect(getOutlineLabel(changed, { type: 'service', field: 'phone' })).toBe('Mobile');
    expect(getOutlineLabel(changed, { type: 'sales', field: 'phone' })).toBe('Phone number');
  });

  it('takes a field away with all that was only its own', () => {
    const place = { type: 'valuation', field: 'boat_make' };
    expect(JSON.stringify(shipped)).toContain('boat_make');
    const {
      'scenarios.json': _scenarios,
      'rules.json': _rules,
      ...rest
    } = applyDocumentPatches(shipped, removeField(shipped, place));
    const named = Object.entries(rest).filter(([, document]) =>
      JSON.stringify(document).includes('boat_make'),
    );
    expect(named.map(([file]) => file)).toEqual([]);
  });
});
