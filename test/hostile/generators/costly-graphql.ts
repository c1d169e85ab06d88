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
export function costlyRequests(): readonly CostlyRequest[] {
  return [...documents(), ...withVariables()].map(({ name, json }) => ({ name, body: json }));
}

interface Named {
  readonly name: string;
  readonly json: string;
}

function documents(): readonly Named[] {
  const all: Readonly<Record<string, string>> = {
    ...tokens(),
    ...literals(),
    ...mistakes(),
    ...selections(),
  };
  return Object.entries(all).map(([name, query]) => ({ name, json: JSON.stringify({ query }) }));
}

function tokens(): Record<string, string> {
  return {
    comments: filled('{__typename', '#\n', '}'),
    commas: filled('{__typename', ',', '}'),
    'line ends': filled('{__typename', '\r', '}'),
    'an error behind line ends': filled('{a', '\n', "'"),
    'an error behind comments': filled('{a', '#\n', "'"),
    'a block that does not end': filled('{a(b:"""', '\n', ''),
    'one long name': filled('{', 'n', '}'),
    'one long type': filled('{...f} fragment f on ', 'n', '{a}'),
    'one long argument': filled('mutation{sendContactUs(', 'n', ':1){success}}'),
    braces: filled('{', '{', ''),
    quotes: filled('', '"', ''),
    'fields within fields': `${'{a'.repeat(33_000)}${'}'.repeat(33_000)}`,
    types: filled('', 'type A{a:A} ', ''),
  };
}

function literals(): Record<string, string> {
  const titles = '{getFutureEventTitles(domain:';
  const send = 'mutation{sendContactUs(domain:"a",submission_url:"b",upload:';
  return {
    'a long text': filled(`${titles}"`, 'x', '")}'),
    'a text of escapes': filled(`${titles}"`, '\\u{1F600}', '")}'),
    'a block of lines': filled(`${titles}"""`, 'x\n ', '""")}'),
    'a block of quotes': filled(`${titles}"""`, '\\"""', '""")}'),
    'a long number': filled(titles, '9', ')}'),
    'a long number of an argument': filled(`${send}[],enquiry_type:`, '9', '){success}}'),
    'a list of texts': `${send}[${'"a" '.repeat(600)}]){success}}`,
    'lists within lists': `${send}${'['.repeat(300)}${']'.repeat(300)}){success}}`,
    'objects within objects': `${send}${'{a:'.repeat(200)}1${'}'.repeat(200)}){success}}`,
  };
}

function mistakes(): Record<string, string> {
  const passed = (count: number, one: (index: number) => string) =>
    `mutation{sendContactUs(${listed(count, one)}){success}}`;
  return {
    'arguments that nearly are': passed(300, (index) => `office_locatoin${index}:1 `),
    'long arguments that are none': passed(300, (index) => `${'office_locatoin_'.repeat(19)}${index}:1 `),
    'the same argument': passed(300, () => 'domain:"a" '),
    'variables that are none': passed(300, (index) => `a${index}:$v${index} `),
    'fields that nearly are': `{${listed(31, (index) => `getFutureEventTitle${index} `)}}`,
    'long fields that are none': `{${listed(31, (index) => `${'getFutureEventTitle'.repeat(160)}${index} `)}}`,
    'types that nearly are': `mutation m(${listed(200, (index) => `$v${index}:Strnig${index} `)}){sendContactUs(domain:"a"){success}}`,
    'the same variable': `mutation m(${'$v:String '.repeat(200)}){sendContactUs(domain:"a"){success}}`,
    'directives that nearly are': `{__typename ${listed(400, (index) => `@incldue${index} `)}}`,
    'the same directive': `{__typename ${'@skip(if:false) '.repeat(120)}}`,
  };
}

function selections(): Record<string, string> {
  const title = (value: string) => `a:getFutureEventTitles(domain:${value}) `;
  return {
    aliases: filled('{', 'a:__typename ', '}'),
    'aliases as far as they go': `{${listed(31, (index) => `${'a'.repeat(97)}${index}:__typename `)}}`,
    'fields that conflict': `{${listed(31, (index) => title(String(index)))}}`,
    'long fields that conflict': `{${listed(31, (index) => title(`"${'\\u0000'.repeat(500)}${index}"`))}}`,
    'fragments in a chain': listed(2000, (index) => `fragment f${index} on Query{...f${index + 1}} `),
    'fragments that conflict': `{${listed(9, (index) => `...f${index} `)}}${listed(9, (index) => `fragment f${index} on Query{${title(`"${index}"`)}}`)}`,
    operations: listed(31, (index) => `query a${index}{__typename} `),
    titles: `{${listed(31, (index) => `a${index}:getFutureEventTitles(domain:"www.trevarrow.example") `)}}`,
  };
}

function withVariables(): readonly Named[] {
  const send = 'domain:"a",submission_url:"b"';
  const uploads = `mutation m($u:[String!]!){sendContactUs(${send},upload:$u){success}}`;
  const name = `mutation m($u:String){sendContactUs(${send},upload:[],name:$u){success}}`;
  const many = `{${listed(8000, (index) => `${index === 0 ? '' : ','}"v${index}":1`)}}`;
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

function filled(head: string, item: string, tail: string): string {
  return head + item.repeat(Math.floor((longest - head.length - tail.length) / item.length)) + tail;
}

function listed(count: number, one: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => one(index)).join('');
}
