import { describe, expect, it } from 'vitest';
import type { Documents, Json } from '#engine';
import {
  applyPatches,
  type ChangeTitle,
  createDocumentPatches,
  createTextTable,
  type Patch,
} from '#engine/editing/index.ts';
import { asObject } from '#engine/json-schema/values.ts';
import settingsSchema from '#schemas/meta/settings.schema.json' with { type: 'json' };
import { readFrozenDocuments } from '../../../test/support/forms.ts';
import { createFormatMessage } from '../ui/messages.ts';
import { createChangeTitles } from './change-title.ts';
import { createTextNames } from './text-names.ts';
import { createStepFormat, formatUnsavedValues } from './value-changes.tsx';
import { createValueWords } from './value-words.ts';

const documents = readFrozenDocuments();
const locales = ['en', 'de', 'fr', 'ar'];
const content = {
  sites: [
    { id: '101', name: 'Trevarrow', domain: 'trevarrow.example' },
    { id: '119', name: 'Trevarrow Solent', domain: 'solent.example' },
  ],
  offices: [],
};
const panel = { texts: { en: { 'options.drawn_choice.radio': 'Buttons' } } };

interface StepOptions {
  readonly title?: ChangeTitle;
  readonly locale?: string;
}

/** Returns the description of the step that replaces a document, without marks of direction. */
function describeEdit(
  file: string,
  [before, after]: readonly [unknown, unknown],
  { title = { key: 'json', values: { file } }, locale }: StepOptions = {},
): string {
  const then = { ...documents, [file]: before as Json } as Documents;
  return describePatches(createDocumentPatches(then, file, after as Json), then, {
    title,
    ...(locale && { locale }),
  });
}

function describePatches(
  patches: readonly Patch[],
  then: Documents,
  { title = { key: 'json' }, locale = 'en' }: StepOptions,
): string {
  const result = applyPatches(then, patches);
  if (!result.ok) throw new Error('The change does not apply');
  const say = createFormatMessage(locale);
  const nameText = createTextNames(result.documents, { say, locale });
  const format = createStepFormat({
    say,
    formatTitle: createChangeTitles(result.documents, { say, nameText }),
    wordValues: createValueWords({ say, locale, documents: result.documents, content, panel }),
  });
  return format({ title, changes: ['a'], patches: result.inverse }, false).replaceAll(/\p{Cf}/gu, '');
}

/** Two values of each setting; null stands for none. */
const settings: readonly (readonly [keyof typeof settingsSchema.properties, Json, Json])[] = [
  ['failureField', 'name', 'email'],
  ['failureField', 'name', null],
  ['fallbackLocale', 'en', 'de'],
  ['success', { scrollDelayMs: 50 }, { scrollDelayMs: 0 }],
  ['success', { scrollDurationMs: 300 }, { scrollDurationMs: 1000 }],
  ['success', { scrollOffsetPx: 90 }, { scrollOffsetPx: 1 }],
  ['summaryAbove', 2, 0],
  ['pipedLength', 60, 1200],
  ['widgets', ['Rating'], ['Rating', 'Slider']],
  ['widgetModules', { Rating: '/own/rating.js' }, { Rating: '/own/stars.js' }],
  ['fields', ['Berth'], null],
  ['recipient', 'office@yard.example', 'desk@yard.example'],
  ['operation', 'Send', 'Feedback'],
  ['sendTimeoutMs', 30_000, 1000],
  ['sendLater', { days: 7 }, { days: 3 }],
  ['sendLater', { days: 7 }, false],
  ['sendLater', false, null],
];

describe('steps about settings', () => {
  it('are tested for every setting', () => {
    const { $schema, ...all } = settingsSchema.properties;
    expect([...new Set(settings.map(([name]) => name))].sort()).toEqual(Object.keys(all).sort());
  });

  it.each(settings)('have no keys, no JSON and no "nothing": %s, %j, %j', (name, one, other) => {
    const own = asObject(documents['settings.json']);
    const [was, is] = [one, other].map((value) => {
      const { [name]: _replaced, ...rest } = own;
      return value === null ? rest : { ...rest, [name]: value };
    });
    for (const locale of locales)
      for (const edit of [
        [was, is],
        [is, was],
      ] as const) {
        // The name of the document stands for itself: the step was made on the page JSON.
        const step = describeEdit('settings.json', edit, { locale }).replace('settings.json', '');
        expect(step).not.toMatch(/[a-z]+[A-Z]|[{}[\]]|undefined|null|nothing|nichts|rien|لا شيء$|\bfalse\b/);
        expect(step).toMatch(locale === 'ar' ? / ← / : / → /);
      }
  });

  it.each([
    ['en', 'Sending later: within 7 days → switched off'],
    ['de', 'Späteres Senden: innerhalb von 7 Tagen → ausgeschaltet'],
    ['fr', 'Envoi différé\u202f: sous 7 jours → désactivé'],
    ['ar', 'الإرسال لاحقًا: خلال 7 أيام ← متوقف'],
  ])('name sending later in %s', (locale, step) => {
    const edit = [{ sendLater: { days: 7 } }, { sendLater: false }] as const;
    expect(describeEdit('settings.json', edit, { locale, title: { key: 'send-later' } })).toBe(step);
  });
});

describe('steps about texts', () => {
  const title = (key: string): ChangeTitle => ({ key: 'text', values: { key } });
  const texts = asObject(documents['texts/en.json']);
  const changeText = (key: string, text: string) =>
    describeEdit('texts/en.json', [texts, { ...texts, [key]: text }], { title: title(key) });

  it.each([
    ['send-message', 'Send it', '“Send message” · send button: “Send message” → “Send it”'],
    [
      'send-later.keep',
      'Later',
      '“Send when I am back online” · sent later: “Send when I am back online” → “Later”',
    ],
    ['yes', 'Aye', '“Yes” · in every form: “Yes” → “Aye”'],
    ['fields.name.label', 'Your name', 'Name · label: “Name” → “Your name”'],
    [
      'options.tax_paid_status.tax-paid',
      'Paid',
      'Tax paid · choice of “Tax status” (Boat valuation): “Tax paid” → “Paid”',
    ],
    [
      'summary.heading',
      '{count, plural, one {One answer needs another look} other {Look at # answers again}}',
      '“{count} answers need another look” · list of problems: “{count} answers need another look” → “Look at {count} answers again”',
    ],
  ])('name %s by what it is', (key, text, step) => {
    expect(changeText(key, text)).toBe(step);
  });

  it('cut long values before their quotation mark', () => {
    expect(changeText('yes', `Aye ${'aye '.repeat(40)}!`)).toMatch(
      /^“Yes” · in every form: “Yes” → “Aye (?:aye )+a?y?e?…”$/,
    );
  });

  it('never name a text by its new words', () => {
    const wrong = createTextTable(documents)
      .map(({ key }) => key)
      .filter((key) => typeof texts[key] === 'string')
      .filter((key) => changeText(key, 'Zebra').split(':')[0]?.includes('Zebra'));
    expect(wrong).toEqual([]);
  });
});

describe('steps about anything else', () => {
  const rule = (more: object) => ({ id: 'a', description: 'Closed', ...more }) as Json;
  const until = (day: string) => rule({ when: { '>': [{ var: 'today' }, day] } });

  it.each([
    [
      'the day that differs in a rule',
      [until('2026-12-24'), until('2026-12-31')],
      'Settings of Sales: December 24, 2026 → December 31, 2026',
    ],
    [
      'a rule that is added by its description',
      [undefined, rule({ when: { '==': [{ var: 'type' }, 'sales'] }, then: { hide: ['phone'] } })],
      'Settings of Sales: set to “Closed”',
    ],
    ['a rule that is removed', [rule({ when: true }), undefined], 'Settings of Sales: no longer “Closed”'],
  ] as const)('name %s', (_what, [before, after], step) => {
    const patch = {
      file: 'rules.json',
      path: ['rules', 'a'],
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    };
    const then = { ...documents, 'rules.json': { rules: before === undefined ? [] : [before] } } as Documents;
    const title = { key: 'type-settings', values: { type: 'Sales' } };
    expect(describePatches([patch], then, { title })).toBe(step);
  });

  it('name a rule once', () => {
    const patch = { file: 'rules.json', path: ['rules', 'a'], after: rule({ when: true }) };
    const then = { ...documents, 'rules.json': { rules: [] } };
    const title = { key: 'rule-added', values: { rule: 'Closed' } };
    expect(describePatches([patch], then, { title })).toBe('New rule “Closed”');
  });

  it('name sites in place of their ids', () => {
    const office = (id: string) => [{ id: 'poole', name: 'Poole', site: { id } }];
    const ofContent = { title: { key: 'content-changed', values: { entry: 'Poole' } } };
    expect(describeEdit('content/offices.json', [office('101'), office('119')], ofContent)).toBe(
      'Content: Poole: “Trevarrow” → “Trevarrow Solent”',
    );
  });

  it('name an entry that is removed by its title alone', () => {
    const page = [{ path: '/part-exchange', title: 'Part exchange', site: '101' }];
    const title = { key: 'content-removed', values: { entry: 'Part exchange' } };
    expect(describeEdit('content/pages.json', [page, []], { title })).toBe(
      'Remove from the content: Part exchange',
    );
  });

  it.each([
    ['property-drawn_choice', 'ui:widget', [undefined, 'radio'], 'Appearance of Rig: set to “Buttons”'],
    ['property-wide', 'ui:wide', [undefined, true], 'Width of Rig: no → yes'],
    ['property-content_list', 'ui:optionSet', ['events', 'models'], 'Where the choices of Rig come from'],
  ] as const)('name the choice of %s', (key, option, [from, to], step) => {
    const ui = (value: string | boolean | undefined) => ({
      rig: value === undefined ? {} : { [option]: value },
    });
    const ofProperty = { title: { key, values: { field: 'Rig' } } };
    expect(describeEdit('ui.json', [ui(from), ui(to)], ofProperty)).toBe(step);
  });
});

describe('formatUnsavedValues', () => {
  const say = createFormatMessage('en');
  const wordValues = createValueWords({ say, locale: 'en', documents, content, panel });
  /** Returns the values of a change of a document, without marks of direction. */
  const formatEdit = (file: string, after: unknown, title: ChangeTitle) => {
    const patches = createDocumentPatches(documents, file, after as Json);
    return formatUnsavedValues({ title, patches }, { say, wordValues }).map((words) =>
      words.replaceAll(/\p{Cf}/gu, ''),
    );
  };

  it('returns words without paths and JSON', () => {
    const texts = { ...asObject(documents['texts/en.json']), 'send-message': 'Send it', yes: 'Aye' };
    expect(formatEdit('texts/en.json', texts, { key: 'texts-imported' })).toEqual([
      '“Send message” → “Send it”',
      '“Yes” → “Aye”',
    ]);
    const settings = { ...asObject(documents['settings.json']), sendLater: { days: 3 } };
    expect(formatEdit('settings.json', settings, { key: 'send-later' })).toEqual([
      'within 7 days → within 3 days',
    ]);
  });

  it('returns what a person wrote as JSON at its path', () => {
    const texts = { ...asObject(documents['texts/en.json']), yes: 'Aye' };
    expect(formatEdit('texts/en.json', texts, { key: 'json' })).toEqual(['texts/en.json › yes: Aye']);
  });

  it('returns all sentences of a text with one for each number', () => {
    const key = 'can-retry-in';
    const text = '{minutes, plural, one {Wait a minute.} other {Wait {minutes} minutes.}}';
    const patch: Patch = { file: 'texts/en.json', path: [key], before: 'Wait.', after: text };
    const words = formatUnsavedValues({ title: { key: 'text' }, patches: [patch] }, { say, wordValues });
    expect(words.join(' ')).toContain(text);
  });

  it('returns all of an object, also what words leave out', () => {
    const site = { id: '130', name: 'Trevarrow Baltic', domain: 'baltic.example' };
    const patch: Patch = { file: 'content/sites.json', path: ['130'], after: site };
    const change = {
      title: { key: 'content-added', values: { name: site.name } },
      patches: [patch],
    } as const;
    expect(formatUnsavedValues(change, { say, wordValues }).join(' ')).toContain('baltic.example');
  });

  it('returns the entries of a list', () => {
    const patch: Patch = {
      file: 'forms/sales/schema.json',
      path: ['enum'],
      before: ['a'],
      after: ['a', 'b'],
    };
    const change = { title: { key: 'choices' }, patches: [patch] };
    expect(formatUnsavedValues(change, { say, wordValues })).toEqual(['a, b']);
  });
});
