import { describe, expect, it } from 'vitest';
import { getFactValue } from '../../conditions/condition.ts';
import { yardFacts } from '../model/facts.ts';
import { getOfficeFacts, getYardFacts } from './given-facts.ts';
import { getListFacts } from './narrowed-list.ts';

/** Returns the names of the facts that are known at some stages. */
function listNames(...stages: readonly string[]): readonly string[] {
  return yardFacts.filter(({ stage }) => stages.includes(stage)).map(({ name }) => name);
}

/** Returns the names of the facts that have no value. */
function listMissing(names: readonly string[], facts: object): readonly string[] {
  return names.filter((name) => getFactValue({ ...facts }, name) === undefined);
}

describe('yardFacts', () => {
  it('have a value in every situation if they are given', () => {
    const facts = getYardFacts({
      site: { id: 1, domain: 'yard.example' },
      page: {},
    });
    expect(listNames('given')).toHaveLength(7);
    expect(listMissing(listNames('given'), facts)).toEqual([]);
  });

  it('have a value for every office', () => {
    expect(listNames('office')).toHaveLength(8);
    expect(listMissing(listNames('office'), { office: getOfficeFacts({ id: 1, name: 'Poole' }) })).toEqual(
      [],
    );
  });

  it('have a value for every narrowed list', () => {
    const facts = getListFacts([], []);
    expect(listMissing(listNames('anyEligible', 'anyOffered'), facts)).toEqual([]);
  });
});
