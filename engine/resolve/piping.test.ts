import { describe, expect, it } from 'vitest';
import { compileTestForm } from '../../test/support/forms.ts';
import { createDocumentsOfSamples, createSampleDocuments } from '../../test/support/sample-documents.ts';
import { compile } from '../compile/index.ts';
import type { Form, Json, JsonSchema, Situation } from '../model/types.ts';
import { toClientForm } from '../texts/client-form.ts';
import { formatText } from '../texts/texts.ts';
import { pipeAnswers, resolvePiped, updatePipedForm } from './piping.ts';
import { resolve } from './resolve.ts';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    boat: { type: 'string' },
    rig: { type: 'string', enum: ['sloop', 'ketch-rig'] },
    metres: { type: 'number' },
    feet: { type: 'integer' },
    launched: { type: 'string', format: 'date' },
    opens: { type: 'string', format: 'time' },
    meets: { type: 'string', format: 'date-time' },
    afloat: { type: 'boolean' },
    gear: { type: 'array', uniqueItems: true, items: { type: 'string', enum: ['radar', 'heater'] } },
    crew: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    yard: {
      type: 'object',
      properties: {
        town: { type: 'string' },
        since: { type: 'string', format: 'date' },
        code: { type: 'string' },
      },
    },
    secret: { type: 'string' },
    papers: { type: 'string' },
    notes: { type: 'string' },
  },
};

const ui = {
  gear: { 'ui:widget': 'checkboxes' },
  secret: { 'ui:widget': 'password' },
  yard: { code: { 'ui:widget': 'password' } },
  papers: { 'ui:widget': 'files' },
};

const words = {
  'options.rig.sloop': 'Sloop',
  'options.rig.ketch-rig': 'Ketch',
  'options.gear.radar': 'Radar',
  'options.gear.heater': 'Heater',
};

/** Documents of a form whose field `notes` is labelled by a text. */
function labelled(label: string, more: { readonly rules?: readonly { id: string; then: unknown }[] } = {}) {
  return createSampleDocuments(schema, ui, { ...more, texts: { ...words, 'fields.notes.label': label } });
}

function situationOf(entered: Readonly<Record<string, Json>>, locale = 'en'): Situation {
  return {
    site: { id: 1, domain: 'a.example' },
    page: {},
    content: { enquiryTypes: [{ id: 1, name: 'sample' }], eventTitles: { state: 'ready', titles: [] } },
    locale,
    today: '2026-11-21',
    entered,
  };
}

/** Returns the label of `notes` without the isolate characters around answers. */
function resolvePlainLabel(
  label: string,
  entered: Readonly<Record<string, Json>>,
  form = compileTestForm(labelled(label)),
) {
  return resolveLabel(form, entered).replaceAll(/[\u2068\u2069]/g, '');
}

function resolveLabel(form: Form, entered: Readonly<Record<string, Json>>, locale = 'en'): string {
  const plan = resolvePiped(form, situationOf(entered, locale));
  return plan.fields.find(({ name }) => name === 'notes')?.label ?? '';
}

describe('a text that says an answer', () => {
  it.each<[string, Readonly<Record<string, Json>>, string]>([
    ['{values.boat}', { boat: 'Wren' }, 'Wren'],
    ['{values.rig}', { rig: 'ketch-rig' }, 'Ketch'],
    ['{values.rig, select, ketch-rig {two masts} other {one}}', { rig: 'ketch-rig' }, 'two masts'],
    ['{values.rig, select, ketch-rig {two masts} other {one}}', { rig: 'sloop' }, 'one'],
    ['{values.metres}', { metres: 1234.5 }, '1,234.5'],
    ['{values.metres, number, ::.00}', { metres: 1234.5 }, '1,234.50'],
    ['{values.feet, plural, =0 {none} one {# foot} other {# feet}}', { feet: 0 }, 'none'],
    ['{values.feet, plural, =0 {none} one {# foot} other {# feet}}', { feet: 1 }, '1 foot'],
    ['{values.feet, plural, =0 {none} one {# foot} other {# feet}}', { feet: 1200 }, '1,200 feet'],
    ['{values.launched}', { launched: '2014-05-09' }, '9 May 2014'],
    ['{values.launched, date, short}', { launched: '2014-05-09' }, '09/05/14'],
    ['{values.launched}', { launched: 'soon' }, 'soon'],
    ['{values.opens}', { opens: '14:30:00+02:00' }, '14:30'],
    ['{values.meets}', { meets: '2014-05-09T14:30:00+02:00' }, '9 May 2014 at 14:30'],
    ['{values.afloat}', { afloat: true }, 'Yes'],
    ['{values.afloat, select, true {afloat} other {ashore}}', {}, 'ashore'],
    ['{values.gear}', { gear: ['radar', 'heater'] }, 'Radar and Heater'],
    ['{values.gear, select, empty {none} other {{values.gear}}}', { gear: [] }, 'none'],
    ['{values.crew.count, plural, =0 {alone} other {# hands}}', {}, 'alone'],
    [
      '{values.crew.count, plural, =0 {alone} other {# hands}}',
      { crew: [{ name: 'A' }, { name: 'B' }] },
      '2 hands',
    ],
    [
      '{values.yard.town}, {values.yard.since}',
      { yard: { town: 'Poole', since: '2014-05-09' } },
      'Poole, 9 May 2014',
    ],
    ['{values.boat, select, empty {her} other {{values.boat}}}', {}, 'her'],
    ['{values.boat, select, empty {her} other {{values.boat}}}', { boat: ' ' }, 'her'],
    ['{values.boat, select, empty {her} other {{values.boat}}}', { boat: 'empty' }, 'empty'],
    ['{values.boat, select, empty {her} other {{values.boat}}}', { boat: 'toString' }, 'toString'],
    ["Not '{values.boat}' but {values.boat}", { boat: 'Wren' }, 'Not {values.boat} but Wren'],
    ['{values.boat}', { boat: "{values.rig} '' #" }, "{values.rig} '' #"],
  ])('%s with %o: %s', (label, entered, expected) => {
    expect(resolvePlainLabel(label, entered)).toBe(expected);
  });

  it('keeps an answer apart, so that it turns nothing around it', () => {
    const form = compileTestForm(labelled('Of {values.boat}.'));
    expect(resolveLabel(form, { boat: 'قارب' })).toBe('Of \u2068قارب\u2069.');
    expect(resolveLabel(form, { boat: '\u2069\u202eWren\u2066' })).toBe('Of \u2068Wren\u2069.');
  });

  it('cuts a long answer where its settings say, between characters as a person counts them', () => {
    const { 'settings.json': settings, ...all } = labelled('{values.boat}');
    const form = compileTestForm({ ...all, 'settings.json': { ...(settings as object), pipedLength: 6 } });
    expect(resolvePlainLabel('', { boat: 'Kestrels' }, form)).toBe('Kestre…');
    expect(resolvePlainLabel('', { boat: 'Kestrel' }, form)).toBe('Kestre…');
    expect(resolvePlainLabel('', { boat: 'Kestre' }, form)).toBe('Kestre');
    expect(resolvePlainLabel('', { boat: 'Wrens👩‍👩‍👧' }, form)).toBe('Wrens…');
    expect(resolvePlainLabel('', { boat: 'One  \n two' }, form)).toBe('One tw…');
  });

  it('takes the answer of a hidden field for none', () => {
    const label = '{values.boat, select, empty {her} other {{values.boat}}}';
    const form = compileTestForm(
      labelled(label, { rules: [{ id: 'no-boat', then: { hide: ['boat'], preset: { boat: 'Wren' } } }] }),
    );
    expect(resolvePlainLabel('', { boat: 'Wren' }, form)).toBe('her');
  });

  it('says what a rule calculates', () => {
    const rules = [{ id: 'feet', then: { calculate: { feet: { '*': [{ var: 'values.metres' }, 3] } } } }];
    const form = compileTestForm(labelled('{values.feet} feet', { rules }));
    expect(resolvePlainLabel('', { metres: 4 }, form)).toBe('12 feet');
  });

  it('is in the language of its reader, as are numbers, days and choices', () => {
    const label = '{values.metres} {values.launched} {values.rig}';
    const all = labelled(label);
    const form = compileTestForm({
      ...all,
      'texts/de.json': {
        ...(all['texts/de.json'] as object),
        'fields.notes.label': label,
        'options.rig.sloop': 'Slup',
      },
    });
    const entered = { metres: 1234.5, launched: '2014-05-09', rig: 'sloop' };
    expect(resolveLabel(form, entered, 'de').replaceAll(/[\u2068\u2069]/g, '')).toBe(
      '1.234,5 9. Mai 2014 Slup',
    );
  });

  it('leaves its other arguments to who fills them in', () => {
    const all = labelled('Notes');
    const key = 'fields.notes.problems.too-long';
    const text = '{limit, plural, one {# sign} other {# signs about {values.boat}}}';
    const form = compileTestForm({
      ...all,
      'texts/en.json': { ...(all['texts/en.json'] as object), [key]: text },
    });
    const plan = resolve(form, situationOf({ boat: 'Wren' }));
    expect(formatText(pipeAnswers(form, plan), 'en', key, { limit: 5 })).toBe(
      '5 signs about \u2068Wren\u2069',
    );
    expect(formatText(form, 'en', key, { limit: 5 })).toBe('5 signs about ');
  });

  it('reads without an answer wherever no answer is known, and never fails', () => {
    const form = compileTestForm(
      labelled(
        '{values.boat}{values.metres, number}{values.launched, date}{values.feet, plural, one {#} other {#}}!',
      ),
    );
    expect(formatText(form, 'en', 'fields.notes.label')).toBe('!');
    expect(
      resolvePlainLabel('', { metres: 'many', launched: {}, feet: 'few', boat: { x: 1 } } as never, form),
    ).toBe('many!');
  });
});

describe('pipeAnswers', () => {
  it('is the form itself where no text says an answer, and the former where it says the same', () => {
    const plain = compileTestForm(labelled('Notes'));
    expect(pipeAnswers(plain, resolve(plain, situationOf({ boat: 'Wren' })))).toBe(plain);
    const form = compileTestForm(labelled('{values.boat}'));
    const one = pipeAnswers(form, resolve(form, situationOf({ boat: 'Wren' })));
    expect(pipeAnswers(form, resolve(form, situationOf({ boat: 'Wren', rig: 'sloop' })), one)).toBe(one);
    expect(pipeAnswers(form, resolve(form, situationOf({ boat: 'Kestrel' })), one)).not.toBe(one);
  });

  it('leaves what stands inside fields as it was where other texts alone say something else', () => {
    const texts = { 'fields.notes.label': '{values.boat}', 'fields.yard.town.label': 'Town of {values.rig}' };
    const form = compileTestForm(createSampleDocuments(schema, ui, { texts: { ...words, ...texts } }));
    const parts = (entered: Readonly<Record<string, Json>>, former = { form, inside: form }) =>
      updatePipedForm(form, resolve(form, situationOf(entered)), former);
    const one = parts({ boat: 'Wren', rig: 'sloop' });
    const other = parts({ boat: 'Kestrel', rig: 'sloop' }, one);
    expect(formatText(other.form, 'en', 'fields.notes.label')).toBe('\u2068Kestrel\u2069');
    expect(other.inside).toBe(one.inside);
    const third = parts({ boat: 'Kestrel', rig: 'ketch-rig' }, other);
    expect(formatText(third.inside, 'en', 'fields.yard.town.label')).toBe('Town of \u2068Ketch\u2069');
    expect(parts({ boat: 'Kestrel', rig: 'ketch-rig', notes: 'x' }, third)).toBe(third);
  });

  it('says the same of the form that travels, which has what its types show alone', () => {
    const form = compileTestForm(labelled('Of {values.boat}'));
    const travelling = toClientForm(form, { locale: 'de' });
    expect(resolveLabel(travelling, { boat: 'Wren' }, 'de')).toBe('Of \u2068Wren\u2069');
    expect(toClientForm(form, { locale: 'en', types: [] }).pipes).toBeUndefined();
  });
});

describe('compile', () => {
  it.each<[string, string, RegExp]>([
    ['{values.boot}', 'unknown-field', /is not an answer; the nearest is "values.boat"/],
    ['{values.yard.twon}', 'unknown-field', /nearest is "values.yard.town"/],
    ['{values.crew}', 'bad-piping', /has several answers.*values\.crew\.count/],
    ['{values.yard}', 'bad-piping', /has several answers/],
    ['{values.papers}', 'bad-piping', /files/],
    ['{values.secret}', 'bad-piping', /secret/],
    ['{values.yard.code}', 'bad-piping', /"yard.code" is secret/],
    ['{values.boat, number}', 'bad-piping', /"boat" is not a number/],
    ['{values.boat, plural, other {#}}', 'bad-piping', /"boat" is not a number/],
    ['{values.boat, date}', 'bad-piping', /"boat" is not a date/],
    ['{values.opens, time}', 'bad-piping', /cannot be formatted as a "time"/],
    ['{values.rig, select, slop {a} other {b}}', 'bad-piping', /nearest is "sloop"/],
    ['{values.afloat, select, yes {a} other {b}}', 'bad-piping', /has no answer "yes"/],
    ['{values.boat, select, empty {a}}', 'bad-text', /other/],
  ])('refuses %s: %s', (label, code, says) => {
    const compiled = compile(labelled(label));
    const problems = compiled.ok ? [] : compiled.problems;
    expect(problems.map((each) => [each.file, each.pointer, each.code])).toEqual([
      ['texts/en.json', '/fields.notes.label', code],
    ]);
    expect(problems[0]?.reason).toMatch(says);
  });

  it('has a greatest length of answers by itself', () => {
    const { 'settings.json': settings, ...all } = labelled('{values.boat}');
    const { pipedLength: _length, ...rest } = settings as Record<string, unknown>;
    expect(compile({ ...all, 'settings.json': rest })).toMatchObject({
      ok: true,
      form: { settings: { pipedLength: 60 } },
    });
  });

  it('refuses a translation that says an answer which its original does not', () => {
    const all = labelled('{values.boat}');
    const compiled = compile({
      ...all,
      'texts/de.json': { ...(all['texts/de.json'] as object), 'fields.notes.label': '{values.rig}' },
    });
    expect(compiled).toMatchObject({
      ok: false,
      problems: [{ file: 'texts/de.json', pointer: '/fields.notes.label', code: 'unknown-argument' }],
    });
  });

  it('checks a text that several types show against the answer in each of them', () => {
    const ofTypes = (text: string, ...answers: readonly (readonly [schema: JsonSchema, ui?: object])[]) => {
      const all = createDocumentsOfSamples(
        answers.map(([schema, ui], index) => ({
          key: `type-${index}`,
          schema: { type: 'object', properties: { topic: { title: 'Topic', ...schema } } },
          ui: ui ? { topic: ui } : {},
        })),
      );
      const compiled = compile({
        ...all,
        'texts/en.json': { ...(all['texts/en.json'] as object), 'mail.subject': text },
        'settings.json': { ...(all['settings.json'] as object), pipedLength: 40 },
      });
      // The translations of this text lack its arguments, which is reported as well.
      const reasons = compiled.ok ? [] : compiled.problems.map(({ reason }) => reason);
      return reasons.filter((reason) => reason.includes('"topic"'));
    };
    const text = { type: 'string' };
    const secret = [text, { 'ui:widget': 'password' }] as const;
    expect(ofTypes('{values.topic}', [text], secret)).toEqual([expect.stringContaining('is secret')]);
    expect(ofTypes('{values.topic}', secret, [text])).toEqual([expect.stringContaining('is secret')]);
    const day = { type: 'string', format: 'date' };
    expect(ofTypes('{values.topic, date}', [day], [text])).toEqual([
      expect.stringContaining('is not a date'),
    ]);
    const [one, other] = [
      { type: 'string', enum: ['a', 'b'] },
      { type: 'string', enum: ['c', 'd'] },
    ];
    const select = (branch: string) => `{values.topic, select, a {A} ${branch} {B} other {C}}`;
    expect(ofTypes(select('d'), [one], [other])).toEqual([]);
    expect(ofTypes(select('x'), [one], [other])).toEqual([expect.stringContaining('no answer "x"')]);
    expect(ofTypes(select('x'), [one], [text])).toEqual([]);
  });

  it('refuses a choice that a text could not tell from no answer', () => {
    const tank = { type: 'object', properties: { tank: { type: 'string', enum: ['empty', 'full'] } } };
    const texts = { 'fields.tank.hint': '{values.tank, select, empty {fill her} other {}}' };
    expect(compile(createSampleDocuments(tank, {}, { texts }))).toMatchObject({
      ok: false,
      problems: [
        { code: 'bad-piping', reason: expect.stringContaining('cannot tell from a missing answer') },
      ],
    });
  });
});
