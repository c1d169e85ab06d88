import fc from 'fast-check';
import type { Documents } from '#engine';
import type { RuleSource } from '#engine/compile/rules.ts';
import { readFrozenDocuments } from './forms.ts';

/** Returns the frozen documents, in which the sales enquiry has fields of every kind for rules. */
export function documentsOfEveryKind(): Documents {
  const all = readFrozenDocuments();
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
const pickOne = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
const order = pickOne('<', '<=', '>', '>=');
const equality = pickOne('==', '!=');
const small = fc.integer({ min: 0, max: 30 });
const day = pickOne('2027-01-31', '2028-02-29', '2030-06-01');
const shiftFact = (fact: Node) =>
  fc
    .tuple(
      fc.integer({ min: -18, max: 18 }).filter((count) => count !== 0),
      pickOne('days', 'weeks', 'months', 'years'),
    )
    .map(([count, unit]): Node => ({ '+': [fact, count, unit] }));
const pickSome = <Value>(...values: readonly Value[]) => fc.subarray([...values], { minLength: 1 });

/** Comparisons of a number, a day or a choice. */
const compareNumber = (fact: Node) =>
  fc.tuple(fc.oneof(order, equality), small).map(([name, n]): Node => ({ [name]: [fact, n] }));
const compareDay = (fact: Node) =>
  fc
    .tuple(order, fc.oneof(day, shiftFact(v('today')), fc.constant(v('today'))))
    .map(([name, other]): Node => ({ [name]: [fact, other] }));
const compareChoice = (fact: Node, ...choices: readonly string[]) =>
  fc.oneof(
    fc.tuple(equality, pickOne(...choices)).map(([name, choice]): Node => ({ [name]: [fact, choice] })),
    pickSome(...choices).map((list): Node => ({ in: [fact, list] })),
  );

/** Generates conditions that are joined with `and` and `or` and negated, recursively. */
function joinConditions(atom: fc.Arbitrary<Node>, maxDepth: number): fc.Arbitrary<Node> {
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
  pickOne(
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
    .tuple(equality, pickOne<string | number>('119', '204', 101))
    .map(([name, id]): Node => ({ [name]: [v('site.id'), id] })),
  pickSome<string | number>('119', '204', 101).map((ids): Node => ({ in: [v('site.id'), ids] })),
  fc
    .tuple(pickOne('site.isInternational', 'page.inModal'), fc.boolean())
    .map(([name, is]): Node => ({ '==': [v(name), is] })),
  compareChoice(v('page.eventTitle'), 'Open day', 'Boat show'),
  pickOne('general', 'sales').map((service): Node => ({ in: [service, v('selectedOffice.services')] })),
  compareDay(v('today')).filter(
    (node) => JSON.stringify(node).indexOf('today') === JSON.stringify(node).lastIndexOf('today'),
  ),
  fc
    .tuple(order, fc.integer({ min: 2027, max: 2031 }))
    .map(([name, year]): Node => ({ [name]: [v('today.nextYear'), year] })),
);
const ofItem = joinConditions(
  fc.oneof(
    compareNumber(v('age')),
    compareDay(v('born')),
    pickOne(v('swims'), v('role'), { '==': [v('swims'), false] } as Node),
    compareChoice(v('role'), 'cook', 'mate'),
  ),
  1,
);
const ofValues = fc.oneof(
  pickOne(
    ...['guests', 'start', 'rig', 'skipper', 'nickname', 'extras', 'craft', 'crew', 'craft.make'].map(field),
    v('options.interested_in'),
    v('offices.anyOffered'),
    v('offices.anyEligible'),
  ),
  compareNumber(field('guests')),
  compareNumber(field('crew.count')),
  compareNumber(field('craft.metres')),
  fc.tuple(fc.oneof(order, equality), pickOne('guests', 'children')).map(
    ([name, other]): Node => ({
      [name]: [field(other === 'guests' ? 'children' : 'guests'), field(other)],
    }),
  ),
  compareDay(field('start')),
  fc
    .tuple(order, shiftFact(field('start')))
    .map(([name, other]): Node => ({ [name]: [field('end'), other] })),
  fc
    .tuple(order, pickOne('09:30', '18:00:00'))
    .map(([name, time]): Node => ({ [name]: [field('boarding'), time] })),
  compareChoice(field('rig'), 'sloop', 'ketch', 'yawl'),
  compareChoice(field('nickname'), 'Petrel', 'Tern'),
  fc
    .tuple(order, pickOne('Petrel', 'Tern'))
    .map(([name, word]): Node => ({ [name]: [field('nickname'), word] })),
  fc.tuple(equality, fc.boolean()).map(([name, is]): Node => ({ [name]: [field('skipper'), is] })),
  pickOne('linen', 'kayak').map((extra): Node => ({ in: [extra, field('extras')] })),
  fc
    .tuple(pickOne('some', 'all', 'none'), ofItem)
    .map(([name, asked]): Node => ({ [name]: [field('crew'), asked] })),
  fc
    .tuple(pickOne('some', 'all', 'none'), compareNumber(v('')))
    .map(([name, asked]): Node => ({ [name]: [field('sizes'), asked] })),
  compareChoice(v('type'), 'general', 'sales', 'service', 'valuation'),
);
const ofOffice = joinConditions(
  fc.oneof(
    pickOne(
      ...[
        'office.email',
        'office.title',
        'office.services',
        'office.site.isInternational',
        'office.site.exclude_from_international',
      ].map(v),
    ),
    pickOne('general', 'sales', 'service').map((service): Node => ({ in: [service, v('office.services')] })),
    pickSome('1', '2').map((ids): Node => ({ in: [v('office.id'), ids] })),
    compareChoice(v('office.name'), 'Poole', 'Cowes'),
    pickOne<Node>(
      { '==': [v('office.site.id'), v('site.id')] },
      { '!=': [v('site.id'), v('office.site.id')] },
    ),
    given,
  ),
  2,
);

const early = joinConditions(given, 2);
const late = joinConditions(fc.oneof(given, ofValues), 3);
const shown = pickSome('phone', 'message', 'interested_in', 'guests', 'enquiry_type');
const plain = pickSome('phone', 'message', 'interested_in', 'rig');
const sum = fc.oneof(
  pickOne<Node>(
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
      types: pickSome('image/jpeg', 'image/png'),
      bytes: pickOne(1000, 2048, 5 * 1024 * 1024),
      timeoutMs: pickOne(30_000, 1500),
    },
    { requiredKeys: [] },
  )
  .filter((record) => Object.keys(record).length > 0);
const number = fc.oneof(small, fc.constant(v('today.nextYear')));
const dayOrFact = fc.oneof(day, shiftFact(v('today')), fc.constant(v('today')));

type ArbitraryRule = fc.Arbitrary<Pick<RuleSource, 'when' | 'then'>>;

const buildRule = (when: fc.Arbitrary<Node>, then: fc.Arbitrary<object>): ArbitraryRule =>
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
      recipient: pickOne<unknown>('desk', field('rig')),
      destinations: pickOne<unknown>(['crm'], ['archive', 'crm']),
      label: pickOne({ message: 'send-message' }),
      hint: pickOne({ message: 'submit' }),
      options: pickOne(
        { interested_in: 'futureEvents' },
        { interested_in: 'yachtModels' },
        { interested_in: 'pageEvent' },
      ),
      filter: fc.record({ rig: joinConditions(compareChoice(v('item.value'), 'sloop', 'ketch'), 1) }),
      preset: pickOne<unknown>(
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
const arbitraryRule: ArbitraryRule = fc.oneof(
  buildRule(
    early,
    pickSome('careers', 'valuation', 'event').map((excludeTypes) => ({ excludeTypes })),
  ),
  buildRule(
    early,
    pickOne<Node>(
      { in: [v('candidate.name'), v('selectedOffice.services')] },
      { '==': [v('candidate.name'), 'sales'] },
    ).map((preferTypes) => ({ preferTypes })),
  ),
  buildRule(
    early,
    ofOffice.map((eligible) => ({ eligible })),
  ),
  buildRule(
    joinConditions(fc.oneof(given, compareChoice(v('type'), 'general', 'sales')), 2),
    ofOffice.map((offer) => ({ offer })),
  ),
  buildRule(
    joinConditions(fc.oneof(given, fc.constant(v('offices.anyEligible'))), 2),
    fc.constant({ hideSection: true }),
  ),
  buildRule(
    early,
    shown.map((hide) => ({ hide })),
  ),
  { weight: 4, arbitrary: buildRule(late, answering) },
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
