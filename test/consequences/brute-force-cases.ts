import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition } from '#engine';
import { findConsequenceFaults } from './complaints.ts';
import { type RandomChange, type RandomRule, randomChange, usualRest } from './random-changes.ts';

/** Returns a change that adds a rule beside another one. */
function createRuleChange(
  there: Pick<RandomRule, 'when' | 'then'>,
  coming: Pick<RandomRule, 'when' | 'then'>,
): RandomChange {
  const [one, other] = [there, coming].map((rule, at) => ({
    id: `rule-${at}`,
    description: 'A rule.',
    ...rule,
  })) as [RandomRule, RandomRule];
  return { before: { rules: [one], rest: usualRest }, after: { rules: [one, other], rest: usualRest } };
}

/** Effects that depend on page and answers together, which checking one after the other could miss. */
const together: readonly RandomChange[] = [
  createRuleChange(
    { when: { '==': [{ var: 'values.rig' }, 'sloop'] }, then: { bound: { guests: { minimum: 2 } } } },
    {
      when: { and: [{ '==': [{ var: 'site.id' }, '204'] }, { var: 'page.isForLanding' }] },
      then: { show: ['rig'] },
    },
  ),
  createRuleChange(
    { then: { require: ['message'] } },
    {
      when: { '==': [{ var: 'values.rig' }, 'ketch'] },
      then: { preset: { phone: { var: 'page.eventTitle' } } },
    },
  ),
  createRuleChange(
    { when: { '!': { var: 'page.eventTitle' } }, then: { hideSection: true } },
    { when: { '==': [{ var: 'values.rig' }, 'ketch'] }, then: { readonly: ['phone'] } },
  ),
  // One hint comes and another goes, in different situations.
  {
    before: { rules: [createHintRule({ '<': [{ var: 'values.guests' }, 2] })], rest: usualRest },
    after: { rules: [createHintRule({ '==': [{ var: 'values.rig' }, 'sloop'] })], rest: usualRest },
  },
];

function createHintRule(when: Condition): RandomRule {
  return { id: 'hint', description: 'A rule.', when, then: { hint: { message: 'submit' } } };
}

/**
 * Declares the tests that compare consequences with every situation.
 * @param changes The number of random changes.
 */
export function describeBruteForce({ changes }: { readonly changes: number }): void {
  describe('consequences', () => {
    const areAll = (options: fc.Parameters<[RandomChange]>) =>
      fc.assert(
        fc.property(randomChange, (change) => {
          const complaints = findConsequenceFaults(change);
          fc.pre(complaints !== undefined);
          expect(complaints).toEqual([]);
        }),
        options,
      );

    it('are all that comparing every situation shows, and nothing else', () => areAll({ numRuns: changes }));

    it('are so where pages and answers decide together', () =>
      areAll({ numRuns: together.length, examples: together.map((change): [RandomChange] => [change]) }));
  });
}
