import { evaluateCondition, listFactsRead } from '../conditions/condition.ts';
import { asList, asObject } from '../json-schema/values.ts';
import { isSameId } from '../model/ids.ts';
import type { Condition, Id } from '../model/types.ts';
import type { Site } from '../preset/model.ts';
import { getPresetFacts } from '../preset/resolve.ts';
import type { Consequence } from './consequence.ts';

/**
 * Returns a consequence without the clauses about the site that follow from another clause `site.id == …` of
 * the same condition. Any other consequence is returned unchanged, also if `sites` lacks that site.
 */
export function removeImpliedClauses(consequence: Consequence, sites: readonly Site[]): Consequence {
  const { where } = consequence;
  if (where.in !== 'these') return consequence;
  const parts = asList(asObject(where.when).and) as readonly Condition[];
  const named = parts.find((part) => findComparedSiteId(part) !== undefined);
  const site = sites.find(({ id }) => isSameId(id, findComparedSiteId(named) ?? ''));
  if (named === undefined || site === undefined) return consequence;
  const facts = getPresetFacts({ site, page: {} });
  /** Returns true for another clause that reads only facts of the site and is true on this site. */
  const isImplied = (part: Condition) =>
    part !== named &&
    listFactsRead(part).every((fact) => fact.startsWith('site.')) &&
    evaluateCondition(part, facts);
  const rest = parts.filter((part) => !isImplied(part));
  return { ...consequence, where: { in: 'these', when: rest.length === 1 ? named : { and: rest } } };
}

/** Returns the id in a condition `site.id == …`, or undefined for any other condition. */
function findComparedSiteId(condition: Condition | undefined): Id | undefined {
  const [fact, id] = asList(asObject(condition)['==']);
  const isId = typeof id === 'string' || typeof id === 'number';
  return asObject(fact).var === 'site.id' && isId ? id : undefined;
}
