import fc from 'fast-check';
import { createJsonHeaders } from '../support/raw.ts';
import type { RequestGenerator } from './generator.ts';

/** The limit of documents. */
const longestDocument = 100_000;

/** The limit of an answer. */
const longestAnswer = 10_000;

/** GraphQL that no client of the form sends: as broad, deep, long and odd as 100 kB allow. */
export const graphqlRequests = {
  name: 'graphql',
  requests: () =>
    fc.record({ query: createDocuments(), variables: variables() }).map((call) => {
      const body = JSON.stringify({ ...call, query: call.query.slice(0, longestDocument) });
      return { method: 'POST', target: '/graphql', headers: createJsonHeaders(body), body };
    }),
  isDue: ({ status, bytes }) => [200, 400].includes(status) && bytes < longestAnswer,
} satisfies RequestGenerator;

function createDocuments(): fc.Arbitrary<string> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.array(definition(), { minLength: 1, maxLength: 5 }).map((all) => all.join('\n')),
    },
    { weight: 2, arbitrary: doublingFragments() },
    { weight: 1, arbitrary: createCircle() },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  );
}

/** Each fragment spreads the next one several times, so that the fields grow exponentially with the lines. */
function doublingFragments(): fc.Arbitrary<string> {
  return fc
    .record({
      depth: fc.integer({ min: 2, max: 60 }),
      spreads: fc.integer({ min: 1, max: 20 }),
      type: fc.constantFrom('Query', 'Mutation', '__Type', '__Schema', 'SendContactUsResult'),
      leaf: fc.oneof(selection(), fc.constant('__schema { types { fields { type { name } } } }')),
    })
    .map(({ depth, spreads, type, leaf }) => {
      const fragments = Array.from({ length: depth }, (_, index) => {
        const inner = index + 1 < depth ? `...f${index + 1} `.repeat(spreads) : leaf;
        return `fragment f${index} on ${type} { ${inner} }`;
      });
      return `{ ...f0 }\n${fragments.join('\n')}`;
    });
}

function createCircle(): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: 50 }).map((length) =>
    Array.from(
      { length },
      (_, index) => `fragment c${index} on Query { ...c${(index + 1) % length} __typename }`,
    )
      .concat('{ ...c0 }')
      .join('\n'),
  );
}

function definition(): fc.Arbitrary<string> {
  const head = fc.constantFrom(
    '',
    'query ',
    'mutation ',
    'subscription ',
    'query q($domain: String!) ',
    'mutation m($a: Int = 1, $b: [String!]!) ',
    'fragment f on Query ',
    'fragment g on Mutation ',
    'extend type Query ',
    'type T ',
  );
  return fc
    .tuple(head, createMany(selection(), 2000))
    .map(([start, selections]) => `${start}{ ${selections.join(' ')} }`);
}

function selection(): fc.Arbitrary<string> {
  const plain = fc.constantFrom(
    '__typename',
    '__schema { types { name fields { name type { ofType { name } } } } }',
    '__type(name: "Query") { fields { name } }',
    'getFutureEventTitles(domain: "www.trevarrow.example")',
    'getFutureEventTitles',
    'sendContactUs(domain: "a", submission_url: "b", upload: []) { success }',
    'sendContactUs { success success __typename }',
    'offices { email }',
    '...f',
    '...g',
    '... on Query { __typename }',
    '... @include(if: true) { __typename }',
  );
  return fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 2, arbitrary: fc.tuple(name(), plain).map(([alias, field]) => `${alias}: ${field}`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(plain, createMany(directive(), 4000))
        .map(([field, all]) => `${field} ${all.join(' ')}`),
    },
    { weight: 1, arbitrary: createCall() },
    { weight: 1, arbitrary: createNested() },
  );
}

/** A call with many arguments of any value. */
function createCall(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('sendContactUs', 'getFutureEventTitles', '__type'), createMany(argument(), 1000))
    .map(([field, args]) => `${field}(${args.join(', ')}) { success }`);
}

function argument(): fc.Arbitrary<string> {
  const names = fc.oneof(
    fc.constantFrom('domain', 'submission_url', 'upload', 'message', 'enquiry_type'),
    name(),
  );
  return fc.tuple(names, value()).map(([key, held]) => `${key}: ${held}`);
}

function value(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      'null',
      'true',
      '1e999',
      '-0',
      '9999999999999999999999',
      'RED',
      '$domain',
      '$none',
      '""',
      '[]',
      '{}',
    ),
    fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => JSON.stringify(text)),
    fc.integer({ min: 1, max: 90_000 }).map((length) => `"""${'x'.repeat(length)}"""`),
    fc.integer({ min: 1, max: 3000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    fc.integer({ min: 1, max: 3000 }).map((depth) => `${'{a:'.repeat(depth)}1${'}'.repeat(depth)}`),
  );
}

function directive(): fc.Arbitrary<string> {
  return fc.constantFrom(
    '@skip(if: false)',
    '@include(if: true)',
    '@include(if: $domain)',
    '@deprecated',
    '@none(a: 1)',
  );
}

/** Nested fields. */
function createNested(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.integer({ min: 1, max: 4000 }), fc.constantFrom('a', 'success', '__typename', '... '))
    .map(([depth, field]) => `${`${field} { `.repeat(depth)}__typename${' }'.repeat(depth)}`);
}

function name(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.stringMatching(/^[_A-Za-z][_0-9A-Za-z]{0,10}$/),
    fc.integer({ min: 1, max: 90_000 }).map((length) => 'n'.repeat(length)),
    fc.constantFrom('__proto__', 'constructor', 'toString'),
  );
}

/** Few or very many, since sizes in between find nothing new; not more than fit into a document. */
function createMany(item: fc.Arbitrary<string>, copies: number): fc.Arbitrary<readonly string[]> {
  return fc.oneof(
    fc.array(item, { minLength: 1, maxLength: 3 }),
    fc
      .tuple(item, fc.integer({ min: 1, max: copies }))
      .map(([one, count]) =>
        Array<string>(Math.min(count, Math.ceil(longestDocument / one.length))).fill(one),
      ),
  );
}

function variables(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constant(undefined),
    fc.constant({ domain: 'www.trevarrow.example' }),
    fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true }),
    fc
      .integer({ min: 1, max: 4000 })
      .map((count) =>
        Object.fromEntries(
          Array.from({ length: count }, (_, index) => [`v${'é'.repeat(50)}${index}`, index]),
        ),
      ),
    fc.integer({ min: 1, max: 90_000 }).map((length) => ({ domain: 'x'.repeat(length), a: 1 })),
  );
}
