import { describe, expect, it } from 'vitest';
import { compileFormSchemas } from '../../src/server/forms/documents/compiled-form.ts';
import { listFindings } from '../../test/cli/checking.ts';
import { compileTestForm } from '../../test/support/forms.ts';
import { createSampleDocuments } from '../../test/support/sample-documents.ts';
import { compileSampleForm, createSampleForm } from '../../test/support/sample-form.ts';
import { compile } from '../compile/index.ts';
import { otherChoice } from '../model/other-choice.ts';
import { toSituation } from '../model/situation.ts';
import type { Plan, Values } from '../model/types.ts';
import { judgePlan } from './judge.ts';
import { resolve } from './resolve.ts';

const rig = { type: 'string', title: 'Rig', maxLength: 10, examples: ['sloop', 'ketch'] };
const ui = { rig: { 'ui:widget': 'radio', 'ui:other': true } };
const rigs = { type: 'array', title: 'Rigs', items: { ...rig, title: 'One' }, uniqueItems: true };

describe('a field with "ui:other"', () => {
  const { inPage, onServer } = compileSampleForm(
    { type: 'object', properties: { rig, rigs } },
    { ...ui, rigs: { 'ui:widget': 'checkboxes', 'ui:other': true } },
  );
  const judge = (values: Parameters<typeof onServer>[0]) =>
    onServer(values).problems.map(({ field, code }) => `${field} ${code}`);

  it('accepts a choice and any text that its schema accepts', () => {
    expect(onServer({ rig: ' Schooner ', rigs: ['ketch', 'Yawl'] })).toMatchObject({
      problems: [],
      values: { rig: 'Schooner', rigs: ['ketch', 'Yawl'] },
    });
    expect(judge({ rig: 'sloop' })).toEqual([]);
  });

  it('refuses what its schema refuses', () => {
    expect(judge({ rig: 'A very long schooner' })).toEqual(['rig too-long']);
    expect(judge({ rigs: ['A very long schooner'] })).toEqual(['rigs too-long']);
    expect(judge({ rigs: ['Yawl', 'Yawl'] })).toEqual(['rigs duplicate']);
  });

  it('requires the text of "Other", also in the page', () => {
    expect(judge({ rig: otherChoice })).toEqual(['rig required']);
    expect(judge({ rigs: ['ketch', otherChoice] })).toEqual(['rigs required']);
    expect(inPage({ rig: otherChoice }).problems).toMatchObject([{ field: 'rig', code: 'required' }]);
  });

  it('is required only where "Other" is offered', () => {
    const { onServer: judgeNote } = compileSampleForm({
      type: 'object',
      properties: { note: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
    });
    expect(judgeNote({ note: otherChoice, tags: [otherChoice] }).problems).toEqual([]);
  });

  it('has the problems of its text at the checkboxes in a page, which has no schema of a flat form', () => {
    const form = compileTestForm(
      createSampleDocuments(
        { type: 'object', properties: { rigs } },
        { rigs: { 'ui:widget': 'checkboxes', 'ui:other': true } },
      ),
    );
    const types = form.types.map((type) => ({ ...type, schema: {}, uiSchema: {} }));
    const entered = { enquiry_type: 1, rigs: ['ketch', 'A very long schooner'] };
    const plan = resolve(
      { ...form, types },
      toSituation({
        site: { id: 101, domain: 'yard.example' },
        enquiryTypes: [{ id: 1, name: 'Sample' }],
        eventTitles: { state: 'ready', titles: [] },
        locale: 'en',
        today: '2026-11-22',
        entered,
      }),
    );
    const error = { keyword: 'maxLength', instancePath: '/rigs/1', params: { limit: 10 }, message: '' };
    const check = () => [{ ...error, schemaPath: '' }];
    const list = (submitted: Values) =>
      judgePlan({ plan: { ...plan, values: submitted as Plan['values'] }, check, submitted }).map(
        ({ field, code }) => `${field} ${code}`,
      );
    expect(list(entered)).toEqual(['rigs too-long']);
    expect(list({ ...entered, rigs: [otherChoice] })).toEqual(['rigs required']);
  });

  it('refuses a choice that a rule does not offer, and accepts a text', () => {
    const never = { filter: { rig: { '!=': [{ var: 'item.value' }, 'ketch'] } } };
    const form = compileTestForm(
      createSampleDocuments({ type: 'object', properties: { rig } }, ui, {
        rules: [{ id: 'no-ketch', then: never }],
      }),
    );
    const [type] = form.types;
    if (type === undefined) throw new Error('no type');
    const filtered = createSampleForm(compileFormSchemas(form), type);
    const listCodes = (value: string) => filtered.onServer({ rig: value }).problems.map(({ code }) => code);
    expect(listCodes('ketch')).toEqual(['not-offered']);
    expect(listCodes('Yawl')).toEqual([]);
  });
});

describe('compile of "ui:other"', () => {
  it.each([
    ['an enum', { type: 'string', enum: ['sloop'] }],
    ['no examples', { type: 'string' }],
    ['numbers', { type: 'integer', examples: [1] }],
    ['examples that are no texts', { type: 'string', examples: ['sloop', 2] }],
  ])('refuses %s', (_case, schema) => {
    const compiled = compile(createSampleDocuments({ type: 'object', properties: { rig: schema } }, ui));
    expect(compiled.ok ? [] : compiled.problems).toMatchObject([
      { pointer: '/rig/ui:other', reason: expect.stringContaining('the choices as "examples"') },
    ]);
  });

  it('refuses it for a widget without choices', () => {
    const compiled = compile(
      createSampleDocuments({ type: 'object', properties: { rig } }, { rig: { 'ui:other': true } }),
    );
    expect(compiled.ok ? [] : compiled.problems).toMatchObject([
      { reason: expect.stringContaining('"checkboxes", "radio", "select"') },
    ]);
  });

  it('takes the label of "Other" from the texts of the field', () => {
    const documents = createSampleDocuments({ type: 'object', properties: { rig } }, ui, {
      texts: {
        'fields.rig.other': 'Another rig',
        'options.rig.sloop': 'Sloop',
        'options.rig.ketch': 'Ketch',
      },
    });
    expect(listFindings(documents).filter(({ pointer }) => pointer.includes('rig'))).toEqual([]);
  });
});

describe('rules and texts about a field with "ui:other"', () => {
  it('may name any text, not only the choices', () => {
    const fact = { var: 'values.rig' };
    const rules = [
      { id: 'other-rig', when: { '==': [fact, 'Schooner'] }, then: { require: ['more'] } },
      { id: 'some-rigs', when: { in: [fact, ['sloop', 'Yawl']] }, then: { hint: { more: 'a-hint' } } },
      { id: 'no-choice', when: { '!': { in: [fact, ['sloop', 'ketch']] } }, then: { hide: ['more'] } },
      { id: 'yawls', when: { in: ['Yawl', { var: 'values.rigs' }] }, then: { require: ['more'] } },
      { id: 'usual', then: { preset: { rig: 'Cutter' } } },
    ];
    const texts = {
      'a-hint': 'Which?',
      'fields.more.label': '{values.rig, select, sloop {A mast} Schooner {Masts} other {More}}',
    };
    const documents = createSampleDocuments(
      { type: 'object', properties: { rig, rigs, more: { type: 'string', title: 'More' } } },
      { ...ui, rigs: { 'ui:widget': 'checkboxes', 'ui:other': true } },
      { rules, texts },
    );
    const compiled = compile(documents);
    expect(compiled.ok ? [] : compiled.problems).toEqual([]);
    expect(listFindings(documents).filter(({ code }) => code === 'rule-never-holds')).toEqual([]);
  });
});
