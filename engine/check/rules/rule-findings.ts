import { meeting } from '../../conditions/space.ts';
import type { Condition, Documents, Form, FormType, Rule } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import type { Places } from '../places.ts';
import type { IdlePart } from './part-watch.ts';
import { partsOf } from './parts.ts';

/** What visiting every situation showed of the rules. */
export interface RulesSeen {
  readonly form: Form;
  readonly documents: Documents;
  readonly places: Places;
  readonly idle: readonly IdlePart[];
  readonly held: ReadonlySet<string>;
}

/** Rules that never or always hold, repeat another, or change nothing; and single effects that change nothing. */
export function ruleFindings(seen: RulesSeen): readonly Finding[] {
  const { form } = seen;
  const conditional = conditionalRules(seen.documents);
  const repeats = repeatsOf(form.rules, form.types);
  return form.rules.flatMap((rule): readonly Finding[] => {
    const always =
      conditional.has(rule.id) && alwaysHolds(rule, form.types) ? [alwaysFinding(rule, seen)] : [];
    if (!seen.held.has(rule.id)) return [neverFinding(rule, seen)];
    const repeated = repeats.get(rule.id);
    if (repeated !== undefined) return [repeatFinding(rule, repeated, seen)];
    const isRepeated = [...repeats.values()].includes(rule.id);
    return [...always, ...(isRepeated ? [] : idleFindings(rule, seen))];
  });
}

/** Rules that have a condition as they are written, and whose condition no other rule adds to. */
function conditionalRules(documents: Documents): ReadonlySet<string> {
  const { rules } = documents['rules.json'] as {
    readonly rules: readonly { readonly id: string; readonly when?: unknown; readonly insteadOf?: string }[];
  };
  const giving = new Set(rules.map(({ insteadOf }) => insteadOf));
  return new Set(rules.filter(({ id, when }) => when !== undefined && !giving.has(id)).map(({ id }) => id));
}

function alwaysHolds({ when }: Rule, types: readonly FormType[]): boolean {
  return when !== undefined && meeting([{ '!': [when] }], types) === 'none';
}

/** The later of two rules that do the same under equivalent conditions, and the earlier one. */
function repeatsOf(rules: readonly Rule[], types: readonly FormType[]): ReadonlyMap<string, string> {
  const byEffects = new Map<string, Rule[]>();
  for (const rule of rules) {
    const key = JSON.stringify(rule.then);
    const same = byEffects.get(key);
    if (same === undefined) byEffects.set(key, [rule]);
    else same.push(rule);
  }
  const repeats = new Map<string, string>();
  for (const same of byEffects.values()) {
    for (const [index, rule] of same.entries()) {
      const earlier = same.slice(0, index).find((other) => holdTogether(rule, other, types));
      if (earlier) repeats.set(rule.id, earlier.id);
    }
  }
  return repeats;
}

function holdTogether(one: Rule, other: Rule, types: readonly FormType[]): boolean {
  const [left, right] = [one, other].map(({ when }): Condition => when ?? { '!': [false] });
  const apart: readonly (readonly Condition[])[] = [
    [left ?? {}, { '!': [right] }],
    [right ?? {}, { '!': [left] }],
  ];
  return apart.every((conditions) => meeting(conditions, types) === 'none');
}

function alwaysFinding({ id }: Rule, { places }: RulesSeen): Finding {
  return finding({
    ...places.rule(id, 'when'),
    code: 'rule-always-holds',
    reason: `the condition of "${id}" always holds; take it out, or correct it`,
  });
}

function neverFinding({ id, when }: Rule, { places, form }: RulesSeen): Finding {
  const isPossible = when === undefined || meeting([when], form.types) !== 'none';
  const why = isPossible ? 'no page comes to it, because of other rules' : 'it contradicts itself';
  return finding({
    ...places.rule(id, ...(when === undefined ? [] : ['when'])),
    code: 'rule-never-holds',
    reason: `the rule "${id}" never holds: ${why}; correct its condition, or remove it`,
  });
}

function repeatFinding({ id }: Rule, earlier: string, { places }: RulesSeen): Finding {
  return finding({
    ...places.rule(id),
    code: 'rule-repeats',
    reason: `the rule "${id}" repeats "${earlier}": both do the same in the same situations; remove one of them`,
  });
}

function idleFindings(rule: Rule, { idle, places }: RulesSeen): readonly Finding[] {
  const own = idle.filter(({ part }) => part.ruleId === rule.id);
  if (own.length === 0) return [];
  const total = partsOf(rule).length;
  if (own.length === total) {
    const beside = [...new Set(own.flatMap((each) => each.beside))];
    const reason = `the rule "${rule.id}" changes nothing wherever it holds${because(beside)}; correct it, or remove it`;
    return [finding({ ...places.rule(rule.id), code: 'rule-never-matters', reason })];
  }
  return own.map(({ part, beside }) =>
    finding({
      ...places.rule(rule.id, 'then', ...part.path),
      code: 'effect-never-matters',
      reason: `"${part.words}" of the rule "${rule.id}" changes nothing wherever it holds${because(beside)}; correct it, or take it out`,
    }),
  );
}

function because(beside: readonly string[]): string {
  if (beside.length === 0) return '';
  return `, because ${beside.map((id) => `"${id}"`).join(', ')} ${beside.length === 1 ? 'decides' : 'decide'} the same`;
}
