/** The limit of documents and variables. */
const longest = 100_000;

/** The JSON body of a request to `/graphql`. */
export interface CostlyRequest {
  readonly name: string;
  readonly body: string;
}

/**
 * Returns the most expensive known GraphQL for parsers, validators and answers: each kind of token, nesting
 * and mistake, as often as fits into 100 kB or into the limits on tokens and fields.
 */
export function createCostlyRequests(): readonly CostlyRequest[] {
  return [...createDocuments(), ...createWithVariables()].map(({ name, json }) => ({ name, body: json }));
}

interface Named {
  readonly name: string;
  readonly json: string;
}

function createDocuments(): readonly Named[] {
  const all: Readonly<Record<string, string>> = {
    ...createTokens(),
    ...createLiterals(),
    ...createMistakes(),
    ...createSelections(),
  };
  return Object.entries(all).map(([name, query]) => ({ name, json: JSON.stringify({ query }) }));
}

function createTokens(): Record<string, string> {
  return {
    comments: fillDocument('{__typename', '#\n', '}'),
    commas: fillDocument('{__typename', ',', '}'),
    'line ends': fillDocument('{__typename', '\r', '}'),
    'an error behind line ends': fillDocument('{a', '\n', "'"),
    'an error behind comments': fillDocument('{a', '#\n', "'"),
    'a block that does not end': fillDocument('{a(b:"""', '\n', ''),
    'one long name': fillDocument('{', 'n', '}'),
    'one long type': fillDocument('{...f} fragment f on ', 'n', '{a}'),
    'one long argument': fillDocument('mutation{sendContactUs(', 'n', ':1){success}}'),
    braces: fillDocument('{', '{', ''),
    quotes: fillDocument('', '"', ''),
    'fields within fields': `${'{a'.repeat(33_000)}${'}'.repeat(33_000)}`,
    types: fillDocument('', 'type A{a:A} ', ''),
  };
}

function createLiterals(): Record<string, string> {
  const titles = '{getFutureEventTitles(domain:';
  const send = 'mutation{sendContactUs(domain:"a",submission_url:"b",upload:';
  return {
    'a long text': fillDocument(`${titles}"`, 'x', '")}'),
    'a text of escapes': fillDocument(`${titles}"`, '\\u{1F600}', '")}'),
    'a block of lines': fillDocument(`${titles}"""`, 'x\n ', '""")}'),
    'a block of quotes': fillDocument(`${titles}"""`, '\\"""', '""")}'),
    'a long number': fillDocument(titles, '9', ')}'),
    'a long number of an argument': fillDocument(`${send}[],enquiry_type:`, '9', '){success}}'),
    'a list of texts': `${send}[${'"a" '.repeat(600)}]){success}}`,
    'lists within lists': `${send}${'['.repeat(300)}${']'.repeat(300)}){success}}`,
    'objects within objects': `${send}${'{a:'.repeat(200)}1${'}'.repeat(200)}){success}}`,
  };
}

function createMistakes(): Record<string, string> {
  const createPassed = (count: number, one: (index: number) => string) =>
    `mutation{sendContactUs(${joinItems(count, one)}){success}}`;
  return {
    'arguments that nearly are': createPassed(300, (index) => `office_locatoin${index}:1 `),
    'long arguments that are none': createPassed(
      300,
      (index) => `${'office_locatoin_'.repeat(19)}${index}:1 `,
    ),
    'the same argument': createPassed(300, () => 'domain:"a" '),
    'variables that are none': createPassed(300, (index) => `a${index}:$v${index} `),
    'fields that nearly are': `{${joinItems(31, (index) => `getFutureEventTitle${index} `)}}`,
    'long fields that are none': `{${joinItems(31, (index) => `${'getFutureEventTitle'.repeat(160)}${index} `)}}`,
    'types that nearly are': `mutation m(${joinItems(200, (index) => `$v${index}:Strnig${index} `)}){sendContactUs(domain:"a"){success}}`,
    'the same variable': `mutation m(${'$v:String '.repeat(200)}){sendContactUs(domain:"a"){success}}`,
    'directives that nearly are': `{__typename ${joinItems(400, (index) => `@incldue${index} `)}}`,
    'the same directive': `{__typename ${'@skip(if:false) '.repeat(120)}}`,
  };
}

function createSelections(): Record<string, string> {
  const title = (value: string) => `a:getFutureEventTitles(domain:${value}) `;
  return {
    aliases: fillDocument('{', 'a:__typename ', '}'),
    'aliases as far as they go': `{${joinItems(31, (index) => `${'a'.repeat(97)}${index}:__typename `)}}`,
    'fields that conflict': `{${joinItems(31, (index) => title(String(index)))}}`,
    'long fields that conflict': `{${joinItems(31, (index) => title(`"${'\\u0000'.repeat(500)}${index}"`))}}`,
    'fragments in a chain': joinItems(2000, (index) => `fragment f${index} on Query{...f${index + 1}} `),
    'fragments that conflict': `{${joinItems(9, (index) => `...f${index} `)}}${joinItems(9, (index) => `fragment f${index} on Query{${title(`"${index}"`)}}`)}`,
    operations: joinItems(31, (index) => `query a${index}{__typename} `),
    titles: `{${joinItems(31, (index) => `a${index}:getFutureEventTitles(domain:"www.trevarrow.example") `)}}`,
  };
}

function createWithVariables(): readonly Named[] {
  const send = 'domain:"a",submission_url:"b"';
  const uploads = `mutation m($u:[String!]!){sendContactUs(${send},upload:$u){success}}`;
  const name = `mutation m($u:String){sendContactUs(${send},upload:[],name:$u){success}}`;
  const many = `{${joinItems(8000, (index) => `${index === 0 ? '' : ','}"v${index}":1`)}}`;
  const all: Readonly<Record<string, readonly [query: string, u: string]>> = {
    'a variable of many texts': [uploads, `[${'"",'.repeat(33_000)}""]`],
    'a variable of many mistakes': [uploads, `[${'1,'.repeat(49_000)}1]`],
    'a variable of lists within lists': [uploads, '['.repeat(2000) + ']'.repeat(2000)],
    'a variable of many properties': [name, many],
    'a variable of one long text': [name, `"${'x'.repeat(longest)}"`],
  };
  return [
    ...Object.entries(all).map(([title, [query, u]]) => ({
      name: title,
      json: `{"query":${JSON.stringify(query)},"variables":{"u":${u}}}`,
    })),
    { name: 'variables that nobody declared', json: `{"query":"{__typename}","variables":${many}}` },
  ];
}

function fillDocument(head: string, item: string, tail: string): string {
  return head + item.repeat(Math.floor((longest - head.length - tail.length) / item.length)) + tail;
}

function joinItems(count: number, one: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => one(index)).join('');
}
