import { describe, expect, it } from 'vitest';
import { changeFrozenDocuments, findScenarioGaps, plantRule } from '../../../test/cli/checking.ts';

const sales = { '==': [{ var: 'type' }, 'sales'] };

describe('findGaps', () => {
  it('finds that every slip of our rules which changes a plan is noticed by a scenario', () => {
    const { mutants, gaps } = findScenarioGaps(changeFrozenDocuments({}));
    expect(gaps.map(({ words }) => words)).toEqual([]);
    expect(mutants).toBeGreaterThan(100);
  });

  it('names the slips that nobody would notice', () => {
    const { gaps } = findScenarioGaps(
      changeFrozenDocuments(plantRule({ when: sales, then: { hide: ['phone'] } })),
    );
    expect(gaps.map(({ words }) => words)).toContain('"planted" without "hide phone"');
    expect(gaps.every(({ rule }) => rule.id === 'planted')).toBe(true);
  });
});
