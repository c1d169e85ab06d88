/** The entries of the packages that have functions, in the order of the page. */
const entries = [
  'slipway/engine',
  'slipway/documents',
  'slipway/react',
  'slipway/vite',
  'slipway/graphql',
  'slipway/types',
  'slipway/server',
  'slipway-server/server',
] as const;

/**
 * Formats docs/api.md: the exported functions and components of each entry with their inputs, and the first
 * sentence of each docstring.
 * @param declarations The declarations of all entries, as in test/package/api.gen.txt.
 */
export function formatApiPage(declarations: string): string {
  const files = new Map(
    declarations.split(/^\/\/ (?=\S+\.d\.ts$)/m).map((part) => {
      const [file = '', ...lines] = part.split('\n');
      const path = file.replace('.d.ts', '');
      return [/^slipway/.test(path) ? path : `slipway/${path}`, lines.join('\n')] as const;
    }),
  );
  const sections = entries.flatMap((entry) => {
    const text = files.get(entry);
    return text === undefined ? [] : formatEntry(entry, text);
  });
  return `${[
    '# API of the package',
    '',
    'Generated from the declarations of the package (`npm test -- test/cli/docs.test.ts -u`); [package.md](package.md) says what each entry is for, with examples.',
    ...sections,
  ].join('\n')}\n`;
}

function formatEntry(entry: string, text: string): readonly string[] {
  const functions = listExportedFunctions(text);
  const types = functions.flatMap(({ signature }) => listTypeNames(signature));
  // The content of a form comes from a server; callers do not write it.
  const inputs = [...new Set(types)].filter((name) => name !== 'FormContent');
  return [
    '',
    `## ${entry.replace('slipway-server/server', 'slipway-server')}`,
    '',
    '| function | result |',
    '| --- | --- |',
    ...functions.map(({ signature, summary }) => formatRow(withoutTypes(signature), summary)),
    ...inputs.flatMap((name) => formatMembers(name, text)),
  ];
}

interface ExportedFunction {
  /** With the exported name and without the result: `resolve(form: Form, situation: Situation)`. */
  readonly signature: string;
  readonly summary: string;
}

/** Returns the exported functions and components, sorted by name. */
function listExportedFunctions(text: string): readonly ExportedFunction[] {
  const [, list = ''] = /^export \{ (.*) \};$/m.exec(text) ?? [];
  return list
    .split(', ')
    .filter((name) => !name.startsWith('type '))
    .flatMap((name) => {
      const [declared = '', exported = declared] = name.split(' as ');
      const declaration = new RegExp(
        `((?:^/\\*\\*(?:(?!^/\\*\\*)[\\s\\S])*?\\*/\\n)?)^declare function ${declared}(?:<[^()]*>)?(.*);$`,
        'm',
      );
      const [, doc = '', parameters = ''] = declaration.exec(text) ?? [];
      return parameters === ''
        ? []
        : [{ signature: exported + withoutResult(parameters), summary: getSummary(doc) }];
    })
    .toSorted((one, other) => (one.signature < other.signature ? -1 : 1));
}

/** Returns the parameters of a declaration, with destructured ones under the name `options`. */
function withoutResult(parameters: string): string {
  return parameters.replace(/\): (?!.*\): ).*$/, ')').replace(/^\(\{.*\}: /, '(options: ');
}

/** Returns a signature without its types: `resolve(form, situation)`. */
function withoutTypes(signature: string): string {
  const [, name = '', parameters = ''] = /^(\w+)\((.*)\)$/.exec(signature) ?? [];
  const names = [...parameters.matchAll(/(?:^|, )(\w+\??): (?:[^,(]|\([^)]*\))*/g)].map(([, each]) => each);
  return `${name}(${names.join(', ')})`;
}

/** Returns the names of types in a signature: `['Form', 'Situation']`. */
function listTypeNames(signature: string): readonly string[] {
  return [...signature.matchAll(/: (?:Partial<)?([A-Z]\w+)/g)].map(([, name = '']) => name);
}

/** Returns a table of the members of an interface that the entry declares, else nothing. */
function formatMembers(name: string, text: string): readonly string[] {
  const [, body] =
    new RegExp(`^interface ${name}(?:<[^{}]*>)?(?: extends [^{}]*)? \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(
      text,
    ) ?? [];
  if (body === undefined) return [];
  const members = [...body.matchAll(/((?:^ {2}\/\*\*[\s\S]*?\*\/\n)?)^ {2}readonly (\w+\??)(: .*;)?/gm)];
  // The types of the others say everything.
  const documented = members.filter(([, doc]) => doc !== '');
  if (documented.length < members.length / 2) return [];
  return [
    '',
    `\`${name}\`:`,
    '',
    '| member | meaning |',
    '| --- | --- |',
    // A type of several lines is left to the declarations.
    ...members.map(([, doc = '', member = '', type = '']) =>
      formatRow(member + type.replace(/;$| \| undefined/g, ''), getSummary(doc)),
    ),
  ];
}

function formatRow(code: string, text: string): string {
  return `| \`${code.replaceAll('|', '\\|')}\` | ${text.replaceAll('|', '\\|')} |`;
}

/** Sentences with more words end at their first colon. */
const longestSummary = 20;

/** Returns the first sentence of a doc comment, and the one about absence, without references to the docs. */
function getSummary(doc: string): string {
  const text = doc
    .replace(/^\s*\/\*\*|\*\/\s*$/g, '')
    .replace(/\s*\n\s*\* ?/g, ' ')
    .replace(/\s+@\w+\s[\s\S]*$/, '')
    .replace(/ \(docs\/[^)]*\)/g, '')
    .trim();
  const [, sentence = text] = /^(.*?[.!?])(?: [A-Z`]|$)/.exec(text) ?? [];
  const first = sentence.split(' ').length > longestSummary ? sentence.replace(/: .*$/, '.') : sentence;
  const [absence] = /(?<=[.!?] )Absent: .*?\.(?= [A-Z`]|$)/.exec(text) ?? [];
  return absence === undefined ? first : `${first} ${absence}`;
}
