import { describe, expect, it } from 'vitest';
import {
  type CheckedDocument,
  checkDocuments,
  createShortDocuments,
  plantRule,
} from '../../test/cli/checking.ts';
import { expectMistake, listCodesInFile } from '../../test/cli/finding-mistakes.ts';

const sales = { '==': [{ var: 'type' }, 'sales'] };
const schema = (key: string) => `forms/${key}/schema.json`;

describe('checkForm, of other documents', () => {
  it.each(listCodesInFile(/^(?!rules\.json|forms\/)/))(
    'tells %s, saying where and what to do',
    expectMistake,
  );
});

describe('texts of what is inside a field', () => {
  const boat = {
    type: 'object',
    title: 'Boat',
    properties: {
      make: { type: 'string', title: 'Make' },
      sails: { type: 'array', items: { type: 'object', properties: { cut: { enum: ['full', 'flat.1'] } } } },
    },
  };
  const listReported = (texts: Readonly<Record<string, string>>) => {
    const all = createShortDocuments({
      [schema('general')]: (doc) => {
        doc.properties.boat = boat;
      },
      'texts/en.json': (doc) => Object.assign(doc, { 'fields.boat.label': 'Boat' }, texts),
    });
    return checkDocuments(all)
      .findings.filter(({ code }) => code === 'unused-text')
      .map(({ reason }) => reason);
  };

  it('are those of places that the schema has', () => {
    const texts = {
      'fields.boat.make.label': 'Maker',
      'fields.boat.make.problems.required': 'Say who built her',
      'fields.boat.sails.item': 'Sail',
      'forms.general.fields.boat.make.label': 'Maker',
      'options.boat.sails.cut.flat.1': 'Flat',
    };
    expect(listReported(texts)).toEqual([]);
  });

  it.each([
    ['fields.boat.maker.label', /nothing inside "boat" is called "maker"; the nearest is "make"/],
    ['fields.boat.sails.cuts.label', /is called "cuts"; the nearest is "cut"/],
    ['fields.boat.make.lable', /has no text "lable"; the nearest is "label"/],
    ['fields.boat.make.problems.requird', /there is no problem "requird"/],
    ['options.boat.sails.cut.ful', /"boat" offers no choice "sails.cut.ful"/],
  ])('are told of where nothing shows them: %s', (key, says) => {
    expect(listReported({ [key]: 'Words' })).toContainEqual(expect.stringMatching(says));
  });
});

describe('the smallest situation of a finding', () => {
  const stuck = createShortDocuments(
    plantRule({ when: { and: [sales, { var: 'page.inModal' }] }, then: { hide: ['email'] } }),
  );

  it('says no more than shows it', () => {
    const [found] = checkDocuments(stuck).findings.filter(({ code }) => code === 'required-hidden');
    expect(found?.scenario?.on).toEqual({ types: ['sales'], placement: 'modal', filledIn: true });
    expect(found?.situations).toBeGreaterThan(1);
  });

  it('fails as a scenario until the slip is mended', () => {
    const [found] = checkDocuments(stuck).findings.filter(({ code }) => code === 'required-hidden');
    const pasted = (all: CheckedDocument) =>
      checkDocuments({
        ...all,
        'scenarios.json': { ...all['scenarios.json'], scenarios: [found?.scenario] },
      });
    expect(pasted(stuck).findings.map(({ code }) => code)).toContain('scenario-fails');
    expect(pasted(createShortDocuments({})).findings.map(({ code }) => code)).not.toContain('scenario-fails');
  });

  it('brings along the offices that it names and scenarios do not have', () => {
    const { 'scenarios.json': _scenarios, ...rest } = stuck;
    const { findings } = checkDocuments(rest);
    expect(findings.map(({ code }) => code)).toContain('required-hidden');
  });
});
