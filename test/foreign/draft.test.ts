import { describe, expect, it } from 'vitest';
import type { Documents } from '#engine';
import { compile } from '#engine/compile/index.ts';
import {
  createDraftTarget,
  type ForeignImportResult,
  importForeign,
} from '#engine/exchange/foreign/index.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { formatLine, importValue, readSamples, sampledSources } from './samples.ts';

const draft = readFrozenDocuments();

/** Imports a form into a draft. Throws if it is refused. */
function importIntoDraft(value: unknown, into: Documents = draft) {
  const result: ForeignImportResult = importForeign({
    value,
    name: 'sample',
    target: createDraftTarget(into),
  });
  if (!result.ok) throw new Error(result.reason);
  return { ...result, sentences: result.lines.map(formatLine) };
}

describe('importForeign into a draft', () => {
  it.each(sampledSources)('adds each form of %s, and leaves what the draft has as it is', (source) => {
    const other = createDraftTarget(draft).build([]);
    expect(other).toEqual(draft);
    // All samples are imported into a draft by the long tests.
    for (const { value, name } of readSamples(source).filter((_each, index) => index % 5 === 0)) {
      if (!importValue(value, undefined, name).ok) continue;
      const { documents, types } = importIntoDraft(value);
      expect(types.length).toBeGreaterThan(0);
      const compilation = compile(documents);
      expect([name, compilation.ok || compilation.problems]).toEqual([name, true]);
      for (const file of Object.keys(draft).filter((each) => /^(?:forms|meta)\//.test(each)))
        expect(documents[file]).toBe(draft[file]);
    }
  });

  it('gives another name to a field that has another kind of answers there', () => {
    const { documents, types, sentences } = importIntoDraft({
      elements: [
        { type: 'text', name: 'message', inputType: 'number', title: 'How many?' },
        { type: 'text', name: 'why', visibleIf: '{message} > 3' },
      ],
    });
    expect(documents[`forms/${types[0]}/schema.json`]).toMatchObject({
      properties: { message_2: { type: 'number' } },
    });
    expect(JSON.stringify(documents['rules.json'])).toContain('values.message_2');
    expect(sentences).toContainEqual(expect.stringMatching(/^message, name: taken as "message_2"/));
  });

  it('tells of a field that is one question with that of other forms', () => {
    const { sentences } = importIntoDraft({ elements: [{ type: 'text', name: 'name' }] });
    expect(sentences).toContainEqual(
      expect.stringContaining('name: taken as the field "name", which other forms have, too'),
    );
  });

  it('takes the languages of the draft, and tells of others', () => {
    const { documents, types, sentences } = importIntoDraft({
      locale: 'de',
      title: { default: 'Anmeldung', fr: 'Inscription', pt: 'Inscrição' },
      elements: [
        { type: 'text', name: 'boot', title: { default: 'Ihr Boot', fr: 'Votre bateau', pt: 'Barco' } },
      ],
    });
    const key = `forms.${types[0]}.fields.boot.label`;
    expect(documents['texts/de.json']).toMatchObject({ [key]: 'Ihr Boot' });
    expect(documents['texts/fr.json']).toMatchObject({ [key]: 'Votre bateau' });
    expect(documents['texts/en.json']).toMatchObject({ [key]: 'Ihr Boot' });
    expect(documents['texts/pt.json']).toBeUndefined();
    expect(sentences).toContainEqual(expect.stringContaining('the draft has no texts in Portuguese'));
  });

  it('adds a form twice, with texts, rules and buttons of its own each time', () => {
    const form = {
      title: 'Berth',
      components: [
        { type: 'checkbox', key: 'guest', label: 'Guest' },
        {
          type: 'textfield',
          key: 'club',
          label: 'Club',
          conditional: { show: true, when: 'guest', eq: 'true' },
        },
        { type: 'button', action: 'submit', key: 'submit', label: 'Book it' },
      ],
    };
    const first = importIntoDraft(form);
    const second = importIntoDraft({ ...form, title: 'Berth' }, first.documents);
    expect([first.types, second.types]).toEqual([['berth'], ['berth-2']]);
    expect(second.documents['texts/en.json']).toMatchObject({
      'submit-berth': 'Book it',
      'submit-berth-2': 'Book it',
    });
    const { rules } = second.documents['rules.json'] as {
      readonly rules: readonly { readonly id: string }[];
    };
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });

  it('leaves out the thanks, which all forms share', () => {
    const { documents, sentences } = importIntoDraft({
      completedHtml: '<p>Fair winds!</p>',
      elements: [{ type: 'text', name: 'boat' }],
    });
    expect(JSON.stringify(documents)).not.toContain('Fair winds');
    expect(sentences).toContainEqual(
      expect.stringMatching(/^the survey, completedHtml: left out: all forms of an installation have one/),
    );
  });

  it('refuses more fields than it may add', () => {
    const components = Array.from({ length: 11 }, (_each, index) => ({
      type: 'textfield',
      key: `f${index}`,
    }));
    const target = createDraftTarget(draft);
    expect(importForeign({ value: { components }, name: 'x', target, maxFields: 10 })).toMatchObject({
      ok: false,
      reason: 'it has 11 fields, and at most 10 can be imported here',
    });
  });
});
