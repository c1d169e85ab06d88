import { describe, expect, it } from 'vitest';
import { compileTestForm } from '../../../test/support/forms.ts';
import { createSampleDocuments } from '../../../test/support/sample-documents.ts';
import { createDocumentLocator } from '../document-locator.ts';
import { lintLabels } from './labels.ts';
import { lintPipedTexts } from './piped-texts.ts';
import { lintTexts } from './texts.ts';

const schema = {
  type: 'object',
  required: ['boat', 'town'],
  properties: {
    boat: { type: 'string' },
    rig: { type: 'string', enum: ['sloop', 'ketch'] },
    afloat: { type: 'boolean' },
    crew: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    town: { type: 'string' },
    notes: { type: 'string' },
  },
};

const ui = {
  'ui:order': ['boat', 'rig', 'afloat', 'crew', 'town', 'notes', 'end'],
  'ui:blocks': { end: { kind: 'paragraph' } },
  'ui:steps': [
    { name: 'what', fields: ['boat', 'rig', 'afloat', 'crew'] },
    { name: 'where', fields: ['town', 'notes'] },
  ],
};

const texts = {
  'steps.what.title': 'What',
  'steps.where.title': 'Where',
  'blocks.end.text': 'Thanks',
};

const hiding = { id: 'no-boat', when: { '==': [{ var: 'values.rig' }, 'ketch'] }, then: { hide: ['boat'] } };

function documentsWith(overrides: Readonly<Record<string, string>>, rules: readonly (typeof hiding)[] = []) {
  return createSampleDocuments(schema, ui, { texts: { ...texts, ...overrides }, rules });
}

/** Returns the findings about the placeholders of a text. */
function gapsIn(key: string, text: string, rules: readonly (typeof hiding)[] = []) {
  const all = documentsWith({ [key]: text }, rules);
  return lintPipedTexts(compileTestForm(all), createDocumentLocator(all)).map(
    ({ code, pointer }) => `${code} ${pointer}`,
  );
}

describe('lintPipedTexts', () => {
  it.each([
    ['fields.notes.label', '{values.rig}'],
    ['fields.town.label', '{values.town}'],
    ['fields.rig.label', '{values.boat}'],
    ['fields.notes.label', '{values.rig, select, sloop {one} other {{values.rig}}}'],
    ['fields.notes.label', '{values.rig, select, empty {{values.rig}} other {}}'],
    ['fields.notes.label', '{values.rig, select, empty {none} other {{values.town}}}'],
    ['steps.where.title', 'Where is {values.boat}?'],
    ['thank-you.message', 'We look at {values.boat}'],
    ['forms.sample.mail.subject', '{values.rig}'],
  ])('tells of a gap in "%s": %s', (key, text) => {
    expect(gapsIn(key, text)).toEqual([`unsaid-answer /${key}`]);
  });

  it.each([
    ['fields.notes.label', '{values.boat}'],
    ['steps.where.text', 'Where is {values.boat}?'],
    ['blocks.end.text', '{values.boat}'],
    ['forms.sample.mail.subject', '{values.boat} in {values.town}'],
    ['fields.notes.label', '{values.rig, select, empty {none} other {{values.rig}}}'],
    ['fields.notes.label', '{values.rig, select, sloop {{values.rig}} other {another}}'],
    ['fields.notes.label', '{values.afloat} {values.crew.count, plural, other {#}}'],
  ])('has nothing to say of "%s": %s', (key, text) => {
    expect(gapsIn(key, text)).toEqual([]);
  });

  it('takes a field that a rule may hide for one without an answer', () => {
    expect(gapsIn('fields.notes.label', '{values.boat}', [hiding])).toEqual([
      'unsaid-answer /fields.notes.label',
    ]);
  });
});

describe('other findings', () => {
  it('compare texts that say answers as they are written', () => {
    const all = documentsWith({
      'fields.town.label': '{values.boat}',
      'fields.notes.label': '{values.rig}',
      'forms.sample.mail.subject': '{values.boat}',
    });
    const german = all['texts/de.json'] as object;
    const translated = {
      ...all,
      'texts/de.json': { ...german, 'fields.town.label': 'Wo?', 'fields.notes.label': '{values.rig}' },
    };
    const form = compileTestForm(translated);
    const locator = createDocumentLocator(translated);
    const codes = [...lintTexts(form, locator), ...lintLabels(form, locator)]
      .filter(({ pointer, reason }) => /fields.(town|notes)|mail.subject/.test(pointer + reason))
      .map(({ code, pointer }) => `${code} ${pointer}`);
    expect(codes).toContain('missing-argument /fields.town.label');
    expect(codes.filter((code) => /double-label|empty-text|unused-text/.test(code))).toEqual([]);
  });
});
