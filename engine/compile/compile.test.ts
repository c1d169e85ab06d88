import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../test/support/forms.ts';
import { asObject } from '../json-schema/values.ts';
import type { DocumentProblem } from '../model/types.ts';
import { compile, type DocumentProblemCode, documentProblems } from './index.ts';

// biome-ignore lint/suspicious/noExplicitAny: documents are broken here in every way, so they have no type.
type Doc = Record<string, any>;

/** The documents with one of them changed in place. */
function changed(
  file: string,
  change: (document: Doc) => void,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const all = { ...readFrozenDocuments(more) };
  change(all[file] as Doc);
  return all;
}

function problemsOf(all: Record<string, unknown>): readonly DocumentProblem[] {
  const compiled = compile(all);
  return compiled.ok ? [] : compiled.problems;
}

const general = 'forms/general/schema.json';
const generalUi = 'forms/general/ui.json';

/**
 * One way to break the documents for each code: the changed documents, the pointer of the problem and a part
 * of its reason.
 */
const breakages: Record<
  DocumentProblemCode,
  { readonly all: () => Record<string, unknown>; readonly at: string; readonly says: RegExp }
> = {
  'missing-document': {
    all: () => ({ ...readFrozenDocuments({ 'enquiry-types.json': undefined }) }),
    at: 'enquiry-types.json#',
    says: /missing/,
  },
  'malformed-document': {
    all: () =>
      changed('settings.json', (doc) => {
        doc.failureFeild = 'name';
      }),
    at: 'settings.json#/failureFeild',
    says: /nearest is "failureField"/,
  },
  'unlisted-form': {
    all: () =>
      changed('enquiry-types.json', (doc) => {
        doc.enquiryTypes = doc.enquiryTypes.filter((entry: Doc) => entry.key !== 'general');
      }),
    at: `${general}#`,
    says: /enquiry-types\.json/,
  },
  'duplicate-id': {
    all: () => changed('rules.json', (doc) => doc.rules.push(doc.rules[0])),
    at: 'rules.json#/rules/',
    says: /another rule/,
  },
  'bad-schema': {
    all: () =>
      changed(general, (doc) => {
        doc.properties.message = { type: 'sting' };
      }),
    at: `${general}#/properties/message/type`,
    says: /nearest is "string"/,
  },
  'unknown-keyword': {
    all: () =>
      changed(general, (doc) => {
        doc.properties.message = { type: 'string', maxLenght: 3 };
      }),
    at: `${general}#/properties/message/maxLenght`,
    says: /nearest is "maxLength"/,
  },
  'idle-option': {
    all: () =>
      changed(generalUi, (doc) => {
        doc.message = { 'ui:options': { placholder: 'x' } };
      }),
    at: `${generalUi}#/message/ui:options/placholder`,
    says: /nearest is "placeholder"/,
  },
  'bad-widget': {
    all: () =>
      changed(generalUi, (doc) => {
        doc.message = { 'ui:widget': 'date-parts' };
      }),
    at: `${generalUi}#/message/ui:widget`,
    says: /"format": "date"/,
  },
  'bad-prefill': {
    all: () =>
      changed(generalUi, (doc) => {
        doc.message = { 'ui:widget': 'password', 'ui:prefill': true };
      }),
    at: `${generalUi}#/message/ui:prefill`,
    says: /a password must not be in an address; remove "ui:prefill"/,
  },
  'bad-block': {
    all: () =>
      changed(generalUi, (doc) => {
        doc['ui:blocks'] = { 'your-boat': { kind: 'heading' } };
      }),
    at: `${generalUi}#/ui:blocks/your-boat`,
    says: /"ui:order"/,
  },
  'bad-step': {
    all: () =>
      changed(generalUi, (doc) => {
        doc['ui:steps'] = [
          { name: 'you', fields: ['name', 'email', 'phone'] },
          { name: 'rest', fields: ['message'] },
        ];
      }),
    at: `${generalUi}#/ui:steps`,
    says: /"office_location" is on no step/,
  },
  'unknown-draft': {
    all: () =>
      changed(general, (doc) => {
        doc.$schema = 'http://json-schema.org/draft-03/schema#';
      }),
    at: `${general}#/$schema`,
    says: /2020-12/,
  },
  'unknown-reference': {
    all: () =>
      changed(general, (doc) => {
        doc.properties.name = { $ref: '../../fields.json#/$defs/nmae' };
      }),
    at: `${general}#/properties/name/$ref`,
    says: /nearest is .*name/,
  },
  'recursive-reference': {
    all: () =>
      changed(general, (doc) => {
        doc.$defs = { node: { type: 'object', properties: { child: { $ref: '#/$defs/node' } } } };
        doc.properties.tree = { $ref: '#/$defs/node' };
      }),
    at: `${general}#/$defs/node/properties/child/$ref`,
    says: /leads back to itself/,
  },
  'nested-id': {
    all: () =>
      changed(general, (doc) => {
        doc.properties.message = { $id: 'mine', type: 'string' };
      }),
    at: `${general}#/properties/message/$id`,
    says: /remove it/,
  },
  'bad-field-name': {
    all: () =>
      changed(general, (doc) => {
        doc.properties['boat-name'] = { type: 'string' };
      }),
    at: `${general}#/properties/boat-name`,
    says: /letters, digits/,
  },
  'taken-field-name': {
    all: () =>
      changed(general, (doc) => {
        doc.properties.domain = { type: 'string' };
      }),
    at: `${general}#/properties/domain`,
    says: /reserved/,
  },
  'kind-disagreement': {
    all: () =>
      changed(general, (doc) => {
        doc.properties.year = { type: 'integer' };
      }),
    at: '/properties/year',
    says: /another name/,
  },
  'unknown-format': {
    all: () =>
      changed(general, (doc) => {
        doc.properties.message = { type: 'string', format: 'emial' };
      }),
    at: `${general}#/properties/message/format`,
    says: /nearest is "email"/,
  },
  'unknown-widget': {
    all: () =>
      changed(generalUi, (doc) => {
        doc.message = { 'ui:widget': 'textaera' };
      }),
    at: `${generalUi}#/message/ui:widget`,
    says: /nearest is "textarea"/,
  },
  'unknown-option-set': {
    all: () =>
      changed(generalUi, (doc) => {
        doc.message = { 'ui:optionSet': 'yachtModel' };
      }),
    at: `${generalUi}#/message/ui:optionSet`,
    says: /nearest is "yachtModels"/,
  },
  'bad-example': {
    all: () =>
      changed(general, (doc) => {
        doc.examples = [{ name: 7 }];
      }),
    at: `${general}#/examples/0`,
    says: /does not fit/,
  },
  'unknown-type': {
    all: () => withRule({ when: { '==': [{ var: 'type' }, 'servce'] }, then: { hide: ['message'] } }),
    at: '/when/==/1',
    says: /nearest is "service"/,
  },
  'unknown-field': {
    all: () => withRule({ then: { hide: ['mesage'] } }),
    at: '/then/hide/0',
    says: /nearest is "message"/,
  },
  'unknown-fact': {
    all: () => withRule({ then: { eligible: { in: ['service', { var: 'office.servces' }] } } }),
    at: '/then/eligible/in/1/var',
    says: /nearest is "office.services"/,
  },
  'unknown-operator': {
    all: () => withRule({ when: { '===': [{ var: 'type' }, 'service'] }, then: { hide: ['message'] } }),
    at: '/when/===',
    says: /unknown operator/,
  },
  'unknown-rule': {
    all: () => withRule({ then: { hide: ['message'] }, insteadOf: 'no-such' }),
    at: '/insteadOf',
    says: /unknown rule/,
  },
  'bad-condition': {
    all: () => withRule({ when: { '==': [{ var: 'page.inModal' }, 'yes'] }, then: { hide: ['message'] } }),
    at: '/when/==/1',
    says: /true or false/,
  },
  'bad-value': {
    all: () => withRule({ then: { bound: { message: { minimum: 10 } } } }),
    at: '/then/bound/message',
    says: /a bound must be a number, a date or a time, but "message" is a text/,
  },
  'fact-too-late': {
    all: () =>
      withRule({ when: { '==': [{ var: 'type' }, 'service'] }, then: { excludeTypes: ['service'] } }),
    at: '/when/==/0/var',
    says: /decided before/,
  },
  'rule-circle': {
    all: () =>
      changed('rules.json', (doc) =>
        doc.rules.push(
          { id: 'one', description: 'd', then: { hide: ['message'] }, insteadOf: 'two' },
          { id: 'two', description: 'd', then: { hide: ['message'] }, insteadOf: 'one' },
        ),
      ),
    at: '/insteadOf',
    says: /replaces itself/,
  },
  'field-circle': {
    all: () =>
      changed('rules.json', (doc) =>
        doc.rules.push(
          { id: 'one', description: 'd', when: { var: 'values.phone' }, then: { hide: ['message'] } },
          { id: 'two', description: 'd', when: { var: 'values.message' }, then: { hide: ['phone'] } },
        ),
      ),
    at: 'rules.json#/rules/',
    says: /message -> phone|phone -> message/,
  },
  'rule-conflict': {
    all: () =>
      changed('rules.json', (doc) =>
        doc.rules.push(
          {
            id: 'one',
            description: 'd',
            when: { '==': [{ var: 'site.id' }, 119] },
            then: { preset: { message: 'a' } },
          },
          {
            id: 'two',
            description: 'd',
            when: { '!': { var: 'page.inModal' } },
            then: { preset: { message: 'b' } },
          },
        ),
      ),
    at: '/then/preset/message',
    says: /site\.id is "119", page\.inModal is false/,
  },
  'bad-text': {
    all: () =>
      changed('texts/en.json', (doc) => {
        doc['problems.required'] = 'Enter {label';
      }),
    at: 'texts/en.json#/problems.required',
    says: /ICU/,
  },
  'unknown-locale': {
    all: () => readFrozenDocuments({ 'texts/en_GB.json': { 'send-message': 'Send' } }),
    at: 'texts/en_GB.json#',
    says: /"en_GB" is not a language tag/,
  },
  'unknown-argument': {
    all: () => ({ ...readFrozenDocuments({ 'texts/xx.json': { 'problems.required': 'Wo ist {lable}?' } }) }),
    at: 'texts/xx.json#/problems.required',
    says: /nearest is "label"/,
  },
  'bad-piping': {
    all: () =>
      changed('texts/en.json', (doc) => {
        doc['page.home'] = 'Home of {values.name}';
      }),
    at: 'texts/en.json#/page.home',
    says: /cannot insert an answer/,
  },
  'missing-text': {
    all: () =>
      changed(generalUi, (doc) => {
        doc['ui:submitLabel'] = 'send-mesage';
      }),
    at: 'texts/en.json#/send-mesage',
    says: /nearest is "send-message"/,
  },
};

function withRule(rule: object): Record<string, unknown> {
  return changed('rules.json', (doc) =>
    doc.rules.push({ id: 'planted', description: 'A planted mistake.', ...rule }),
  );
}

describe('compile', () => {
  it.each(['/own/stars.js', '/widgets/v2/stars.mjs'])(
    'takes a widget whose module has the address %s',
    (address) => {
      const all = changed('settings.json', (doc) => {
        doc.widgetModules = { Stars: address };
      });
      const ui = { ...(all['forms/general/ui.json'] as Doc), message: { 'ui:widget': 'Stars' } };
      const compiled = compile({ ...all, 'forms/general/ui.json': ui });
      expect(compiled.ok && compiled.form.settings.widgetModules).toEqual({ Stars: address });
    },
  );

  it.each([
    'stars.js',
    '//elsewhere.example/stars.js',
    '/\\elsewhere.example/stars.js',
    'https://elsewhere.example/stars.js',
    'javascript:alert(1)//.js',
    'data:text/javascript,1//.js',
    '/own/stars.js?version=2',
    '/own/stars.css',
    '/.js',
    '',
  ])('reports the address %s of a module, which is no path of a script on the server', (address) => {
    const all = changed('settings.json', (doc) => {
      doc.widgetModules = { Stars: address };
    });
    expect(compile(all)).toMatchObject({
      problems: [
        {
          file: 'settings.json',
          pointer: '/widgetModules/Stars',
          reason: `${JSON.stringify(address)} is here, but a path on this server, like /own/stars.js is expected; correct it`,
        },
      ],
    });
  });

  it.each(['__x', 'send-feedback', 'query {', ''])(
    'reports the operation %j, which is no name',
    (operation) => {
      const all = changed('settings.json', (doc) => {
        doc.operation = operation;
      });
      const wanted = 'a text that matches ^[A-Za-z][A-Za-z0-9_]*$ is expected; correct it';
      expect(compile(all)).toMatchObject({
        problems: [{ pointer: '/operation', reason: `${JSON.stringify(operation)} is here, but ${wanted}` }],
      });
    },
  );

  it('makes a frozen form of our documents', () => {
    const form = compileTestForm();
    expect(form.types.map((type) => type.key)).toEqual(
      expect.arrayContaining(['general', 'careers', 'sales', 'service', 'valuation', 'event']),
    );
    expect(Object.isFrozen(form.types[0]?.schema)).toBe(true);
  });

  it('gives the same hash whatever the order of files and rules, and another for another text', () => {
    const all = readFrozenDocuments();
    const shuffled = changed('rules.json', (doc) => doc.rules.reverse());
    expect(compileTestForm(Object.fromEntries(Object.entries(all).reverse())).hash).toBe(
      compileTestForm(all).hash,
    );
    expect(compileTestForm(shuffled).hash).toBe(compileTestForm(all).hash);
    expect(
      compileTestForm(
        changed('texts/en.json', (doc) => {
          doc['send-message'] = 'Go';
        }),
      ).hash,
    ).not.toBe(compileTestForm(all).hash);
  });

  it('takes a text for missing that only every object has', () => {
    const compiled = compile(
      readFrozenDocuments({ 'forms/general/ui.json': { 'ui:submitLabel': '__proto__' } }),
    );
    expect(compiled).toMatchObject({ ok: false, problems: [{ code: 'missing-text' }] });
  });

  it('tells every problem at once', () => {
    const all = changed('settings.json', (doc) => {
      doc.failureFeild = 'x';
    });
    (all[general] as Doc).properties.domain = { type: 'string' };
    (all['rules.json'] as Doc).rules[0].then = { hide: ['nothing'] };
    const files = problemsOf(all).map(({ file }) => file);
    expect(files).toEqual(expect.arrayContaining(['settings.json', general, 'rules.json']));
  });

  it.each(Object.keys(documentProblems) as DocumentProblemCode[])(
    'refuses %s, saying where and what to do',
    (code) => {
      const { all, at, says } = breakages[code];
      const problems = problemsOf(all());
      const reported = problems.filter((problem) => problem.code === code);
      expect(reported.map(({ file, pointer, reason }) => `${file}#${pointer} ${reason}`)).toContainEqual(
        expect.stringMatching(says),
      );
      expect(reported.some(({ file, pointer }) => `${file}#${pointer}`.includes(at))).toBe(true);
    },
  );

  const node = (name: string) => ({ type: 'object', properties: { [name]: { $ref: '#/$defs/node' } } });

  it.each([
    ...['examples', 'definitions', '$defs', 'default', 'properties'].map((name) => ({
      what: `a circle through a property named "${name}"`,
      change: (doc: Doc) => {
        doc.$defs = { node: node(name) };
        doc.properties.tree = { $ref: '#/$defs/node' };
      },
      told: `recursive-reference ${general}#/$defs/node/properties/${name}/$ref`,
    })),
    {
      what: 'a circle that no property is on',
      change: (doc: Doc) => {
        doc.$defs = { node: { allOf: [{ $ref: '#/$defs/node' }] } };
        doc.allOf = [{ $ref: '#/$defs/node' }];
      },
      told: `recursive-reference ${general}#/$defs/node/allOf/0/$ref`,
    },
    {
      what: 'an unknown format in a property named "default"',
      change: (doc: Doc) => {
        doc.properties.box = { type: 'object', properties: { default: { format: 'emial' } } };
      },
      told: `unknown-format ${general}#/properties/box/properties/default/format`,
    },
    {
      what: 'a reference that is no fragment of a URI',
      change: (doc: Doc) => {
        doc.properties.box = { $ref: '#/$defs/100%' };
      },
      told: `unknown-reference ${general}#/properties/box/$ref`,
    },
  ])('tells $what, and where', ({ change, told: reported }) => {
    const problems = problemsOf(changed(general, change));
    expect(problems.map(({ code, file, pointer }) => `${code} ${file}#${pointer}`)).toEqual([reported]);
  });

  it('tells of a form that cannot be read, and not of what follows from it', () => {
    const reported = (changes: Readonly<Record<string, unknown>>) => {
      const compiled = compile(readFrozenDocuments(changes));
      return compiled.ok
        ? []
        : compiled.problems.map(({ file, code, reason }) => `${file} ${code} ${reason}`);
    };
    expect(reported({ 'forms/service/schema.json': undefined })).toEqual([
      'forms/service/schema.json missing-document this document is missing; add it',
    ]);
    expect(reported({ 'forms/service/schema.json': [] })).toHaveLength(1);
    const astray = { id: 'a', description: 'A.', when: { var: 'pge.inModal' }, then: { hideSection: true } };
    const rules = [...(readFrozenDocuments()['rules.json'] as { rules: readonly object[] }).rules, astray];
    expect(reported({ 'forms/service/schema.json': undefined, 'rules.json': { rules } })).toEqual([
      expect.stringMatching(/^forms\/service\/schema\.json missing-document/),
      expect.stringMatching(/^rules\.json unknown-fact unknown fact "pge\.inModal"/),
    ]);
  });

  it('takes what looks like a schema for data where data stands', () => {
    const data = { $ref: '../../fields.json#/$defs/nowhere', $id: 'mine', format: 'emial' };
    const all = changed(general, (doc) => {
      doc.properties.box = { type: 'object', default: data, examples: [data] };
    });
    expect(problemsOf(all)).toEqual([]);
  });

  it.each(['toString', 'constructor', 'hasOwnProperty'])(
    'refuses a text called %s, as every object has one',
    (key) => {
      const texts = asObject(readFrozenDocuments()['texts/fr.json']);
      const compiled = compile(readFrozenDocuments({ 'texts/fr.json': { ...texts, [key]: 'Bonjour' } }));
      expect(compiled).toMatchObject({
        problems: [{ file: 'texts/fr.json', pointer: `/${key}`, code: 'bad-text' }],
      });
    },
  );

  it.each(['toString', 'constructor'])('reports an option called %s inside a field like any other', (key) => {
    const ui = asObject(readFrozenDocuments()['ui.json']);
    const compiled = compile(
      readFrozenDocuments({ 'ui.json': { ...ui, phone: { [key]: { 'ui:wide': true } } } }),
    );
    expect(compiled.ok ? [] : compiled.problems.map(({ code, pointer }) => [code, pointer])).toContainEqual([
      'idle-option',
      `/phone/${key}`,
    ]);
  });

  it.each([
    'enquiry-types.json',
    'fields.json',
    'ui.json',
    'rules.json',
    'settings.json',
    'forms/service/ui.json',
  ])('tells what is wrong with %s where it is no object at all', (file) => {
    for (const document of [null, [], 'text', 7]) {
      const compiled = compile(readFrozenDocuments({ [file]: document }));
      expect(compiled.ok ? [] : compiled.problems.map((problem) => problem.file)).toContain(file);
    }
  });

  it('refuses a document that is nested deeper than anything could walk', () => {
    let text: unknown = 'x';
    for (let level = 0; level < 5_000; level += 1) text = [text];
    expect(compile(readFrozenDocuments({ 'texts/en.json': { hello: text } }))).toMatchObject({
      ok: false,
      problems: [{ file: 'texts/en.json', pointer: '', code: 'malformed-document' }],
    });
  });

  it('takes an example that is valid when it is sent: 19.99 is a multiple of 0.01', () => {
    const all = changed(general, (doc) => {
      doc.properties.price = { type: 'number', multipleOf: 0.01 };
      doc.examples[0].price = 19.99;
    });
    expect(problemsOf(all)).toEqual([]);
  });

  it.each([
    [
      'an argument left open',
      'Enter {label',
      /expect argument closing brace at character 7 in "Enter \{label"/,
    ],
    ['a plural without "other"', '{limit, plural, one {#}}', /missing other clause at character 24/],
    ['a plural left open', '{limit, plural, one {# other {#}}', /at character \d+/],
    ['an unknown kind of argument', '{limit, sum}', /invalid argument type at character 9/],
    ['an empty argument', 'Enter {}', /empty argument at character 7/],
    ['markup', 'Enter <b>{label}</b>', /"<b>" at character 7 would be shown as it is/],
    ['a link', 'See <a href="/x">this</a>', /"<a href="\/x">" at character 5/],
  ])('refuses a text with %s, saying in which file, at which key and place', (_mistake, text, says) => {
    const problems = problemsOf(
      changed('texts/fr.json', (doc) => {
        doc['problems.required'] = text;
      }),
    );
    const [problem, ...others] = problems.filter(({ code }) => code === 'bad-text');
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ file: 'texts/fr.json', pointer: '/problems.required' });
    expect(problem?.reason).toMatch(says);
  });

  it.each([
    ['least', 'minimum'],
    ['greatest', 'maximum'],
  ])('refuses "%s" in a bound, and says that it is called "%s" now', (old, name) => {
    const [problem] = problemsOf(withRule({ then: { bound: { message: { [old]: 1 } } } }));
    expect(problem?.pointer).toMatch(new RegExp(`/then/bound/message/${old}$`));
    expect(problem?.reason).toBe(`"${old}" is called "${name}" now; rename it`);
  });

  const asksMore = (doc: Doc) => {
    doc.properties.start = { type: 'string', format: 'date' };
    doc.properties.end = { type: 'string', format: 'date' };
    doc.properties.opens = { type: 'string', format: 'time' };
    doc.properties.guests = { type: 'integer' };
    doc.properties.tick = { type: 'boolean' };
    doc.properties.size = { type: 'string', enum: ['small', 'large'] };
    doc.properties.email_again = { type: 'string', format: 'email' };
  };
  const dated = (rule: object) =>
    changed('rules.json', (doc) => doc.rules.push({ id: 'planted', description: 'd', ...rule }), {
      [general]: changed(general, asksMore)[general],
    });
  const asked = (when: unknown) => dated({ when, then: { hide: ['phone'] } });

  it.each([
    [
      'a day beside a number',
      { '>': [{ var: 'values.start' }, 2028] },
      /"values.start" is compared with a date like "2028-01-31", not 2028/,
    ],
    ['a day that there is not', { '>': [{ var: 'values.start' }, '2027-02-29'] }, /a date like/],
    ['a number beside a text', { '<': [{ var: 'values.guests' }, '12'] }, /a number, not "12"/],
    [
      'a number beside a day',
      { '<': [{ var: 'values.guests' }, { var: 'values.start' }] },
      /"values.guests" is a number, but "values.start" is a date/,
    ],
    ['a tick beside a word', { '==': [{ var: 'values.tick' }, 'yes'] }, /true or false, not "yes"/],
    ['the order of ticks', { '<': [{ var: 'values.tick' }, true] }, /compares an order/],
    [
      'a choice that there is not',
      { '==': [{ var: 'values.size' }, 'smal'] },
      /never "smal"; its choices are "small", "large"; the nearest is "small"/,
    ],
    [
      'a choice among others that there is not',
      { in: [{ var: 'values.size' }, ['small', 'huge']] },
      /never "huge"/,
    ],
    ['a text within a text', { in: ['Ada', { var: 'values.name' }] }, /"values.name" is a text, not a list/],
    [
      'an empty answer',
      { '==': [{ var: 'values.name' }, ''] },
      /ask whether it is missing: {"!": {"var": "values.name"}}/,
    ],
    ['white space', { '==': [{ var: 'values.name' }, 'Ada '] }, /no white space around it/],
    ['itself', { '==': [{ var: 'values.name' }, { var: 'values.name' }] }, /compared with itself/],
    ['an empty list', { in: [{ var: 'values.name' }, []] }, /the list is empty/],
    ['null', { '==': [{ var: 'values.name' }, null] }, /a text, not null/],
    [
      'a shift of what is no date',
      { '>': [{ '+': [{ var: 'values.guests' }, 1, 'days'] }, 3] },
      /"\+" shifts a date, but "values.guests" is a number/,
    ],
    [
      'a shift by half a day',
      { '>': [{ '+': [{ var: 'today' }, 0.5, 'days'] }, '2028-01-01'] },
      /a whole number, not by 0.5/,
    ],
    [
      'a shift by an unknown unit',
      { '>': [{ '+': [{ var: 'today' }, 1, 'day'] }, '2028-01-01'] },
      /nearest is "days"/,
    ],
    [
      'a fact of the page beside another',
      { '==': [{ var: 'site.id' }, { var: 'page.selectedOffice' }] },
      /compares "site.id" only with a constant/,
    ],
  ])('refuses %s in a condition, saying what would do', (_what, when, says) => {
    const problems = problemsOf(asked(when));
    expect(problems.map(({ reason }) => reason)).toEqual([expect.stringMatching(says)]);
    expect(problems[0]?.pointer).toMatch(/^\/rules\/\d+\/when/);
  });

  it.each([
    { '>': [{ var: 'values.start' }, '2028-01-01'] },
    { '>=': [{ var: 'values.start' }, { '+': [{ var: 'today' }, 14, 'days'] }] },
    { '<=': [{ var: 'values.start' }, { var: 'values.end' }] },
    { '!=': [{ var: 'values.email' }, { var: 'values.email_again' }] },
    { '<': [{ var: 'values.size' }, 'medium'] },
    { '==': [{ var: 'values.office_location' }, 8001] },
  ])('takes %j', (when) => {
    expect(problemsOf(asked(when))).toEqual([]);
  });

  it.each([
    [
      'a preset of another kind',
      { preset: { guests: 'many' } },
      '/preset/guests',
      /"guests" is preset with a number, not "many"/,
    ],
    ['a preset that is no choice', { preset: { size: 'huge' } }, '/preset/size', /"size" is never "huge"/],
    [
      'a preset by a fact of another kind',
      { preset: { guests: { var: 'today' } } },
      '/preset/guests/var',
      /"guests" is a number, but "today" is a date/,
    ],
    [
      'a limit on a text',
      { limit: { message: { count: 1 } } },
      '/limit/message',
      /a limit is for photos, but "message" is a text/,
    ],
    [
      'a type that no server takes',
      { limit: { upload: { types: ['application/pdf'] } } },
      '/limit/upload/types/0',
      /"application\/pdf" is not accepted: photos are/,
    ],
    [
      'options of a number',
      { options: { guests: 'yachtModels' } },
      '/options/guests',
      /"guests" is a number, but "yachtModels" offers texts/,
    ],
    ['a bound on a tick', { bound: { tick: { minimum: 1 } } }, '/bound/tick', /"tick" is true or false/],
    [
      'a bound of another kind',
      { bound: { start: { minimum: 2028 } } },
      '/bound/start/minimum',
      /bounded by a date like "2028-01-31", not 2028/,
    ],
    [
      'a minimum above its maximum',
      { bound: { guests: { minimum: 9, maximum: 3 } } },
      '/bound/guests',
      /the minimum 9 of "guests" is above the maximum 3/,
    ],
  ])('refuses %s', (_what, then, at, says) => {
    const [problem, ...others] = problemsOf(dated({ then }));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'bad-value', reason: expect.stringMatching(says) });
    expect(problem?.pointer.endsWith(`/then${at}`)).toBe(true);
  });

  it.each([
    ['no time', { bound: { opens: { minimum: 'nine' } } }, '/bound/opens/minimum', /a time like "09:30"/],
    [
      'a time after the one that it has to be before',
      { bound: { opens: { minimum: '17:00', maximum: '09:00' } } },
      '/bound/opens',
      /the minimum "17:00" of "opens" is above the maximum "09:00"/,
    ],
    [
      'a date for a time',
      { bound: { opens: { minimum: { var: 'today' } } } },
      '/bound/opens/minimum/var',
      /"opens" is a time, but "today" is a date/,
    ],
  ])('refuses a bound that is %s', (_what, then, at, says) => {
    const [problem, ...others] = problemsOf(dated({ then }));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ code: 'bad-value', reason: expect.stringMatching(says) });
    expect(problem?.pointer.endsWith(`/then${at}`)).toBe(true);
  });

  it('bounds times by constants, with an offset and without, and by each other', () => {
    const bound = { opens: { minimum: '09:00', maximum: '17:00:00Z' } };
    expect(problemsOf(dated({ then: { bound } }))).toEqual([]);
  });

  it('bounds a date by the day and by another date', () => {
    const soon = { '+': [{ var: 'today' }, 1, 'days'] };
    const bound = { start: { minimum: soon, maximum: { var: 'values.end' } } };
    expect(problemsOf(dated({ then: { bound } }))).toEqual([]);
  });

  it.each([
    {
      what: 'a rule that hides the type dropdown by what is chosen there',
      all: () =>
        changed('rules.json', (doc) =>
          doc.rules.push({
            id: 'circular',
            description: 'd',
            when: { '==': [{ var: 'type' }, 'sales'] },
            then: { hide: ['enquiry_type'] },
          }),
        ),
      told: expect.stringMatching(/^fact-too-late rules.json#\/rules\/\d+\/when/),
    },
    {
      what: 'a rule that hides the section by the type, which is chosen after it',
      all: () => withRule({ when: { '==': [{ var: 'type' }, 'sales'] }, then: { hideSection: true } }),
      told: expect.stringMatching(/^fact-too-late rules.json#\/rules\/\d+\/when/),
    },
    {
      what: 'a property that has the name of the type dropdown',
      all: () =>
        changed(general, (doc) => {
          doc.properties.enquiry_type = { type: 'integer' };
        }),
      told: `taken-field-name ${general}#/properties/enquiry_type`,
    },
  ])('refuses $what', ({ all, told: reported }) => {
    const found = problemsOf(all()).map(({ code, file, pointer }) => `${code} ${file}#${pointer}`);
    expect(found).toContainEqual(reported);
  });

  it('refuses to let two rules give one field two hints', () => {
    const both = ['send-message', 'photos.hint'].map((hint, index) => ({
      id: `hint-${index}`,
      description: 'd',
      then: { hint: { message: hint } },
    }));
    const problems = problemsOf(changed('rules.json', (doc) => doc.rules.push(...both)));
    expect(problems.map(({ code, reason }) => [code, reason])).toEqual([
      ['rule-conflict', expect.stringMatching(/both set the hint of "message" where both always apply/)],
    ]);
  });

  it('lets two rules set one thing alike', () => {
    const alike = ['one', 'two'].map((id) => ({ id, description: 'd', then: { preset: { message: 'a' } } }));
    expect(problemsOf(changed('rules.json', (doc) => doc.rules.push(...alike)))).toEqual([]);
  });

  it('reads keywords that stand beside a reference before those that it leads to', () => {
    const all = changed(general, (doc) => {
      doc.properties.message = { ...doc.properties.message, title: 'Your words', maxLength: 12 };
      doc.examples[0].message = 'Is it open?';
    });
    const field = compileTestForm(all)
      .types.find(({ key }) => key === 'general')
      ?.fields.find(({ name }) => name === 'message');
    expect(field).toMatchObject({ title: 'Your words', maxLength: 12 });
  });

  it('lets two rules set one thing where they never meet', () => {
    const all = changed('rules.json', (doc) =>
      doc.rules.push(
        {
          id: 'one',
          description: 'd',
          when: { '==': [{ var: 'type' }, 'sales'] },
          then: { preset: { message: 'a' } },
        },
        {
          id: 'two',
          description: 'd',
          when: { '==': [{ var: 'type' }, 'general'] },
          then: { preset: { message: 'b' } },
        },
      ),
    );
    expect(problemsOf(all)).toEqual([]);
  });
});
