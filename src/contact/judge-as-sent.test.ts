import { describe, expect, it } from 'vitest';
import { fromVariables, judgePlan, resolve, type Situation, type Values } from '#engine';
import { compileFrozenForm, createTestSituation, createTestValidators } from '#widgets/testing/forms.ts';
import { toSchemaCheck } from '#widgets/validators/validator-module.ts';
import { judgeAsSent } from './judge-as-sent.ts';

const form = compileFrozenForm();
const moduleOf = createTestValidators(form);
const general = {
  enquiry_type: 3,
  name: ' Ann ',
  email: 'ann@example.com',
  message: 'Hi',
  office_location: 12,
};

describe('judgeAsSent', () => {
  it('finds nothing wrong with an enquiry that can be sent, and gives what travels', () => {
    const { problems, variables } = judgeAsSent(form, at(general), moduleOf('general'));
    expect(problems).toEqual([]);
    expect(variables).toMatchObject({ name: 'Ann', office_location: 12, phone: null, accept_term: false });
  });

  it('finds what a server finds in what travels', () => {
    const entries: readonly Values[] = [
      {},
      general,
      { ...general, email: 'ann@', office_location: 'nowhere' },
      { enquiry_type: 8 },
      { enquiry_type: 8, accept_term: false, year: '1066', engine_hours: '12,5' },
    ];
    for (const entered of entries) {
      const { plan, problems, variables } = judgeAsSent(form, at(entered), moduleOf(keyOf(entered)));
      const submitted = fromVariables(form, variables);
      const served = resolve(form, at(submitted));
      const module = moduleOf(served.type?.key);
      const check = module ? toSchemaCheck(module) : () => [];
      expect(judgePlan({ plan: served, check, submitted })).toEqual(problems);
      expect(plan.values).toEqual(served.values);
    }
  });

  it('judges by the plan alone while the validators are missing', () => {
    const { problems } = judgeAsSent(form, at({ ...general, email: 'ann@', name: '' }), undefined);
    expect(problems).toEqual([{ field: 'name', code: 'required' }]);
  });
});

function at(entered: Values): Situation {
  return createTestSituation(form, { entered });
}

function keyOf({ enquiry_type }: Values): string {
  return enquiry_type === 8 ? 'valuation' : 'general';
}
