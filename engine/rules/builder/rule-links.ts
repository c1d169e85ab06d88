import { simplifyForType } from '../../check/situations/known-type.ts';
import { getFactValue, isOperation } from '../../conditions/condition.ts';
import { simplifyCondition } from '../../conditions/residual.ts';
import { asObject } from '../../json-schema/values.ts';
import { type EffectGroup, getEffectDefinition, isEffectName } from '../../model/effects.ts';
import { getFactField, getOptionsField } from '../../model/fact-names.ts';
import { findFact } from '../../model/facts.ts';
import { typeField } from '../../model/names.ts';
import type { FormType, Situation } from '../../model/types.ts';
import { getPresetFacts } from '../../preset/resolve.ts';
import type { DisplayNames } from '../sentences/index.ts';
import type { DescribedRule } from '../sentences/rules.ts';
import { type FactGroup, getFactGroup } from './choices.ts';

/** Something that a rule reads or decides. */
export type RuleLink =
  | ElementLink
  /** The facts of a group that are no answers: about the page, the day, the type. */
  | { readonly kind: 'facts'; readonly id: FactGroup }
  /** Something about the form as a whole: its types, who gets its mail, if it is shown. */
  | { readonly kind: 'effects'; readonly id: EffectGroup };

/** A field, a block or a step. */
interface ElementLink {
  readonly kind: 'field' | 'block' | 'step';
  readonly id: string;
  /** Its label in all types. */
  readonly label: string;
  /** The keys of the types that have it. */
  readonly types: readonly string[];
}

/** The things that a rule connects, and where it can apply. */
export interface RuleConnections {
  /** The keys of the types that the rule can change. */
  readonly types: readonly string[];
  /** The ids of the sites on which its condition can be true. */
  readonly sites: readonly string[];
  /** The things that its condition or its effects read, without duplicates. */
  readonly reads: readonly RuleLink[];
  /** The things that its effects decide, without duplicates. */
  readonly decides: readonly RuleLink[];
}

/** A site of the content, with what rules read of it. */
export type LinkedSite = Situation['site'];

/**
 * Returns what a rule reads and decides, and the types and sites where it can apply. Never throws: a part of
 * the rule that cannot be read is left out.
 * @param sites All sites of the content.
 */
export function listRuleLinks(
  { when, then }: DescribedRule,
  { names, sites }: { readonly names: DisplayNames; readonly sites: readonly LinkedSite[] },
): RuleConnections {
  const targets = listTargets(then);
  const decides = targets.map(
    ({ group, element }): RuleLink =>
      element === undefined ? { kind: 'effects', id: group } : toElementLink(element, names),
  );
  const reads = [...listFacts(when), ...listFacts(then)].flatMap((fact): readonly RuleLink[] => {
    const field = getFactField(fact) ?? getOptionsField(fact);
    if (field !== undefined) return [{ ...toElementLink(field, names), kind: 'field' }];
    return findFact(fact) === undefined ? [] : [{ kind: 'facts', id: getFactGroup(fact) }];
  });
  return {
    types: names.form.types
      .filter((type) => canApplyToType(when, type) && targets.some((target) => concernsType(target, type)))
      .map(({ key }) => key),
    sites: sites.filter((site) => canApplyOnSite(when, site)).map(({ id }) => String(id)),
    reads: removeDuplicates(reads),
    decides: removeDuplicates(decides),
  };
}

/** The target of one effect of a rule. */
interface EffectTarget {
  readonly group: EffectGroup;
  /** The name of the field, block or step. Absent for effects on the form as a whole. */
  readonly element?: string;
  /** The key of the type, if the effect names one. */
  readonly type?: string;
}

/** Returns what the effects of a rule decide. Unknown effects are left out. */
function listTargets(then: unknown): readonly EffectTarget[] {
  return Object.entries(asObject(then)).flatMap(([effect, value]): readonly EffectTarget[] => {
    if (!isEffectName(effect)) return [];
    const { group, names } = getEffectDefinition(effect);
    const keys = Array.isArray(value) ? value.map(String) : Object.keys(asObject(value));
    switch (names) {
      case 'field':
        return keys.map((element) => ({ group, element }));
      case 'type':
        return keys.map((type) => ({ group, type }));
      default:
        return [{ group }];
    }
  });
}

/** Returns true if what an effect decides belongs to a type. */
function concernsType({ element, type }: EffectTarget, of: FormType): boolean {
  if (type !== undefined) return type === of.key;
  return element === undefined || element === typeField || hasElement(of, element);
}

/** Returns true if a type has a field, a block or a step of this name. */
function hasElement({ fields, blocks = [], steps = [] }: FormType, name: string): boolean {
  return [...fields, ...blocks, ...steps].some((element) => element.name === name);
}

function toElementLink(name: string, names: DisplayNames): ElementLink {
  const { kind, label } = names.formElement(name);
  const types = names.form.types.filter((type) => name === typeField || hasElement(type, name));
  return {
    kind: kind === 'block' || kind === 'step' ? kind : 'field',
    id: name,
    label,
    types: types.map(({ key }) => key),
  };
}

/** Returns the names of all facts that a condition or effects read, perhaps repeated. */
function listFacts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listFacts);
  const operation = asObject(value);
  return typeof operation.var === 'string' ? [operation.var] : Object.values(operation).flatMap(listFacts);
}

/** Returns false if the type alone makes the condition false. Every field counts as one of the type. */
function canApplyToType(when: unknown, { key }: FormType): boolean {
  return isUnreadable(when) || simplifyForType(when, { key, hasField: () => true }) !== false;
}

/** Returns false if the site alone makes the condition false. */
function canApplyOnSite(when: unknown, site: LinkedSite): boolean {
  const facts = { site: getPresetFacts({ site, page: {} }).site };
  return (
    isUnreadable(when) ||
    simplifyCondition(when, (fact) =>
      fact.startsWith('site.') ? { value: getFactValue(facts, fact) } : undefined,
    ) !== false
  );
}

/** Returns true for a condition that is there but is not an operation. */
function isUnreadable(when: unknown): boolean {
  return when !== undefined && !isOperation(when);
}

/** Returns the links without those that an earlier one repeats. */
function removeDuplicates(links: readonly RuleLink[]): readonly RuleLink[] {
  const byKey = new Map(links.map((link) => [`${link.kind} ${link.id}`, link]));
  return [...byKey.values()];
}
