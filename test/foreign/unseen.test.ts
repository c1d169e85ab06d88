import { describe, expect, it } from 'vitest';
import type { Documents, JsonSchema } from '#engine';
import { importForeign } from '#engine/exchange/foreign/index.ts';
import { importJudge } from './judge.ts';
import { formatLine, importValue, newFolder, readSamples } from './samples.ts';

/** Imports a form and returns its documents by the end of their names: `schema.json`. */
function importDocuments(value: unknown) {
  const result = importValue(value, undefined, 'sample');
  if (!result.ok) throw new Error(result.reason);
  const folder = `forms/${result.types[0]}`;
  const { documents } = result;
  return {
    schema: documents[`${folder}/schema.json`] as JsonSchema,
    ui: documents[`${folder}/ui.json`] as Record<string, unknown>,
    texts: documents['texts/en.json'] as Record<string, string>,
    rules: (documents['rules.json'] as { readonly rules: readonly Record<string, unknown>[] }).rules,
    lines: result.lines.map(formatLine),
  };
}

const getSample = (source: string, name: string) =>
  readSamples(source).find((each) => each.name === name)?.value;

describe('an import from SurveyJS', () => {
  const text = (name: string, more: object = {}) => ({ type: 'text', name, ...more });
  const number = (name: string, more: object = {}) => text(name, { inputType: 'number', ...more });

  it('compares a calculated value that is a condition with true', () => {
    const judge = importJudge(
      {
        calculatedValues: [{ name: 'isMarried', expression: "{status} = 'married'" }],
        elements: [
          { type: 'radiogroup', name: 'status', choices: ['single', 'married'] },
          text('spouse', { isRequired: true, visibleIf: '{isMarried} = true' }),
          text('flat', { isRequired: true, visibleIf: 'false = {isMarried}' }),
        ],
      },
      'tax',
    );
    expect(judge({ status: 'married' })).toEqual(['spouse required']);
    expect(judge({ status: 'single' })).toEqual(['flat required']);
  });

  it('calculates each branch of an expression by a rule', () => {
    const { rules } = importDocuments({
      calculatedValues: [{ name: 'fee', expression: 'iif({years} = 5, 50, 30)' }],
      elements: [
        number('years'),
        number('price'),
        { type: 'expression', name: 'e', expression: '{price} + {fee}' },
      ],
    });
    const price = { var: 'values.price' };
    const isFive = { '==': [{ var: 'values.years' }, 5] };
    expect(rules.map(({ when, then }) => ({ when, then }))).toEqual([
      { when: isFive, then: { calculate: { e: { '+': [price, 50] } } } },
      { when: { '!': isFive }, then: { calculate: { e: { '+': [price, 30] } } } },
    ]);
  });

  it('calculates constants under a condition', () => {
    const { rules } = importDocuments({
      elements: [number('n'), { type: 'expression', name: 'e', expression: 'iif({n} > 1, 2, 3)' }],
    });
    expect(rules.map(({ then }) => then)).toEqual([
      { calculate: { e: { '+': [2, 0] } } },
      { calculate: { e: { '+': [3, 0] } } },
    ]);
  });

  it('refuses an expression with too many branches, and one that is calculated from itself', () => {
    const many = Array.from({ length: 12 }, (_each, index) => `iif({n} = ${index}, 1, 2)`).join(' + ');
    const { lines } = importDocuments({
      calculatedValues: [
        { name: 'one', expression: '{two} + 1' },
        { name: 'two', expression: '{#one} = true' },
      ],
      elements: [
        number('n'),
        { type: 'expression', name: 'e', expression: many },
        text('t', { visibleIf: '{two} = true' }),
      ],
    });
    expect(lines).toContainEqual(expect.stringMatching(/^e, expression: left out: .* more than 12 branches/));
    expect(lines).toContainEqual(
      expect.stringMatching(/^one, calculated value: left out: it is calculated from/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^t, visibleIf: left out: .* no question "two"/));
  });

  it('bounds a day at both ends by one rule', () => {
    const { rules, lines } = importDocuments({
      elements: [
        text('day', { inputType: 'date', minValueExpression: 'today()', maxValueExpression: 'today(90)' }),
      ],
    });
    expect(rules.map(({ then }) => then)).toEqual([
      {
        bound: {
          day: { minimum: { var: 'today' }, maximum: { '+': [{ var: 'today' }, 90, 'days'] } },
        },
      },
    ]);
    expect(lines.filter((line) => line.includes('left out: the rule'))).toEqual([]);
  });

  it('counts the ticked choices', () => {
    const judge = importJudge(
      {
        elements: [
          { type: 'checkbox', name: 'extras', choices: ['a', 'b', 'c'] },
          text('why', { isRequired: true, visibleIf: '{extras.length} >= 2' }),
        ],
      },
      'extras',
    );
    expect(judge({ extras: ['a'] })).toEqual([]);
    expect(judge({ extras: ['a', 'b'] })).toEqual(['why required']);
  });

  it('checks the age and the agreement that validators demand, with their messages', () => {
    const value = {
      elements: [
        text('born', {
          inputType: 'date',
          validators: [{ type: 'expression', expression: 'age({born}) >= 18', text: 'Adults only' }],
        }),
        {
          type: 'boolean',
          name: 'agreed',
          isRequired: true,
          validators: [{ type: 'expression', expression: '{agreed} = true', text: 'Please agree' }],
        },
      ],
    };
    const judge = importJudge(value, 'adults');
    expect(judge({ born: '1990-01-31', agreed: true })).toEqual([]);
    expect(judge({ born: '2024-01-31', agreed: false })).toEqual(
      expect.arrayContaining(['born too-late', expect.stringMatching(/^agreed /)]),
    );
    expect(importDocuments(value).texts).toMatchObject({
      'fields.born.problems.too-late': 'Adults only',
      'fields.agreed.problems.not-accepted': 'Please agree',
    });
  });

  it('uses a message of a validator only for the limits of that validator', () => {
    const { texts } = importDocuments({
      elements: [
        {
          type: 'comment',
          name: 'c',
          maxLength: 200,
          validators: [{ type: 'text', minLength: 30, text: 'Longer' }],
        },
        number('n', { min: 2, minErrorText: 'At least {0}' }),
      ],
    });
    expect(texts).toMatchObject({
      'fields.c.problems.too-short': 'Longer',
      'fields.n.problems.too-small': 'At least 2',
    });
    expect(texts).not.toHaveProperty(['fields.c.problems.too-long']);
  });

  it('asks for a number where the mask is one', () => {
    const { schema } = importDocuments({
      elements: [text('budget', { maskType: 'currency', maskSettings: { prefix: '$', min: 5 } })],
    });
    expect(schema.properties).toMatchObject({ budget: { type: 'number', minimum: 5 } });
  });

  it('does not offer a choice that is disabled', () => {
    const judge = importJudge(
      {
        elements: [
          number('guests'),
          { type: 'radiogroup', name: 'where', choices: ['in', { value: 'out', enableIf: '{guests} < 7' }] },
          {
            type: 'dropdown',
            name: 'when',
            choices: ['am', 'pm'],
            choicesEnableIf: "{item} = 'am' or {guests} < 7",
          },
        ],
      },
      'table',
    );
    expect(judge({ guests: 3, where: 'out', when: 'pm' })).toEqual([]);
    expect(judge({ guests: 9, where: 'out', when: 'pm' })).toEqual(['where not-offered', 'when not-offered']);
  });

  it('presets the answers that triggers set', () => {
    const { rules, lines } = importDocuments(getSample('surveyjs', 'insurance-claim'));
    expect(rules).toContainEqual(
      expect.objectContaining({
        when: { '==': [{ var: 'values.policyType' }, 'full'] },
        then: { preset: { wantsRental: true } },
      }),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^the survey, trigger "complete": left out/));
  });

  it('compares no text with a number, because texts have the order of the alphabet', () => {
    const { lines } = importDocuments({
      elements: [
        text('t'),
        number('n'),
        text('a', { visibleIf: '{t} > 5' }),
        text('b', { visibleIf: '{t} < {n}' }),
      ],
    });
    for (const name of ['a', 'b'])
      expect(lines).toContainEqual(
        expect.stringMatching(new RegExp(`^${name}, visibleIf: left out: .* the alphabet`)),
      );
  });

  it('says how a list begins and ends, and limits it where items cannot be added', () => {
    const list = (name: string, more: object) => ({
      type: 'paneldynamic',
      name,
      templateElements: [text('a')],
      ...more,
    });
    const { schema, lines } = importDocuments({
      elements: [
        list('open', { panelCount: 2, allowRemovePanel: false }),
        list('closed', { panelCount: 2, allowAddPanel: false }),
        list('fixed', { panelCount: 2, allowAddPanel: false, allowRemovePanel: false }),
        { type: 'matrixdynamic', name: 'rows', columns: [{ name: 'a' }], rowCount: 1, minRowCount: 1 },
      ],
    });
    const lengths = Object.entries(Object(schema.properties)).map(([name, property]) => {
      const { minItems, maxItems } = Object(property);
      return [name, minItems, maxItems];
    });
    expect(lengths).toEqual([
      ['open', undefined, undefined],
      ['closed', undefined, 2],
      ['fixed', 2, 2],
      ['rows', 1, undefined],
    ]);
    expect(lines.filter((line) => /(?:Count|Panel|Rows)(?::| )/.test(line))).toEqual([
      'open, panelCount: taken as a list to which visitors add items (/elements/0/panelCount)',
      'open, allowRemovePanel: taken as a list from which visitors can remove items (/elements/0/allowRemovePanel)',
      'closed, allowAddPanel: taken as it is (/elements/1/allowAddPanel)',
      'closed, panelCount: taken as it is (/elements/1/panelCount)',
      'fixed, allowAddPanel: taken as it is (/elements/2/allowAddPanel)',
      'fixed, panelCount: taken as it is (/elements/2/panelCount)',
      'fixed, allowRemovePanel: taken as it is (/elements/2/allowRemovePanel)',
      'rows, minRowCount: taken as it is (/elements/3/minRowCount)',
      'rows, rowCount: taken as it is (/elements/3/rowCount)',
    ]);
  });

  it('has no heading below one that is missing', () => {
    const inner = { type: 'panel', name: 'inner', title: 'Inner', elements: [text('a')] };
    const { ui } = importDocuments({ elements: [{ type: 'panel', name: 'outer', elements: [inner] }] });
    expect(ui['ui:blocks']).toEqual({ inner: { kind: 'heading', level: 1 } });
  });
});

describe('an import from Form.io', () => {
  const simple = (when: string, eq: unknown) => ({ type: 'simple', simple: { show: true, when, eq } });
  const set = (value: string, state: boolean) => ({ type: 'property', property: { value }, state });

  it('limits a grid whose rows are fixed', () => {
    const grid = (key: string, more: object) => ({
      type: 'datagrid',
      key,
      label: key,
      components: [{ type: 'textfield', key: 'a', label: 'A' }],
      disableAddingRemovingRows: true,
      ...more,
    });
    const { schema, lines } = importDocuments({
      components: [
        grid('one', { noFirstRow: true }),
        grid('two', { defaultValue: [{ a: 'x' }, {}] }),
        grid('open', { disableAddingRemovingRows: false, validate: { maxLength: 3 } }),
      ],
    });
    const { one, two, open } = Object(schema.properties);
    expect([one.maxItems, two.maxItems, open.maxItems]).toEqual([1, 2, 3]);
    expect(lines.filter((line) => /Rows?: /.test(line))).toEqual([
      'one, noFirstRow: taken as it is (/components/0/noFirstRow)',
      'one, disableAddingRemovingRows: taken as a list of at most 1 (/components/0/disableAddingRemovingRows)',
      'two, disableAddingRemovingRows: taken as a list of at most 2 (/components/1/disableAddingRemovingRows)',
      'open, disableAddingRemovingRows: taken as it is (/components/2/disableAddingRemovingRows)',
    ]);
  });

  it('tells of new names, and reads the first of two fields with one key', () => {
    const { lines, rules } = importDocuments({
      components: [
        { type: 'textfield', key: 'country' },
        { type: 'textfield', key: 'state', conditional: { show: true, when: 'country', eq: 'US' } },
        { type: 'textfield', key: 'country' },
        { type: 'textfield', key: 'first-name' },
      ],
    });
    expect(lines).toContain('country, key: taken as "country_2" (/components/2/key)');
    expect(lines).toContain('first-name, key: taken as "first_name" (/components/3/key)');
    expect(rules[0]?.when).toEqual({ '==': [{ var: 'values.country' }, 'US'] });
  });

  it('takes the properties that logic sets', () => {
    const judge = importJudge(
      {
        components: [
          { type: 'radio', key: 'where', values: [{ value: 'in' }, { value: 'out' }] },
          {
            type: 'textfield',
            key: 'phone',
            logic: [{ trigger: simple('where', 'out'), actions: [set('validate.required', true)] }],
          },
          {
            type: 'textfield',
            key: 'note',
            validate: { required: true },
            logic: [{ trigger: simple('where', 'out'), actions: [set('hidden', true)] }],
          },
          {
            type: 'textfield',
            key: 'menu',
            hidden: true,
            validate: { required: true },
            logic: [
              {
                trigger: { type: 'javascript', javascript: "result = data.where === 'out';" },
                actions: [set('hidden', false)],
              },
            ],
          },
          {
            type: 'textfield',
            key: 'table',
            validate: { required: true },
            logic: [
              {
                trigger: { type: 'json', json: { '==': [{ var: 'data.where' }, 'out'] } },
                actions: [set('validate.required', false)],
              },
            ],
          },
        ],
      },
      'table',
    );
    expect(judge({ where: 'in', note: 'x', table: '1' })).toEqual([]);
    expect(judge({ where: 'in' })).toEqual(expect.arrayContaining(['note required', 'table required']));
    expect(judge({ where: 'out' })).toEqual(expect.arrayContaining(['phone required', 'menu required']));
    expect(judge({ where: 'out', phone: '1', menu: 'x' })).toEqual([]);
  });

  it('presets the values that logic sets, and leaves out each other action by its line', () => {
    const { rules, lines } = importDocuments(getSample('formio', 'booking-logic'));
    expect(rules).toContainEqual(
      expect.objectContaining({
        when: { '==': [{ var: 'values.where' }, 'out'] },
        then: { preset: { table: 'Terrace' } },
      }),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^table, logic "off", action 3: left out: .*"mergeComponentSchema"/),
    );
  });

  it('never runs the scripts of logic', () => {
    const { lines } = importDocuments({
      components: [
        { type: 'textfield', key: 'a' },
        {
          type: 'textfield',
          key: 'b',
          logic: [
            {
              name: 'x',
              trigger: { type: 'javascript', javascript: 'process.exit(1)' },
              actions: [set('hidden', true)],
            },
            {
              name: 'y',
              trigger: simple('a', '1'),
              actions: [{ type: 'value', value: "value = require('fs')" }],
            },
            { name: 'z', trigger: { type: 'event', event: 'e' }, actions: [set('hidden', true)] },
          ],
        },
      ],
    });
    expect(lines).toContainEqual(expect.stringMatching(/^b, logic "x": left out: /));
    expect(lines).toContainEqual(expect.stringMatching(/^b, logic "y", action 1: left out: .*never run/));
    expect(lines).toContainEqual(
      expect.stringMatching(/^b, logic "z", action 1: left out: .*no trigger "event"/),
    );
  });

  it('decides inside a list as logic does', () => {
    const judge = importJudge(
      {
        components: [
          {
            type: 'datagrid',
            key: 'rows',
            components: [
              { type: 'checkbox', key: 'has' },
              {
                type: 'textfield',
                key: 'why',
                validate: { required: true },
                logic: [{ trigger: simple('rows.has', 'true'), actions: [set('hidden', true)] }],
              },
            ],
          },
        ],
      },
      'rows',
    );
    expect(judge({ rows: [{ has: true }] })).toEqual([]);
    expect(judge({ rows: [{ has: false }] })).toEqual(['rows/0/why required']);
  });

  it('reads the tick of one choice and the row of a survey', () => {
    const judge = importJudge(
      {
        components: [
          { type: 'selectboxes', key: 'access', values: [{ value: 'office' }, { value: 'lab' }] },
          {
            type: 'textfield',
            key: 'why',
            validate: { required: true },
            customConditional: 'show = data.access.lab === true',
          },
          {
            type: 'textfield',
            key: 'else',
            validate: { required: true },
            customConditional: 'show = !data.access.lab',
          },
          {
            type: 'survey',
            key: 's',
            questions: [{ value: 'tired' }],
            values: [{ value: 'never' }, { value: 'often' }],
          },
          {
            type: 'textfield',
            key: 'more',
            validate: { required: true },
            conditional: {
              show: true,
              conjunction: 'all',
              conditions: [{ component: 's.tired', operator: 'isEqual', value: 'often' }],
            },
          },
        ],
      },
      'access',
    );
    expect(judge({ access: ['lab'] })).toEqual(['why required']);
    expect(judge({ access: ['office'], s: { tired: 'often' } })).toEqual(
      expect.arrayContaining(['else required', 'more required']),
    );
  });

  it('takes an address as its parts', () => {
    const { schema, lines } = importDocuments({
      components: [
        {
          type: 'address',
          key: 'home',
          validate: { required: true },
          components: [
            {
              type: 'textfield',
              key: 'address1',
              label: 'Line 1',
              customConditional: "show = _.get(instance, 'parent.manualMode', false);",
            },
            { type: 'textfield', key: 'city', label: 'City' },
          ],
        },
      ],
    });
    expect(schema.properties).toMatchObject({
      home: {
        type: 'object',
        properties: { address1: { type: 'string' }, city: {} },
        required: ['address1'],
      },
    });
    expect(lines.filter((line) => line.includes('left out') && line.includes('manualMode'))).toEqual([]);
  });

  it('requires a date of which a part is required, within its limits', () => {
    const judge = importJudge(
      {
        components: [
          { type: 'textfield', key: 'name' },
          {
            type: 'day',
            key: 'born',
            maxDate: '2010-01-01',
            fields: { day: { required: true }, month: {}, year: {} },
          },
        ],
      },
      'born',
    );
    expect(judge({})).toEqual(['born required']);
    expect(judge({ born: '2011-01-01' })).toEqual(['born too-late']);
  });

  it('limits days by constants and by today, and tells of those that it cannot', () => {
    const { schema, rules, lines } = importDocuments({
      components: [
        {
          type: 'datetime',
          key: 'day',
          enableTime: false,
          datePicker: { minDate: "moment().add(1, 'day')", maxDate: '2030-01-01', disableWeekends: true },
        },
        { type: 'datetime', key: 'odd', enableTime: false, datePicker: { minDate: 'alert(1)' } },
      ],
    });
    expect(schema.properties).toMatchObject({ day: { formatMaximum: '2030-01-01' } });
    expect(rules[0]?.then).toEqual({ bound: { day: { minimum: { '+': [{ var: 'today' }, 1, 'days'] } } } });
    expect(lines).toContainEqual(expect.stringMatching(/^day, datePicker\.disableWeekends: left out/));
    expect(lines).toContainEqual(expect.stringMatching(/^odd, datePicker\.minDate: left out/));
  });

  it('writes units, tooltips and names of fields into texts', () => {
    const { texts } = importDocuments({
      components: [
        {
          type: 'number',
          key: 'weight',
          label: 'Weight',
          suffix: 'kg',
          description: 'Naked',
          tooltip: 'In the morning',
        },
        {
          type: 'textfield',
          key: 'serial',
          label: 'Serial',
          validate: { pattern: 'a', customMessage: '{{ field }} is wrong' },
        },
      ],
    });
    expect(texts).toMatchObject({
      'fields.weight.label': 'Weight (kg)',
      'fields.weight.hint': 'Naked. In the morning.',
      'fields.serial.problems.wrong-format': 'Serial is wrong',
    });
  });

  it('hides and disables what is in a hidden or disabled layout', () => {
    const { ui, schema } = importDocuments({
      components: [
        {
          type: 'panel',
          key: 'p',
          title: 'Hidden',
          hidden: true,
          components: [{ type: 'textfield', key: 'a', validate: { required: true } }],
        },
        {
          type: 'panel',
          key: 'q',
          disabled: true,
          components: [{ type: 'textfield', key: 'b', validate: { required: true } }],
        },
      ],
    });
    expect(ui).toMatchObject({ a: { 'ui:widget': 'hidden' }, b: { 'ui:disabled': true } });
    expect(ui['ui:blocks']).toBeUndefined();
    expect(schema.required ?? []).toEqual([]);
  });

  it('leaves out the content of scripts', () => {
    const { lines, texts } = importDocuments({
      components: [
        { type: 'textfield', key: 'a' },
        { type: 'htmlelement', key: 'evil', tag: 'SCRIPT', content: 'alert(1)' },
      ],
    });
    expect(lines).toContain('evil: left out: it is a script, which is never run (/components/1)');
    expect(Object.values(texts)).not.toContain('alert(1)');
  });
});

describe('an import from JSON Forms', () => {
  const control = (name: string, more: object = {}) => ({
    type: 'Control',
    scope: `#/properties/${name}`,
    ...more,
  });
  const toForm = (properties: object, elements: readonly object[], more: object = {}) => ({
    schema: { type: 'object', properties, ...more },
    uischema: { type: 'VerticalLayout', elements },
  });

  it('labels fields by their names as JSON Forms does', () => {
    const { schema } = importDocuments(
      toForm(
        {
          firstName: { type: 'string' },
          taxID: { type: 'string', title: 'Own' },
          home: { $ref: '#/definitions/home' },
          list: { type: 'array', items: { type: 'object', properties: { zip_code: { type: 'string' } } } },
        },
        [control('firstName')],
        {
          definitions: {
            home: { type: 'object', title: 'My home', properties: { URL2: { type: 'string' } } },
          },
        },
      ),
    );
    expect(schema).toMatchObject({
      properties: {
        firstName: { title: 'First Name' },
        taxID: { title: 'Own' },
        list: { title: 'List', items: { properties: { zip_code: { title: 'Zip Code' } } } },
      },
      definitions: { home: { title: 'My home', properties: { URL2: { title: 'URL 2' } } } },
    });
    expect(schema).not.toHaveProperty('properties.home.title');
  });

  it('decides about missing answers as a schema does', () => {
    const shown = (condition: object) => ({ rule: { effect: 'SHOW', condition } });
    const judge = importJudge(
      toForm(
        { n: { type: 'integer' }, b: { type: 'boolean' }, a1: {}, a2: {}, a3: {}, a4: {}, a5: {} },
        [
          control('n'),
          control('b'),
          control('a1', shown({ scope: '#', schema: { properties: { b: { const: true } } } })),
          control(
            'a2',
            shown({ scope: '#', schema: { properties: { b: { const: true } }, required: ['b'] } }),
          ),
          control('a3', shown({ scope: '#/properties/n', schema: { maximum: 6 } })),
          control('a4', shown({ scope: '#/properties/n', schema: { type: 'number', maximum: 6 } })),
          control(
            'a5',
            shown({ scope: '#/properties/n', schema: { not: { const: 3 } }, failWhenUndefined: true }),
          ),
        ].map((element) => element),
        {
          required: ['a1', 'a2', 'a3', 'a4', 'a5'],
          properties: Object.fromEntries([
            ['n', { type: 'integer' }],
            ['b', { type: 'boolean' }],
            ...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => [name, { type: 'string' }]),
          ]),
        },
      ),
      'missing',
    );
    expect(judge({})).toEqual(['a1 required', 'a3 required']);
    expect(judge({ b: true, n: 4 })).toEqual([1, 2, 3, 4, 5].map((number) => `a${number} required`));
    expect(judge({ b: false, n: 7 })).toEqual(['a5 required']);
  });

  it('applies the rule of a layout to an object whose controls are all in it', () => {
    const group = {
      type: 'Group',
      label: 'Home',
      elements: [control('home/properties/street'), control('home/properties/zip')],
      rule: { effect: 'SHOW', condition: { scope: '#/properties/has', schema: { const: true } } },
    };
    const home = { type: 'object', properties: { street: { type: 'string' }, zip: { type: 'string' } } };
    const { rules } = importDocuments(
      toForm({ has: { type: 'boolean' }, home: { $ref: '#/definitions/home' } }, [control('has'), group], {
        definitions: { home },
      }),
    );
    expect(rules.map(({ then }) => then)).toEqual([{ show: ['home-2', 'home'] }]);
  });

  it('takes the labels and rules of the items of a list', () => {
    const items = {
      type: 'object',
      properties: { express: { type: 'boolean' }, fee: { type: 'number' } },
      required: ['fee'],
    };
    const rule = { effect: 'SHOW', condition: { scope: '#/properties/express', schema: { const: true } } };
    const detail = {
      type: 'VerticalLayout',
      elements: [
        control('express', { label: 'By express' }),
        control('fee', { rule }),
        { type: 'Label', text: 'x' },
      ],
    };
    const value = toForm({ orders: { type: 'array', items } }, [control('orders', { options: { detail } })]);
    const judge = importJudge(value, 'orders');
    expect(judge({ orders: [{ express: false }] })).toEqual([]);
    expect(judge({ orders: [{ express: true }] })).toEqual(['orders/0/fee required']);
    const { texts, lines } = importDocuments(value);
    expect(texts).toMatchObject({ 'fields.orders.express.label': 'By express' });
    expect(lines).toContainEqual(expect.stringMatching(/^orders\.Label: left out: /));
  });
});

describe('an import from RJSF', () => {
  it('keeps the other dependencies of which one is refused', () => {
    const findErrors = (documents: Documents) =>
      Object.entries(documents).flatMap(([file, document]) =>
        Object.hasOwn(Object(Object(document).dependencies), 'creditCard')
          ? [{ file, pointer: '/dependencies/creditCard', code: 'unknown-property', reason: 'no "billing".' }]
          : [],
      );
    const value = getSample('rjsf', 'unseen-dependencies');
    const result = importForeign({ value, name: 'sample', target: newFolder, findErrors });
    if (!result.ok) throw new Error(result.reason);
    const schema = result.documents[`forms/${result.types[0]}/schema.json`];
    expect(Object.keys(Object(schema).dependencies)).toEqual(['remote', 'hasPets']);
    expect(result.lines.map(formatLine)).toContain(
      'the form, dependencies.creditCard: left out: no "billing" (/schema/dependencies/creditCard)',
    );
  });
});
