import { expect, it } from 'vitest';
import { listFindings } from '../../../test/cli/checking.ts';
import { readFrozenDocuments } from '../../../test/support/forms.ts';

const frozen = readFrozenDocuments();
const today = { var: 'today' };

// The example of the valuation form was built later than next year of 2012.
it.each([
  ['closed', { '>': [today, '2012-01-01'] }],
  ['opened', { '<': [today, '2012-01-01'] }],
])('no visitor comes on a day before the usual one, so a form that has %s has no mistake', (_state, when) => {
  const { rules, ...rest } = Object(frozen['rules.json']);
  const period = {
    id: 'period',
    description: 'When it is open.',
    when,
    then: { excludeTypes: ['valuation'] },
  };
  const findings = listFindings({ ...frozen, 'rules.json': { ...rest, rules: [...rules, period] } });
  const ofDays = findings.filter(({ code }) => !['scenario-fails', 'untested-effect'].includes(code));
  expect(ofDays.map(({ code, reason }) => `${code}: ${reason}`)).toEqual([]);
});
