import { describe, expect, it } from 'vitest';
import { resolve, type Situation, toSituation, toVariables, type Values } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { checkDocuments } from '../cli/checking.ts';
import { compileTestForm } from '../support/forms.ts';
import { createBlockDocuments } from './block-documents.ts';

const form = compileTestForm(createBlockDocuments());

function planOf(entered: Values = {}, locale = 'en') {
  const situation: Situation = toSituation({
    site: { id: 101, domain: 'yard.example' },
    enquiryTypes: [{ id: 8, name: 'Valuation' }],
    eventTitles: { state: 'ready', titles: [] },
    locale,
    today: '2026-11-22',
    entered,
  });
  return resolve(form, situation);
}

function blockOf(name: string, ...given: Parameters<typeof planOf>) {
  const block = planOf(...given).blocks?.find((each) => each.name === name);
  if (!block) throw new Error(`no block "${name}"`);
  return block;
}

/** The problems of documents of which one was changed. */
function problemsWith(blocks: unknown, { order = [], ...changes }: Readonly<Record<string, unknown>> = {}) {
  const all = createBlockDocuments();
  const ui = {
    ...(all['forms/valuation/ui.json'] as object),
    'ui:blocks': blocks,
    'ui:order': order,
  };
  const compiled = compile({
    ...all,
    'rules.json': { rules: [] },
    'forms/valuation/ui.json': ui,
    ...changes,
  });
  return compiled.ok ? [] : compiled.problems.filter(({ file }) => !file.startsWith('texts/'));
}

describe('text in a form', () => {
  it('stands where the UI schema puts it, in the order of the UI schema', () => {
    const { blocks = [] } = planOf();
    expect(blocks.map(({ name, definition }) => [name, definition.before])).toEqual([
      ['your-boat', 'boat_make'],
      ['about-the-boat', 'boat_make'],
      ['hull-number', 'boat_location'],
      ['unpaid-tax', 'engine_hours'],
      ['running-hours', 'engine_hours'],
      ['on-the-slip', 'upload'],
      ['about-you', 'name'],
      ['what-we-keep', undefined],
    ]);
  });

  it('stands among the fields that "*" stands for', () => {
    const all = createBlockDocuments();
    const placed = compileTestForm({
      ...all,
      'rules.json': { rules: [] },
      'forms/valuation/ui.json': {
        'ui:blocks': { 'your-boat': { kind: 'heading' }, 'about-you': { kind: 'heading' } },
        'ui:order': ['year', 'your-boat', '*', 'about-you', 'accept_term'],
      },
    });
    const { blocks } = placed.types.find(({ key }) => key === 'valuation') ?? {};
    expect(blocks?.map(({ before }) => before)).toEqual(['office_location', 'accept_term']);
  });

  it('speaks the language of the page, else the last resort', () => {
    expect(blockOf('your-boat').texts).toEqual({ text: 'Your boat' });
    expect(blockOf('your-boat', {}, 'ar').texts).toEqual({ text: 'قاربك' });
    expect(blockOf('your-boat', {}, 'fr').texts).toEqual({ text: 'Your boat' });
  });

  it('has words of its own for a form', () => {
    const all = createBlockDocuments();
    const texts = all['texts/en.json'] as object;
    const own = compileTestForm({
      ...all,
      'texts/en.json': { ...texts, 'forms.valuation.blocks.your-boat.text': 'The boat that we value' },
    });
    expect(resolve(own, toSituation(situationInputs)).blocks?.[0]?.texts.text).toBe('The boat that we value');
  });

  it('is hidden and shown by rules, which give their reasons', () => {
    expect(blockOf('unpaid-tax')).toMatchObject({ visibility: 'hidden', because: ['unpaid-tax'] });
    expect(blockOf('unpaid-tax', { tax_paid_status: 'tax-not-paid' })).toMatchObject({
      visibility: 'shown',
      because: ['unpaid-tax'],
    });
  });

  it('is no part of what is sent', () => {
    const plan = planOf();
    const sent = [...Object.keys(plan.values), ...Object.keys(toVariables(form, plan))];
    for (const { name } of plan.blocks ?? []) expect(sent).not.toContain(name);
  });

  it('leaves the hash of a form without any as it was', () => {
    const { types } = compileTestForm();
    expect(types.filter((type) => 'blocks' in type)).toEqual([]);
  });
});

const situationInputs = {
  site: { id: 101, domain: 'yard.example' },
  enquiryTypes: [{ id: 8, name: 'Valuation' }],
  eventTitles: { state: 'ready', titles: [] },
  locale: 'en',
  today: '2026-11-22',
  entered: {},
} as const;

describe('compile, of blocks', () => {
  const order = ['a'];
  const at = '/ui:blocks/a';

  it.each([
    ['stands nowhere', { a: { kind: 'heading' } }, [], at, /add it to "ui:order"/],
    ['is of a kind that there is not', { a: { kind: 'headline' } }, order, `${at}/kind`, /heading/],
    [
      'has an option of another kind',
      { a: { kind: 'paragraph', level: 2 } },
      order,
      `${at}/level`,
      /paragraph/,
    ],
    [
      'is a picture without its size',
      { a: { kind: 'picture', src: '/a.png' } },
      order,
      at,
      /"width" and "height"/,
    ],
    [
      'is a picture from elsewhere',
      { a: { kind: 'picture', src: 'https://elsewhere.example/a.png', width: 1, height: 1 } },
      order,
      `${at}/src`,
      /./,
    ],
    [
      'is a picture from elsewhere in disguise',
      { a: { kind: 'picture', src: '//elsewhere.example/a.png', width: 1, height: 1 } },
      order,
      `${at}/src`,
      /./,
    ],
    ['is a heading below none', { a: { kind: 'heading', level: 2 } }, order, `${at}/level`, /level 1/],
    [
      'is called like a field',
      { year: { kind: 'heading' } },
      ['year'],
      '/ui:blocks/year',
      /give the block another/,
    ],
    [
      'has a name that is none',
      { 'Your boat': { kind: 'heading' } },
      ['Your boat'],
      '/ui:blocks/Your boat',
      /lowercase letters/,
    ],
  ] as const)('refuses one that %s', (_what, blocks, placed, pointer, says) => {
    const problems = problemsWith(blocks, { order: placed });
    expect(problems).toContainEqual(
      expect.objectContaining({
        file: 'forms/valuation/ui.json',
        pointer,
        reason: expect.stringMatching(says),
      }),
    );
  });

  it('says which words are missing', () => {
    const all = createBlockDocuments();
    const { 'blocks.your-boat.text': _gone, ...texts } = all['texts/en.json'] as Record<string, string>;
    const compiled = compile({ ...all, 'texts/en.json': texts });
    expect(compiled.ok ? [] : compiled.problems).toEqual([
      expect.objectContaining({ code: 'missing-text', pointer: '/blocks.your-boat.text' }),
    ]);
  });

  it('asks no words of a picture that says nothing', () => {
    const blocks = { a: { kind: 'picture', src: '/a.png', width: 1, height: 1, decorative: true } };
    expect(problemsWith(blocks, { order })).toEqual([]);
  });

  it('refuses them in the document that forms share', () => {
    const shared = { 'ui:blocks': { a: { kind: 'heading' } } };
    expect(problemsWith({}, { 'ui.json': shared })).toEqual([
      expect.objectContaining({ file: 'ui.json', pointer: '/ui:blocks', code: 'idle-option' }),
    ]);
  });

  it('lets no rule require or conceal one', () => {
    const rule = (then: object) => ({ rules: [{ id: 'r', description: 'r', then }] });
    for (const then of [{ require: ['your-boat'] }, { conceal: ['your-boat'] }]) {
      const compiled = compile(createBlockDocuments({ 'rules.json': rule(then) }));
      expect(compiled.ok ? [] : compiled.problems).toEqual([
        expect.objectContaining({
          code: 'bad-value',
          reason: expect.stringContaining('use "hide" or "show"'),
        }),
      ]);
    }
  });
});

describe('check, of blocks', () => {
  const findingsOf = async (changes: Readonly<Record<string, unknown>> = {}) => {
    const { findings } = await checkDocuments(createBlockDocuments(changes));
    return findings.filter(({ code }) => !['missing-translation', 'untested-rule'].includes(code));
  };

  it('finds nothing to mend in a form that has every kind, and sees that its rule matters', async () => {
    const findings = await findingsOf();
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(findings.filter(({ reason }) => reason.includes('unpaid-tax'))).toEqual([]);
  });

  it('finds one that is never shown, and words that nobody reads', async () => {
    const all = createBlockDocuments();
    const rule = { id: 'never', description: 'Never.', then: { hide: ['your-boat'] } };
    const texts = {
      ...(all['texts/en.json'] as object),
      'blocks.your-baot.text': 'x',
      'blocks.your-boat.alt': 'x',
    };
    const findings = await findingsOf({ 'rules.json': { rules: [rule] }, 'texts/en.json': texts });
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'never-shown', pointer: '/ui:blocks/your-boat' }),
        expect.objectContaining({
          code: 'unused-text',
          pointer: '/blocks.your-baot.text',
          nearest: 'your-boat',
        }),
        expect.objectContaining({ code: 'unused-text', pointer: '/blocks.your-boat.alt' }),
      ]),
    );
  });
});
