import { describe, expect, it } from 'vitest';
import { formatLine, importValue, readSamples } from './samples.ts';

/** Returns the lines of an import as sentences. */
function listLines(value: unknown, from?: string): readonly string[] {
  return importValue(value, from).lines.map(formatLine);
}

function getSample(source: string, name: string): unknown {
  return readSamples(source).find((sample) => sample.name === name)?.value;
}

describe('importForeign', () => {
  it.each([
    ['a text', 'hello'],
    ['a list', [1, 2]],
    ['nothing', null],
    ['an object of another kind', { a: 1 }],
    ['a package', { name: 'x', version: '1.0.0', dependencies: {} }],
    ['pages of another kind', { pages: [{ title: 'x' }] }],
  ])('refuses %s, which is none of the formats', (_what, value) => {
    const result = importValue(value);
    expect(result).toMatchObject({ ok: false, reason: expect.stringContaining('a form of none of these') });
  });

  it.each(['rjsf', 'jsonforms', 'surveyjs', 'formio'])('refuses a text as a form of %s', (from) => {
    expect(importValue('hello', from).ok).toBe(false);
    expect(importValue({ nothing: true }, from).ok).toBe(false);
  });

  it('refuses a form without questions', () => {
    expect(
      importValue({ pages: [{ elements: [{ type: 'html', name: 'a', html: 'Only a text' }] }] }),
    ).toMatchObject({
      ok: false,
      reason: expect.stringContaining('no question'),
    });
  });

  it('refuses what is nested too deeply', () => {
    const deep: unknown = JSON.parse(`${'{"pages":['.repeat(200)}${']}'.repeat(200)}`);
    expect(importValue(deep)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('nested more than'),
    });
  });

  it('refuses a UI schema of JSON Forms alone, and says what is missing', () => {
    expect(importValue({ type: 'VerticalLayout', elements: [] })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('put its schema beside it'),
    });
  });

  it('leaves circular references out where they lead back', () => {
    const result = importValue(getSample('json-schema', 'circle'));
    expect(result.ok).toBe(true);
    expect(result.lines.map(formatLine)).toContainEqual(
      expect.stringMatching(/^a: left out: .*leads back to itself/),
    );
  });

  it('gives a second form of the same name another key', () => {
    const result = importValue(getSample('formio', 'project'));
    if (!result.ok) throw new Error(result.reason);
    expect(result.documents['enquiry-types.json']).toMatchObject({
      enquiryTypes: [{ key: 'berth' }, { key: 'berth-2' }],
    });
    expect(result.lines.map(formatLine)).toContainEqual(
      expect.stringContaining('because another one is called "berth"'),
    );
  });

  it('tells of an unknown version', () => {
    const project = { ...(getSample('formio', 'project') as object), version: '99.0.0' };
    expect(listLines(project)).toContainEqual(
      expect.stringMatching(/^the project, version: left out: this version is not known/),
    );
  });

  it('renames what is no identifier, and tells it', () => {
    const lines = listLines(getSample('surveyjs', 'strange-names'));
    expect(lines).toContainEqual(
      expect.stringContaining('name: taken as "Were_you_able_to_get_an_appointment"'),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^a_b, name: taken as "a_b_2"/));
    expect(lines).toContainEqual(expect.stringMatching(/^constructor, name: taken as "constructor_field"/));
  });

  it('never runs scripts, and reports them', () => {
    const survey = importValue(getSample('surveyjs', 'scripts'));
    const form = importValue(getSample('formio', 'hostile'));
    for (const result of [survey, form]) {
      if (!result.ok) throw new Error(result.reason);
      const texts = JSON.stringify(result.documents);
      expect(texts).not.toMatch(/steal|onclick|onerror|javascript:|fetchSecret|window\.name/);
      expect(result.lines.some(({ became, reason }) => /never run|script/.test(`${became} ${reason}`))).toBe(
        true,
      );
    }
  });

  it('shows braces, apostrophes and tags of texts as they are', () => {
    const result = importValue({
      elements: [{ type: 'text', name: 'a', title: "It's {odd} <b>and</b> &lt;i&gt;", description: '{' }],
    });
    if (!result.ok) throw new Error(result.reason);
    expect(result.documents['texts/en.json']).toMatchObject({
      'fields.a.label': "It''s … and ‹i>",
      'fields.a.hint': "'{'",
    });
  });

  it('tells that the interface stays English in a language that does not ship', () => {
    const lines = listLines(getSample('surveyjs', 'spanish'));
    expect(lines).toContainEqual(expect.stringMatching(/^the survey, locale: taken as .* texts\/es\.json/));
  });

  it('tells of limits of days that no keyword can say', () => {
    const lines = listLines({
      components: [
        {
          type: 'datetime',
          key: 'day',
          enableTime: false,
          datePicker: { minDate: '2027-05-01', disableWeekends: true },
        },
      ],
    });
    expect(lines).toContainEqual(
      expect.stringMatching(/^day, datePicker\.disableWeekends: left out: a day can only be limited by/),
    );
  });

  it('leaves out a list that asks nothing, and not the form', () => {
    const lines = listLines({
      components: [
        { type: 'textfield', key: 'a' },
        { type: 'datagrid', key: 'list', components: [] },
      ],
    });
    expect(lines).toContainEqual('the form: taken as it is (/)');
    expect(lines).toContainEqual('list: left out: it asks nothing that can be taken (/components/1)');
  });

  it('requires no field that is not there or that no control shows', () => {
    const lines = listLines({
      schema: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        required: ['b', 'c'],
      },
      uischema: { type: 'VerticalLayout', elements: [{ type: 'Control', scope: '#/properties/a' }] },
    });
    expect(lines).toContainEqual(
      expect.stringMatching(/^the form, required: left out: there is no field "c".*; no control shows "b"/),
    );
  });

  it('offers a range of numbers, and asks for a number where a validator is for numbers', () => {
    const result = importValue({
      elements: [
        { type: 'dropdown', name: 'year', choicesMin: 2026, choicesMax: 2028 },
        { type: 'text', name: 'berths', validators: [{ type: 'numeric', minValue: 1 }] },
      ],
    });
    if (!result.ok) throw new Error(result.reason);
    expect(result.documents['forms/sample/schema.json']).toMatchObject({
      properties: { year: { enum: [2026, 2027, 2028] }, berths: { type: 'number', minimum: 1 } },
    });
  });

  it('tells of names of yes and no, and of answers with free names', () => {
    const survey = { elements: [{ type: 'boolean', name: 'a', labelTrue: 'Aye', labelFalse: 'No' }] };
    expect(listLines(survey)).toContainEqual(
      expect.stringMatching(/^a, labelTrue: left out: .* ask with two choices/),
    );
    const schema = {
      type: 'object',
      properties: { a: { type: 'object' } },
      additionalProperties: { type: 'string' },
    };
    expect(listLines(schema)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^the form, additionalProperties: left out: a form has the fields that it names/,
        ),
        expect.stringMatching(/^a: left out: it has no "properties"/),
      ]),
    );
  });

  it('has a line for what is no page, element, component, row or form', () => {
    const survey = listLines(
      {
        pages: [
          7,
          {
            name: 'p',
            elements: [[], { type: 'text', name: 'a', validators: ['x', { type: 'email' }] }],
            questions: [{ type: 'text', name: 'lost' }],
          },
        ],
        elements: [],
      },
      'surveyjs',
    );
    expect(survey).toEqual(
      expect.arrayContaining([
        'page 1: left out: 7 is no page (/pages/0)',
        'element 1: left out: [] is no element (/pages/1/elements/0)',
        expect.stringMatching(/^a, validator "email": taken as .*\(\/pages\/1\/elements\/1\/validators\/1\)/),
        'p, questions: left out: it is beside "elements", and only one of them is shown (/pages/1/questions)',
        'the survey, elements: left out: it is beside "pages", and only one of them is shown (/elements)',
      ]),
    );
    const form = { title: 'A', components: [null, { type: 'textfield', key: 'a' }] };
    expect(listLines({ version: '2.0.0', forms: { a: form, b: {} } }, 'formio')).toEqual(
      expect.arrayContaining([
        'component 1: left out: null is no component (/forms/a/components/0)',
        'b: left out: it is no form: it has no list of "components" (/forms/b)',
      ]),
    );
  });

  it('compares the answer of a choice with "other" with several choices', () => {
    const choice = { type: 'radiogroup', name: 'a', choices: ['x', 'y', 'z'], showOtherItem: true };
    const result = importValue({
      elements: [choice, { type: 'text', name: 'b', visibleIf: "{a} anyof ['x', 'y']" }],
    });
    if (!result.ok) throw new Error(result.reason);
    const { rules } = result.documents['rules.json'] as { readonly rules: readonly unknown[] };
    expect(rules[0]).toMatchObject({
      when: { in: [{ var: 'values.a' }, ['x', 'y']] },
      then: { show: ['b'] },
    });
  });

  it('reads members that are called as those of every object', () => {
    const odd: unknown = JSON.parse('{"toString":1,"constructor":2,"__proto__":3}');
    const schema = {
      type: 'object',
      properties: { a: { type: odd }, b: { type: 'string', format: 'constructor' }, c: odd },
    };
    expect(() => importValue({ schema, uiSchema: { a: odd, 'ui:constructor': 1 } }, 'rjsf')).not.toThrow();
    const elements = [{ type: 'expression', name: odd, expression: odd, displayStyle: odd }];
    expect(() => importValue({ title: odd, elements }, 'surveyjs')).not.toThrow();
    expect(listLines(schema).join()).not.toContain('[object');
  });
});
