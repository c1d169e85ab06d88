import fc from 'fast-check';
import type { Documents, JsonSchema } from '#engine';
import { createDocumentsOfSamples } from '../support/sample-documents.ts';

/** The content of a version: rules, and everything else that may change. */
export interface RandomVersion {
  readonly rules: readonly RandomRule[];
  readonly rest: VersionRest;
}

/** A version, and its successor. */
export interface RandomChange {
  readonly before: RandomVersion;
  readonly after: RandomVersion;
}

type Node = Readonly<Record<string, unknown>>;

const v = (name: string): Node => ({ var: name });
const pickOne = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);

const ofPage = pickOne<Node>(
  { '==': [v('site.id'), '119'] },
  { '==': [v('site.id'), '204'] },
  { in: [v('site.id'), ['119', '204']] },
  v('site.isInternational'),
  v('page.inModal'),
  v('page.isForLanding'),
  v('page.eventTitle'),
  { '>': [v('today'), '2027-01-31'] },
  { '>=': [v('today'), '2027-01-31'] },
);

const ofAnswers = fc.oneof(
  fc.tuple(pickOne('<', '<=', '>', '>='), pickOne(2, 4)).map(
    ([operator, count]): Node => ({
      [operator]: [v('values.guests'), count],
    }),
  ),
  pickOne('sloop', 'ketch').map((rig): Node => ({ '==': [v('values.rig'), rig] })),
  pickOne<Node>(
    { in: [v('values.rig'), ['ketch', 'yawl']] },
    v('values.skipper'),
    v('values.rig'),
    v('values.phone'),
    v('offices.anyOffered'),
    { '==': [v('type'), 'berth'] },
    { '==': [v('type'), 'charter'] },
  ),
);

const ofOffice = pickOne<Node>(
  v('office.email'),
  { in: ['berth', v('office.services')] },
  { in: ['charter', v('office.services')] },
  { '!': v('office.site.isInternational') },
);

function joinConditions(atom: fc.Arbitrary<Node>): fc.Arbitrary<Node> {
  return fc.oneof(
    { weight: 4, arbitrary: atom },
    { weight: 1, arbitrary: atom.map((inner): Node => ({ '!': inner })) },
    { weight: 2, arbitrary: fc.tuple(atom, atom).map((and): Node => ({ and })) },
    { weight: 1, arbitrary: fc.tuple(atom, atom).map((or): Node => ({ or })) },
  );
}

const pickSome = (...values: readonly string[]) => fc.subarray([...values], { minLength: 1, maxLength: 2 });
const fields = pickSome('phone', 'message', 'rig', 'skipper', 'office_location');

const early = joinConditions(ofPage);
const late = joinConditions(fc.oneof(ofPage, ofAnswers));

const effects = fc.oneof(
  { weight: 3, arbitrary: fields.map((hide) => ({ hide })) },
  fields.map((conceal) => ({ conceal })),
  fields.map((show) => ({ show })),
  { weight: 3, arbitrary: fields.map((require) => ({ require })) },
  fields.map((disable) => ({ disable })),
  fields.map((readonly) => ({ readonly })),
  pickOne(
    { preset: { phone: '1234' } },
    { preset: { rig: 'ketch' } },
    { preset: { phone: v('page.eventTitle') } },
  ),
  pickOne({ bound: { guests: { maximum: 8 } } }, { bound: { guests: { minimum: 2, maximum: 9 } } }),
  pickOne({ filter: { rig: { in: [v('item.value'), ['sloop', 'ketch']] } } }),
  pickOne({ label: { message: 'submit' } }, { hint: { message: 'submit' } }),
  pickOne<object>({ recipient: 'desk' }, { recipient: v('values.rig') }),
);

/** A rule as documents contain it. */
export type RandomRule = {
  readonly id: string;
  readonly description: string;
  readonly when?: Node;
  readonly then: object;
};

const bare = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.option(late, { nil: undefined, freq: 4 }), effects) },
  fc.tuple(early, pickOne({ excludeTypes: ['charter'] }, { hide: ['enquiry_type'] })),
  fc.tuple(
    fc.option(early, { nil: undefined }),
    ofOffice.map((eligible) => ({ eligible })),
  ),
  fc.tuple(
    fc.option(early, { nil: undefined }),
    ofOffice.map((offer) => ({ offer })),
  ),
  fc.tuple(
    fc.oneof(early, fc.constant<Node>({ '!': v('offices.anyEligible') })),
    fc.constant({ hideSection: true }),
  ),
);

const rules: fc.Arbitrary<readonly RandomRule[]> = fc.array(bare, { minLength: 1, maxLength: 4 }).map((all) =>
  all.map(([when, then], at) => ({
    id: `rule-${at}`,
    description: `The rule of number ${at}.`,
    ...(when && { when }),
    then,
  })),
);

interface VersionRest {
  readonly required: readonly string[];
  readonly order: readonly string[];
  readonly rigs: readonly string[];
  readonly longest: number;
  readonly pattern: boolean;
  readonly label: string;
  readonly german: string | undefined;
  readonly isWide: boolean;
}

const names = ['name', 'phone', 'guests', 'rig', 'skipper', 'message', 'office_location'];

/** The content of versions in which only rules change. */
export const usualRest: VersionRest = {
  required: ['name'],
  order: names,
  rigs: ['sloop', 'ketch', 'yawl'],
  longest: 40,
  pattern: false,
  label: 'Rig',
  german: 'Takelung',
  isWide: false,
};

const otherRest: fc.Arbitrary<Partial<VersionRest>> = fc.record(
  {
    required: pickSome('name', 'phone', 'message'),
    order: fc
      .tuple(
        fc.shuffledSubarray([...names], { minLength: 5 }),
        fc.constant(['name', 'rig', 'guests', 'skipper']),
      )
      .map(([some, kept]) => [...new Set([...some, ...kept])]),
    rigs: pickOne(['sloop', 'ketch'], ['sloop', 'ketch', 'yawl', 'cutter'], ['ketch', 'sloop', 'yawl']),
    longest: pickOne(20, 60),
    pattern: fc.constant(true),
    label: pickOne('Kind of rig'),
    german: pickOne<string | undefined>('Rigg', undefined),
    isWide: fc.constant(true),
  },
  { requiredKeys: [] },
);

export function createVersionDocuments({ rules: own, rest }: RandomVersion): Documents {
  const { required, order, rigs, longest, pattern, label, german, isWide } = rest;
  const properties: Readonly<Record<string, JsonSchema>> = {
    name: { title: 'Name', type: 'string', maxLength: longest },
    phone: { title: 'Phone', type: 'string', ...(pattern && { pattern: '^[0-9]+$' }) },
    guests: { title: 'Guests', type: 'integer', minimum: 0, maximum: 40 },
    rig: { title: 'Rig', type: 'string', enum: rigs },
    skipper: { title: 'Skipper', type: 'boolean' },
    message: { title: 'Message', type: 'string' },
    office_location: { title: 'Office', type: 'string' },
  };
  const schema = {
    type: 'object',
    properties: Object.fromEntries(order.map((name) => [name, properties[name]])),
    required: required.filter((name) => order.includes(name)),
  };
  const ui = {
    'ui:order': order,
    ...(order.includes('office_location') && { office_location: { 'ui:widget': 'office-select' } }),
    ...(isWide && { name: { 'ui:wide': true } }),
  };
  const all = createDocumentsOfSamples([
    { key: 'berth', schema, ui },
    { key: 'charter', schema: { ...schema, properties: { ...schema.properties } }, ui },
  ]);
  const without = Object.fromEntries(Object.entries(all).filter(([file]) => !/^texts\/(?!en|de)/.test(file)));
  const texts = (locale: string, text: string | undefined) => {
    const { 'fields.rig.label': _label, ...others } = all[`texts/${locale}.json`] as Record<string, string>;
    return text === undefined ? others : { ...others, 'fields.rig.label': text };
  };
  return {
    ...without,
    'rules.json': { rules: own },
    'settings.json': { ...(all['settings.json'] as object), failureField: 'name' },
    'texts/en.json': texts('en', label),
    'texts/de.json': texts('de', german),
    'scenarios.json': {
      offices: randomOffices,
      usual: {
        site: '1',
        types: ['berth', 'charter'],
        offices: Object.keys(randomOffices),
        today: '2027-01-10',
      },
      scenarios: [],
    },
  };
}

/** Offices with different services, sites and recipients, which conditions can distinguish. */
export const randomOffices = {
  poole: createOffice(1, ['berth', 'charter'], false, 'poole@example.com'),
  palma: createOffice(2, ['berth'], true, 'palma@example.com'),
  brest: createOffice(3, ['charter'], false, null),
  cowes: createOffice(4, [], false, 'cowes@example.com'),
};

function createOffice(
  id: number,
  services: readonly string[],
  isInternational: boolean,
  email: string | null,
) {
  const site = { id: isInternational ? 204 : 1, isInternational, exclude_from_international: false };
  return { id, name: `Office ${id}`, email, services, site };
}

/** A change of some rules, of something else, or of both. */
export const randomChange: fc.Arbitrary<RandomChange> = fc
  .tuple(rules, rules, fc.integer({ min: 0, max: 4 }), fc.option(otherRest, { nil: {} }))
  .map(([own, others, kept, rest]) => ({
    before: { rules: own, rest: usualRest },
    after: {
      rules: [...own.slice(0, kept), ...others.map((rule, at) => ({ ...rule, id: `other-${at}` }))].slice(
        0,
        5,
      ),
      rest: { ...usualRest, ...rest },
    },
  }));
