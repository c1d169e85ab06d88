import type { Documents } from '#engine';
import { drawnForms } from '../corpus/corpus.ts';
import { documents } from '../support/forms.ts';
import { documentsOfSamples } from '../support/sample-documents.ts';

/** A number from 0 up to 1, the same ones for a seed. */
export type Random = () => number;

/** Numbers of a seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of some. */
export function oneOf<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

/** A change, in words for whoever reads of a miss, and the documents before and after. */
export interface WideChange {
  readonly words: readonly string[];
  readonly before: Documents;
  readonly after: Documents;
}

const samples = drawnForms();

/** Some documents: our forms, or a few forms of the corpus with what is between them. */
function someDocuments(random: Random): Documents {
  if (random() < 0.45) return documents();
  const chosen = new Map(
    Array.from({ length: 2 }, () => oneOf(random, samples)).map((form) => [form.key, form]),
  );
  return documentsOfSamples([...chosen.values()]);
}

// biome-ignore lint/suspicious/noExplicitAny: documents are changed here in every way, so they have no type.
type Doc = any;

/** One to three random changes of any document: of what stands in it, whatever it is, and of what people do to forms. */
export function wideChange(random: Random): WideChange {
  const before = someDocuments(random);
  const after = structuredClone(before) as Record<string, Doc>;
  const words: string[] = [];
  for (let left = oneOf(random, [1, 1, 1, 2, 3]); left > 0; left -= 1)
    words.push(random() < 0.4 ? changedAnywhere(random, after) : oneOf(random, ways)(random, after));
  return { words, before, after };
}

interface Place {
  readonly owner: Doc;
  readonly key: string | number;
  readonly path: string;
}

function placesOf(owner: Doc, path: string): readonly Place[] {
  if (typeof owner !== 'object' || owner === null) return [];
  const keys = Array.isArray(owner) ? owner.map((_, at) => at) : Object.keys(owner);
  return keys.flatMap((key) => [
    { owner, key, path: `${path}/${key}` },
    ...placesOf(owner[key], `${path}/${key}`),
  ]);
}

function changedAnywhere(random: Random, all: Record<string, Doc>): string {
  const files = Object.keys(all).filter((file) => !file.startsWith('meta/'));
  const file = oneOf(random, files);
  const places = placesOf(all[file], file).filter(({ key }) => key !== '$schema');
  if (places.length === 0) return 'nothing';
  const { owner, key, path } = oneOf(random, places);
  const value = owner[key];
  const fate = random();
  if (fate < 0.3) {
    if (Array.isArray(owner)) owner.splice(Number(key), 1);
    else delete owner[key];
    return `${path} taken out`;
  }
  const other = otherValue(random, value, places);
  owner[key] = other;
  return `${path}: ${JSON.stringify(value)?.slice(0, 80)} -> ${JSON.stringify(other)?.slice(0, 80)}`;
}

function otherValue(random: Random, value: Doc, places: readonly Place[]): Doc {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + oneOf(random, [1, -1, 5, 100]);
  if (typeof value === 'string') {
    const others = places.map(({ owner, key }) => owner[key]).filter((each) => typeof each === 'string');
    return random() < 0.6 ? oneOf(random, others) : `${value} anew`;
  }
  if (Array.isArray(value)) {
    const moved = value.toSorted(() => random() - 0.5);
    return random() < 0.7 ? moved : value.slice(1);
  }
  return random() < 0.5
    ? Object.fromEntries(Object.entries(value ?? {}).toSorted(() => random() - 0.5))
    : Object.fromEntries(Object.entries(value ?? {}).slice(1));
}

type Way = (random: Random, all: Record<string, Doc>) => string;

const forms = (all: Record<string, Doc>) =>
  Object.keys(all).flatMap((file) => (/^forms\/.*\/schema\.json$/.test(file) ? [file.slice(6, -12)] : []));

function someForm(random: Random, all: Record<string, Doc>) {
  const key = oneOf(random, forms(all));
  const [schema, ui] = [all[`forms/${key}/schema.json`], all[`forms/${key}/ui.json`]];
  const name = oneOf(random, Object.keys(schema?.properties ?? { name: true }));
  return { key, schema, ui, name };
}

const sites = ['119', '204', '305', '1'];

function someCondition(random: Random, all: Record<string, Doc>): Doc {
  const { name, schema, key } = someForm(random, all);
  const { type, enum: choices } = schema?.properties?.[name] ?? {};
  const fact = { var: `values.${name}` };
  const answer = choices ? { '==': [fact, choices[0]] } : type === 'integer' ? { '>': [fact, 3] } : fact;
  return oneOf(random, [
    { var: 'page.inModal' },
    { var: 'page.isForLanding' },
    { var: 'page.eventTitle' },
    { var: 'page.selectedOffice' },
    { var: 'site.isInternational' },
    { '==': [{ var: 'site.id' }, oneOf(random, sites)] },
    { '>=': [{ var: 'today' }, '2027-02-01'] },
    { var: 'offices.anyOffered' },
    { '==': [{ var: 'type' }, key] },
    answer,
    { '!': answer },
    { and: [answer, { var: 'page.inModal' }] },
    { or: [answer, { '==': [{ var: 'site.id' }, oneOf(random, sites)] }] },
  ]);
}

function someEffect(random: Random, all: Record<string, Doc>): Doc {
  const { name, schema, key } = someForm(random, all);
  const property = schema?.properties?.[name] ?? {};
  return oneOf<Doc>(random, [
    { hide: [name] },
    { show: [name] },
    { conceal: [name] },
    { require: [name] },
    { disable: [name] },
    { readonly: [name] },
    { enable: [name] },
    { excludeTypes: [key] },
    { hide: ['office_location'] },
    { hide: ['enquiry_type'] },
    { hide: ['interested_in'] },
    { preset: { interested_in: { var: 'page.eventTitle' } } },
    { preset: { [name]: property.enum?.[0] ?? (property.type === 'integer' ? 3 : 'Osprey') } },
    { preset: { [name]: property.examples?.[0] ?? property.default ?? 'x' } },
    { offer: { in: ['sales', { var: 'office.services' }] } },
    { eligible: { '!': { var: 'office.site.isInternational' } } },
    { filter: { interested_in: { '!=': [{ var: 'item.value' }, 'Open day'] } } },
    { filter: { [name]: { '!=': [{ var: 'item.value' }, property.enum?.[0] ?? 1] } } },
    { options: { interested_in: oneOf(random, ['futureEvents', 'yachtModels', 'pageEvent']) } },
    { limit: { upload: { count: oneOf(random, [1, 2, 3]) } } },
    { limit: { upload: { types: ['image/png'] } } },
    { bound: { [name]: { minimum: oneOf(random, [0, 1, 2]) } } },
    { bound: { [name]: { maximum: oneOf(random, [5, 10]) } } },
    { label: { [name]: 'optional' } },
    { hint: { [name]: 'optional' } },
    { recipient: 'desk' },
    { hideSection: true },
    { preferTypes: { in: [{ var: 'candidate.name' }, { var: 'page.selectedOffice' }] } },
  ]);
}

const ways: readonly Way[] = [
  (random, all) => {
    const when = random() < 0.75 ? someCondition(random, all) : undefined;
    const rule = {
      id: 'planted',
      description: 'Planted.',
      ...(when && { when }),
      then: someEffect(random, all),
    };
    all['rules.json'].rules.push(rule);
    return `rule ${JSON.stringify(rule)}`;
  },
  (random, all) => {
    const rule = oneOf<Doc>(random, all['rules.json'].rules);
    if (rule === undefined) return 'no rule';
    rule.when = someCondition(random, all);
    return `when of ${rule.id}: ${JSON.stringify(rule.when)}`;
  },
  (random, all) => {
    const rule = oneOf<Doc>(random, all['rules.json'].rules);
    if (rule === undefined) return 'no rule';
    Object.assign(rule.then, someEffect(random, all));
    return `then of ${rule.id}: ${JSON.stringify(rule.then)}`;
  },
  (random, all) => {
    const { rules } = all['rules.json'];
    const [gone] = rules.splice(Math.floor(random() * rules.length), 1);
    return `rule ${gone?.id} gone`;
  },
  (random, all) => {
    const { key, schema, name } = someForm(random, all);
    const had = new Set<string>(schema.required ?? []);
    if (!had.delete(name)) had.add(name);
    schema.required = [...had];
    return `${key} required ${name} ${had.has(name)}`;
  },
  (random, all) => {
    const { key, schema, name } = someForm(random, all);
    const words = oneOf<Doc>(random, [
      { minLength: 3 },
      { maxLength: 7 },
      { minimum: 2 },
      { maximum: 9 },
      { pattern: '^[A-Z]' },
      { format: 'email' },
      { title: 'Titled' },
      { description: 'Described' },
      { default: 'x' },
      { enum: ['a', 'b'] },
      { readOnly: true },
      { minItems: 2 },
      { maxItems: 2 },
      { uniqueItems: true },
      { multipleOf: 3 },
      { const: 'x' },
      { required: ['name'] },
      { additionalProperties: false },
    ]);
    if (typeof schema.properties?.[name] !== 'object') return 'nothing';
    schema.properties[name] = { ...schema.properties[name], ...words };
    return `${key} ${name} ${JSON.stringify(words)}`;
  },
  (random, all) => {
    const { key, ui, name } = someForm(random, all);
    const words = oneOf<Doc>(random, [
      {
        'ui:widget': oneOf(random, [
          'textarea',
          'radio',
          'select',
          'text',
          'hidden',
          'updown',
          'range',
          'checkboxes',
          'password',
        ]),
      },
      { 'ui:wide': true },
      { 'ui:help': 'Helped' },
      { 'ui:description': 'Said' },
      { 'ui:title': 'Titled' },
      { 'ui:placeholder': 'Held' },
      { 'ui:disabled': true },
      { 'ui:readonly': true },
      { 'ui:enumDisabled': ['a'] },
      { 'ui:autocomplete': 'email' },
      { 'ui:options': { rows: 9 } },
      { 'ui:options': { addable: false } },
      { 'ui:options': { orderable: false, removable: false } },
    ]);
    ui[name] = { ...ui[name], ...words };
    return `${key} ${name} ${JSON.stringify(words)}`;
  },
  (random, all) => {
    const { key, schema, ui } = someForm(random, all);
    const order = ui['ui:order'] ?? Object.keys(schema.properties ?? {});
    ui['ui:order'] = order.toSorted(() => random() - 0.5);
    return `${key} in another order`;
  },
  (random, all) => {
    const { key, schema } = someForm(random, all);
    const if_ = { properties: { name: { const: 'Ann' } }, required: ['name'] };
    schema.if ??= if_;
    schema.then = { required: [someForm(random, all).name] };
    return `${key} if/then ${JSON.stringify(schema.then)}`;
  },
  (random, all) => {
    const { key, ui, name } = someForm(random, all);
    ui['ui:steps'] = [
      { name: 'first', fields: [name] },
      ...(random() < 0.5 ? [{ name: 'second', fields: [someForm(random, all).name] }] : []),
    ];
    return `${key} steps ${JSON.stringify(ui['ui:steps'])}`;
  },
  (random, all) => {
    const { key, ui, name } = someForm(random, all);
    ui['ui:blocks'] = [
      ...(ui['ui:blocks'] ?? []),
      { name: 'said', kind: oneOf(random, ['heading', 'paragraph', 'notice']), before: name, text: 'Said' },
    ];
    all['texts/en.json'][`${key}.blocks.said.text`] = 'Said';
    return `${key} block before ${name}`;
  },
  (random, all) => {
    const locale = oneOf(random, ['en', 'de', 'fr', 'ar']);
    const texts = all[`texts/${locale}.json`];
    const key = oneOf(
      random,
      Object.keys(texts).filter((each) => each !== '$schema'),
    );
    if (random() < 0.4) delete texts[key];
    else texts[key] = `${texts[key]}!`;
    return `text ${locale} ${key}`;
  },
  (random, all) => {
    const locale = oneOf(random, ['en', 'de', 'fr', 'ar']);
    const { key, name } = someForm(random, all);
    const part = oneOf(random, ['label', 'hint', 'placeholder', 'problems.required']);
    const own = random() < 0.5 ? `fields.${name}.${part}` : `${key}.fields.${name}.${part}`;
    all[`texts/${locale}.json`][own] = 'Said otherwise';
    return `text ${locale} ${own}`;
  },
  (random, all) => {
    const type = oneOf<Doc>(random, all['enquiry-types.json'].enquiryTypes);
    const way = oneOf(random, ['retired', 'names', 'key', 'id', 'gone', 'order', 'new']);
    const { enquiryTypes } = all['enquiry-types.json'];
    if (way === 'retired') type.retired = type.retired !== true;
    if (way === 'names') type.names = { en: 'Named', de: 'Genannt' };
    if (way === 'key') type.key = 'otherwise';
    if (way === 'id') type.id = 991;
    if (way === 'gone') enquiryTypes.splice(enquiryTypes.indexOf(type), 1);
    if (way === 'order') enquiryTypes.sort(() => random() - 0.5);
    if (way === 'new')
      enquiryTypes.push({ id: 77, key: 'planted', folder: type.folder, names: { en: 'New' } });
    return `type ${type.key} ${way}`;
  },
  (random, all) => {
    const settings = all['settings.json'];
    const words = oneOf<Doc>(random, [
      { summaryAbove: 7 },
      { sendTimeoutMs: 1234 },
      { pipedLength: 5 },
      { fallbackLocale: 'de' },
      { failureField: someForm(random, all).name },
      { success: { ...settings.success, scrollDelayMs: 77 } },
    ]);
    Object.assign(settings, words);
    return `settings ${JSON.stringify(words)}`;
  },
];
