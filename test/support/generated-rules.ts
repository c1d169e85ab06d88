import fc from 'fast-check';
import type { Documents } from '#engine';
import type { RuleSource } from '#engine/compile/rules.ts';
import { documents } from './forms.ts';

/** Returns the frozen documents, in which the sales enquiry has fields of every kind for rules. */
export function documentsOfEveryKind(): Documents {
  const all = documents();
  const schema = all['forms/sales/schema.json'] as { properties: Record<string, object> };
  const date = { type: 'string', format: 'date' };
  Object.assign(schema.properties, {
    guests: { title: 'Guests', type: 'integer', minimum: 0, maximum: 40 },
    children: { title: 'Children', type: 'integer', minimum: 0, maximum: 40 },
    total: { title: 'All on board', type: 'integer' },
    start: { title: 'First day', ...date },
    end: { title: 'Last day', ...date },
    boarding: { title: 'Boarding time', type: 'string', format: 'time' },
    rig: { title: 'Rig', type: 'string', enum: ['sloop', 'ketch', 'yawl'] },
    skipper: { title: 'With a skipper', type: 'boolean' },
    summary: { title: 'Summary', type: 'string' },
    nickname: { title: 'Name of the boat', type: 'string', maxLength: 40 },
    extras: { title: 'Extras', type: 'array', items: { type: 'string', enum: ['linen', 'kayak', 'wifi'] } },
    craft: {
      title: 'Own boat',
      type: 'object',
      properties: { make: { title: 'Make', type: 'string' }, metres: { title: 'Length', type: 'number' } },
    },
    crew: {
      title: 'Crew',
      type: 'array',
      items: {
        type: 'object',
        properties: {
          age: { title: 'Age', type: 'integer' },
          born: { title: 'Birthday', ...date },
          swims: { title: 'Can swim', type: 'boolean' },
          role: { title: 'Role', type: 'string', enum: ['cook', 'mate'] },
        },
      },
    },
    sizes: { title: 'Boot sizes', type: 'array', items: { type: 'number' } },
  });
  const ui = all['forms/sales/ui.json'] as { 'ui:order'?: string[] };
  ui['ui:order']?.push(...Object.keys(schema.properties).filter((name) => !ui['ui:order']?.includes(name)));
  return all;
}

type Node = { readonly [operator: string]: unknown };

const v = (name: string): Node => ({ var: name });
const field = (name: string) => v(`values.${name}`);
const pick = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const order = pick('<', '<=', '>', '>=');
const equality = pick('==', '!=');
const small = fc.integer({ min: 0, max: 30 });
const day = pick('2027-01-31', '2028-02-29', '2030-06-01');
const shifted = (fact: Node) =>
  fc
    .tuple(
      fc.integer({ min: -18, max: 18 }).filter((count) => count !== 0),
      pick('days', 'weeks', 'months', 'years'),
    )
    .map(([count, unit]): Node => ({ '+': [fact, count, unit] }));
const some = <Value>(...values: readonly Value[]) => fc.subarray([...values], { minLength: 1 });

/** Comparisons of a number, a day or a choice. */
const ofNumber = (fact: Node) =>
  fc.tuple(fc.oneof(order, equality), small).map(([name, n]): Node => ({ [name]: [fact, n] }));
const ofDay = (fact: Node) =>
  fc
    .tuple(order, fc.oneof(day, shifted(v('today')), fc.constant(v('today'))))
    .map(([name, other]): Node => ({ [name]: [fact, other] }));
const ofChoice = (fact: Node, ...choices: readonly string[]) =>
  fc.oneof(
    fc.tuple(equality, pick(...choices)).map(([name, choice]): Node => ({ [name]: [fact, choice] })),
    some(...choices).map((list): Node => ({ in: [fact, list] })),
  );

/** Generates conditions that are joined with `and` and `or` and negated, recursively. */
function joined(atom: fc.Arbitrary<Node>, maxDepth: number): fc.Arbitrary<Node> {
  return fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth, withCrossShrink: true },
      { weight: 4, arbitrary: atom },
      {
        weight: 1,
        arbitrary: fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((and): Node => ({ and })),
      },
      {
        weight: 1,
        arbitrary: fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((or): Node => ({ or })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(tie('node'), fc.boolean())
          .map(([inner, isList]): Node => ({ '!': isList ? [inner] : inner })),
      },
    ),
  })).node;
}

const given = fc.oneof(
  pick(
    ...[
      'site.isInternational',
      'page.inModal',
      'page.isForLanding',
      'page.eventTitle',
      'page.selectedOffice',
      'selectedOffice.services',
    ].map(v),
  ),
  fc
    .tuple(equality, pick<string | number>('119', '204', 101))
    .map(([name, id]): Node => ({ [name]: [v('site.id'), id] })),
  some<string | number>('119', '204', 101).map((ids): Node => ({ in: [v('site.id'), ids] })),
  fc
    .tuple(pick('site.isInternational', 'page.inModal'), fc.boolean())
    .map(([name, is]): Node => ({ '==': [v(name), is] })),
  ofChoice(v('page.eventTitle'), 'Open day', 'Boat show'),
  pick('general', 'sales').map((service): Node => ({ in: [service, v('selectedOffice.services')] })),
  ofDay(v('today')).filter(
    (node) => JSON.stringify(node).indexOf('today') === JSON.stringify(node).lastIndexOf('today'),
  ),
  fc
    .tuple(order, fc.integer({ min: 2027, max: 2031 }))
    .map(([name, year]): Node => ({ [name]: [v('today.nextYear'), year] })),
);
const ofItem = joined(
  fc.oneof(
    ofNumber(v('age')),
    ofDay(v('born')),
    pick(v('swims'), v('role'), { '==': [v('swims'), false] } as Node),
    ofChoice(v('role'), 'cook', 'mate'),
  ),
  1,
);
const ofValues = fc.oneof(
  pick(
    ...['guests', 'start', 'rig', 'skipper', 'nickname', 'extras', 'craft', 'crew', 'craft.make'].map(field),
    v('options.interested_in'),
    v('offices.anyOffered'),
    v('offices.anyEligible'),
  ),
  ofNumber(field('guests')),
  ofNumber(field('crew.count')),
  ofNumber(field('craft.metres')),
  fc.tuple(fc.oneof(order, equality), pick('guests', 'children')).map(
    ([name, other]): Node => ({
      [name]: [field(other === 'guests' ? 'children' : 'guests'), field(other)],
    }),
  ),
  ofDay(field('start')),
  fc.tuple(order, shifted(field('start'))).map(([name, other]): Node => ({ [name]: [field('end'), other] })),
  fc
    .tuple(order, pick('09:30', '18:00:00'))
    .map(([name, time]): Node => ({ [name]: [field('boarding'), time] })),
  ofChoice(field('rig'), 'sloop', 'ketch', 'yawl'),
  ofChoice(field('nickname'), 'Petrel', 'Tern'),
  fc
    .tuple(order, pick('Petrel', 'Tern'))
    .map(([name, word]): Node => ({ [name]: [field('nickname'), word] })),
  fc.tuple(equality, fc.boolean()).map(([name, is]): Node => ({ [name]: [field('skipper'), is] })),
  pick('linen', 'kayak').map((extra): Node => ({ in: [extra, field('extras')] })),
  fc
    .tuple(pick('some', 'all', 'none'), ofItem)
    .map(([name, asked]): Node => ({ [name]: [field('crew'), asked] })),
  fc
    .tuple(pick('some', 'all', 'none'), ofNumber(v('')))
    .map(([name, asked]): Node => ({ [name]: [field('sizes'), asked] })),
  ofChoice(v('type'), 'general', 'sales', 'service', 'valuation'),
);
const ofOffice = joined(
  fc.oneof(
    pick(
      ...[
        'office.email',
        'office.title',
        'office.services',
        'office.site.isInternational',
        'office.site.exclude_from_international',
      ].map(v),
    ),
    pick('general', 'sales', 'service').map((service): Node => ({ in: [service, v('office.services')] })),
    some('1', '2').map((ids): Node => ({ in: [v('office.id'), ids] })),
    ofChoice(v('office.name'), 'Poole', 'Cowes'),
    pick<Node>({ '==': [v('office.site.id'), v('site.id')] }, { '!=': [v('site.id'), v('office.site.id')] }),
    given,
  ),
  2,
);

const early = joined(given, 2);
const late = joined(fc.oneof(given, ofValues), 3);
const shown = some('phone', 'message', 'interested_in', 'guests', 'enquiry_type');
const plain = some('phone', 'message', 'interested_in', 'rig');
const sum = fc.oneof(
  pick<Node>(
    { '+': [field('guests'), field('children')] },
    { '-': [field('guests'), 1] },
    { '*': [field('guests'), { '+': [field('children'), 2] }] },
    { days: [field('start'), field('end')] },
    { years: [field('start'), v('today')] },
    { '+': [field('crew.count'), 1, field('children')] },
    { '/': [field('guests'), { months: [field('start'), field('end')] }] },
  ),
);
const limits = fc
  .record(
    {
      count: fc.integer({ min: 1, max: 20 }),
      types: some('image/jpeg', 'image/png'),
      bytes: pick(1000, 2048, 5 * 1024 * 1024),
      timeoutMs: pick(30_000, 1500),
    },
    { requiredKeys: [] },
  )
  .filter((record) => Object.keys(record).length > 0);
const number = fc.oneof(small, fc.constant(v('today.nextYear')));
const dayOrFact = fc.oneof(day, shifted(v('today')), fc.constant(v('today')));

type Made = fc.Arbitrary<Pick<RuleSource, 'when' | 'then'>>;

const made = (when: fc.Arbitrary<Node>, then: fc.Arbitrary<object>): Made =>
  fc
    .tuple(fc.option(when, { nil: undefined, freq: 5 }), then)
    .map(
      ([asked, done]) => ({ ...(asked && { when: asked }), then: done }) as Pick<RuleSource, 'when' | 'then'>,
    );

/** Effects that depend on answers, several at a time. */
const answering = fc
  .record(
    {
      hide: plain,
      show: plain,
      conceal: plain,
      require: plain,
      disable: plain,
      enable: plain,
      readonly: plain,
      recipient: pick<unknown>('desk', field('rig')),
      destinations: pick<unknown>(['crm'], ['archive', 'crm']),
      label: pick({ message: 'send-message' }),
      hint: pick({ message: 'submit' }),
      options: pick(
        { interested_in: 'futureEvents' },
        { interested_in: 'yachtModels' },
        { interested_in: 'pageEvent' },
      ),
      filter: fc.record({ rig: joined(ofChoice(v('item.value'), 'sloop', 'ketch'), 1) }),
      preset: pick<unknown>(
        { nickname: 'Petrel' },
        { rig: 'ketch', guests: 3 },
        { skipper: true },
        { interested_in: v('page.eventTitle') },
        { start: { '+': [v('today'), 14, 'days'] } },
      ),
      calculate: fc.oneof(
        { weight: 4, arbitrary: sum.map((total) => ({ total })) },
        fc.constant({ summary: { cat: [field('rig'), ' – ', field('guests')] } }),
      ),
      limit: limits.map((upload) => ({ upload })),
      bound: fc.oneof(
        number.map((minimum) => ({ guests: { minimum } })),
        dayOrFact.map((maximum) => ({ start: { maximum }, end: { minimum: field('start') } })),
        fc.constant({ children: { equals: field('guests') } }),
      ),
    },
    { requiredKeys: [] },
  )
  .filter((then) => Object.keys(then).length > 0);

/** An arbitrary rule about those documents, without an id. */
const arbitraryRule: Made = fc.oneof(
  made(
    early,
    some('careers', 'valuation', 'event').map((excludeTypes) => ({ excludeTypes })),
  ),
  made(
    early,
    pick<Node>(
      { in: [v('candidate.name'), v('selectedOffice.services')] },
      { '==': [v('candidate.name'), 'sales'] },
    ).map((preferTypes) => ({ preferTypes })),
  ),
  made(
    early,
    ofOffice.map((eligible) => ({ eligible })),
  ),
  made(
    joined(fc.oneof(given, ofChoice(v('type'), 'general', 'sales')), 2),
    ofOffice.map((offer) => ({ offer })),
  ),
  made(joined(fc.oneof(given, fc.constant(v('offices.anyEligible'))), 2), fc.constant({ hideSection: true })),
  made(
    early,
    shown.map((hide) => ({ hide })),
  ),
  { weight: 4, arbitrary: made(late, answering) },
);

/** An arbitrary rule that replaces another. */
export const arbitraryRuleSource: fc.Arbitrary<RuleSource> = fc
  .tuple(
    arbitraryRule,
    fc.option(fc.constant('modal'), { nil: undefined, freq: 9 }),
    fc.integer({ min: 1, max: 9999 }),
  )
  .map(([rule, insteadOf, id]) => ({
    id: `rule-${id}`,
    description: `The rule of number ${id}.`,
    ...rule,
    ...(insteadOf && { insteadOf }),
  }));
