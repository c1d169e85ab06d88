import { describe, expect, it } from 'vitest';
import { type JsonSchema, otherChoice } from '#engine';
import { importJudge, importSample } from './judge.ts';
import { importValue, readSamples } from './samples.ts';

/** Imports a sample and returns the document of its only form whose file ends with the name. */
function importDocument(source: string, name: string, file: string): JsonSchema {
  const sample = readSamples(source).find((each) => each.name === name);
  const result = importValue(sample?.value, undefined, name);
  if (!result.ok) throw new Error(result.reason);
  return result.documents[`forms/${result.types[0]}/${file}`] as JsonSchema;
}

const importUi = (source: string, name: string) => importDocument(source, name, 'ui.json');
const importSchema = (source: string, name: string) => importDocument(source, name, 'schema.json');

describe('an imported survey', () => {
  it('takes the text of "other" as the answer', () => {
    const judge = importSample('surveyjs', 'allergies');
    expect(judge({ allergies: ['nuts'] })).toEqual([]);
    expect(judge({ allergies: ['nuts', 'Kiwis'] })).toEqual([]);
    expect(judge({ allergies: ['nuts', otherChoice] })).toEqual(['allergies required']);
  });

  it('requires the text of "other" where expressions read that choice', () => {
    const judge = importJudge(
      {
        elements: [
          { type: 'checkbox', name: 'allergies', choices: ['nuts'], showOtherItem: true },
          { type: 'text', name: 'doctor', isRequired: true, visibleIf: "{allergies} contains 'other'" },
        ],
      },
      'allergies',
    );
    expect(judge({ allergies: ['nuts'] })).toEqual([]);
    expect(judge({ allergies: ['nuts', 'other'] })).toEqual(
      expect.arrayContaining(['allergies_other required', 'doctor required']),
    );
    expect(judge({ allergies: ['fish'] })).toEqual(['allergies not-offered']);
  });

  it('has the pictures of choices that are on the site itself', () => {
    const choices = [
      { value: 'red', imageLink: '/red.png' },
      { value: 'blue', imageLink: 'https://example.com/blue.png' },
    ];
    const result = importValue({ elements: [{ type: 'imagepicker', name: 'colour', choices }] });
    const ui = result.ok
      ? Object.values(result.documents).find((one) => Object.hasOwn(Object(one), 'colour'))
      : {};
    expect(Object(ui).colour).toEqual({ 'ui:widget': 'radio', 'ui:images': { red: '/red.png' } });
  });

  it('rates by the numbers of the survey', () => {
    const judge = importSample('surveyjs', 'nps');
    expect(judge({ nps: 10, promoter: ['Speed', 'The tea'] })).toEqual([]);
    expect(judge({ nps: 11 })).toEqual(['nps not-offered']);
  });

  it('asks minors for a guardian', () => {
    const judge = importSample('surveyjs', 'registration');
    const answers = { first_name: 'Ann', mail: 'ann@example.com', level: 'very good' };
    expect(judge({ ...answers, born: '1990-01-31' })).toEqual([]);
    expect(judge({ ...answers, born: '2024-01-31' })).toEqual(['guardian required']);
  });

  it('decides inside lists', () => {
    const judge = importSample('surveyjs', 'crew-list');
    expect(judge({ crew: [{ name: 'Ann', age: 40 }] })).toEqual([]);
    expect(judge({ crew: [{ name: 'Ben', age: 9 }] })).toEqual(['crew/0/guardian required']);
  });

  it('decides in the rows of a matrix', () => {
    const judge = importSample('surveyjs', 'matrix-row-conditions');
    expect(judge({ rooms: { single: { used: false } } })).toEqual([]);
    expect(judge({ rooms: { single: { used: true, nights: 4 } } })).toEqual(['rooms/single/why required']);
    expect(judge({ rooms: { double_room: { used: true, nights: 0 } } })).toEqual([
      'rooms/double_room/nights too-small',
    ]);
  });

  it('has questions that cannot be answered in read-only panels', () => {
    const ui = importUi('surveyjs', 'readonly-panels');
    expect(ui).toMatchObject({
      onReadonlyPage: { 'ui:readonly': true },
      customer: { 'ui:readonly': true },
      innerText: { 'ui:readonly': true },
    });
    expect(ui).not.toHaveProperty('note.ui:readonly');
  });

  it('compares one answer with another', () => {
    const judge = importSample('surveyjs', 'validators');
    expect(judge({ from: '2028-02-01', to: '2028-02-03', guests: 3, zip: '12345' })).toEqual([]);
    expect(judge({ from: '2028-02-03', to: '2028-02-01', guests: 13, zip: '1' })).toEqual(
      expect.arrayContaining(['to too-early', 'guests too-large', 'zip wrong-format']),
    );
  });

  it('offers choices under their conditions', () => {
    const judge = importSample('surveyjs', 'boat-choice');
    expect(judge({ class: 'dinghy', model: 'opti' })).toEqual([]);
    expect(judge({ class: 'motor', model: 'opti' })).toEqual(['model not-offered']);
  });
});

describe('an imported form of Form.io', () => {
  it('requires what is shown, and compares dates', () => {
    const judge = importSample('formio', 'charter-wizard');
    expect(judge({ kind: 'person', from: '2028-05-01', to: '2028-05-08' })).toEqual([]);
    expect(judge({ kind: 'company', from: '2028-05-01' })).toEqual(['vat required']);
    expect(judge({ kind: 'person', from: '2028-05-08', to: '2028-05-01' })).toEqual(['to too-early']);
  });

  it('decides inside a container by a field beside it', () => {
    const judge = importSample('formio', 'layouts-deep');
    expect(judge({ address: { abroad: true, country: 'FR' } })).toEqual([]);
    expect(judge({ address: { street: 'Kai 1', zip: '12345' } })).toEqual([]);
  });

  it('reads simple, several and JsonLogic conditions', () => {
    const judge = importSample('formio', 'conditions');
    expect(judge({ age: 30, member: true, club: 'RYA' })).toEqual([]);
  });
});

describe('an imported form of JSON Forms', () => {
  it('decides inside an object by a field beside it', () => {
    const properties = importSchema('jsonforms', 'object-rules').properties;
    expect(properties).toMatchObject({
      person: {
        allOf: [{ if: { required: ['isMinor'] }, then: { properties: { guardian: { type: 'string' } } } }],
        properties: {
          address: { allOf: [{ if: { not: {} }, then: { properties: { country: { type: 'string' } } } }] },
        },
      },
    });
  });

  it('requires a field only where its rule shows it', () => {
    const judge = importSample('jsonforms', 'rules');
    expect(judge({ dead: true, age: 12 })).toEqual([]);
    expect(judge({ dead: false, age: 30, name: 'Ann', gender: 'f' })).toEqual(['partner required']);
  });
});
