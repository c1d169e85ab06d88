import { describe, expect, it } from 'vitest';
import { listFindings } from '../../../test/cli/checking.ts';
import { createSampleDocuments } from '../../../test/support/sample-documents.ts';

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1 },
    metres: { type: 'number' },
    rate: { type: 'number' },
    price: { type: 'number' },
    total: { type: 'number' },
    day: { type: 'string', format: 'date' },
    wait: { type: 'integer' },
  },
  examples: [{ name: 'Ada', metres: 2, rate: 3 }],
};

const [metres, rate, price, day] = ['metres', 'rate', 'price', 'day'].map((name) => ({
  var: `values.${name}`,
}));
const calculate = {
  price: { '*': [metres, rate] },
  total: { '+': [price, 40] },
  wait: { days: [{ var: 'today' }, day] },
};

/**
 * Returns the entered values of the situation in which a rule hides a required field because of a calculated
 * value.
 */
function findStuckValues(when: object): unknown {
  const rules = [
    { id: 'sums', then: { calculate } },
    { id: 'hides', when, then: { hide: ['name'] } },
  ];
  const stuck = listFindings(createSampleDocuments(schema, {}, { rules })).find(
    ({ code }) => code === 'required-hidden',
  );
  return stuck?.scenario?.on.entered;
}

describe('answers of which something is calculated', () => {
  it.each([
    [{ '==': [price, 100] }],
    [{ '>': [{ var: 'values.total' }, 1000] }],
    [{ '<': [{ var: 'values.total' }, 0] }],
    [{ and: [{ '>': [{ var: 'values.wait' }, 30] }, { '<': [{ var: 'values.wait' }, 32] }] }],
  ])('are found where a condition asks for it: %j', (when) => {
    expect(findStuckValues(when)).toBeDefined();
  });

  it('are not found where there are none', () => {
    expect(findStuckValues({ and: [{ '<': [price, 10] }, { '>': [price, 10] }] })).toBeUndefined();
  });
});
