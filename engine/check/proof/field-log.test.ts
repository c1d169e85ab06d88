import { describe, expect, it } from 'vitest';
import { changeFrozenDocuments, checkDocuments } from '../../../test/cli/checking.ts';

const { fields } = checkDocuments(changeFrozenDocuments({}));

describe('the uses of fields', () => {
  it('tell what no situation shows, by which rules, and that it has a value all the same', () => {
    expect(fields.valuation?.office_location).toEqual({
      shown: 'never',
      required: 'never',
      isPreset: true,
      hiddenBy: ['no-office-select'],
      requiredBy: [],
    });
  });

  it('tell what rules require wherever it is shown, and what the schema does', () => {
    expect(fields.general?.office_location).toMatchObject({
      shown: 'sometimes',
      required: 'always',
      requiredBy: ['office-required'],
    });
    expect(fields.general?.name).toMatchObject({ shown: 'always', required: 'always', requiredBy: [] });
    expect(fields.general?.phone).toMatchObject({ required: 'never' });
  });

  it('tell what is required in some situations alone', () => {
    const rule = {
      id: 'planted',
      description: 'Landing pages ask for a phone.',
      when: { var: 'page.isForLanding' },
      then: { require: ['phone'] },
    };
    const report = checkDocuments(
      changeFrozenDocuments({ 'rules.json': (doc) => void doc.rules.push(rule) }),
    );
    expect(report.fields.general?.phone).toMatchObject({ required: 'sometimes', requiredBy: ['planted'] });
  });
});
