import { isSameJson } from '../../json-schema/values.ts';
import type { Documents, Id } from '../../model/types.ts';
import { emptyCondition } from '../../rules/builder/completeness.ts';
import { type ConditionNode, conditionToTree } from '../../rules/builder/condition-tree.ts';
import { applySiteRestriction } from '../../rules/builder/rule-model.ts';
import { findSiteRestriction } from '../../rules/sentences/rules.ts';
import type { Patch } from '../change.ts';
import { addRule, listRules, removeRule, setRule } from '../rules.ts';
import { type SharedEditScope, setRequired } from './fields.ts';
import { type FieldAddress, listOutlineTypes, listTypeFieldNames } from './outline.ts';

/**
 * The condition under which a field is shown, if one rule decides it for this field only. `rule` is the id of
 * that rule. With `sites`, the field is shown on these sites only; with `when`, only if the condition of the
 * rule is true.
 */
export type DisplayRule =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'sites'; readonly rule: string; readonly sites: readonly Id[] }
  | { readonly kind: 'when'; readonly rule: string };

/** A rule that is added for a field: for all types that have the field (`all`), or for one (`own`). */
export interface NewFieldRule {
  readonly reach: SharedEditScope;
  readonly description: string;
}

/** A rule about a field with a condition in the format of the documents. */
interface ConditionalRule {
  readonly description: string;
  readonly when: unknown;
}

/**
 * Returns the first rule whose only effect is to decide where this field is shown in the type; `everywhere`
 * if there is none. A rule that limits sites counts only if it has no other condition than the type.
 */
export function findDisplayRule(documents: Documents, address: FieldAddress): DisplayRule {
  for (const rule of listRules(documents)) {
    const only = findSiteRestriction(rule);
    if (only && isSameJson(only.names, [address.field]) && isOnlyAboutType(only.when, address.type))
      return { kind: 'sites', rule: rule.id, sites: only.sites };
    if (isSameJson(rule.then, { show: [address.field] }) && canConcernType(rule.when, address.type))
      return { kind: 'when', rule: rule.id };
  }
  return { kind: 'everywhere' };
}

/**
 * Shows a field on some sites only. Changes only the sites of the display rule if it limits sites already;
 * replaces any other display rule by a new one with the given description and reach.
 */
export function showFieldOnSites(
  documents: Documents,
  address: FieldAddress,
  { sites, ...fresh }: NewFieldRule & { readonly sites: readonly Id[] },
): readonly Patch[] {
  const showing = findDisplayRule(documents, address);
  const written = showing.kind === 'sites' && listRules(documents).find(({ id }) => id === showing.rule);
  if (written) {
    const only = findSiteRestriction(written);
    return only
      ? setRule(documents, written.id, applySiteRestriction(written as never, { ...only, sites }))
      : [];
  }
  const type = createOwnTypeCondition(documents, address, fresh.reach);
  const bare = { id: '', description: fresh.description, then: {} };
  const { id: _id, ...rule } = applySiteRestriction(bare, {
    sites,
    names: [address.field],
    ...(type && { when: type }),
  });
  return [
    ...showFieldEverywhere(documents, address),
    ...addRule(documents, { words: `${address.field} on sites`, rule }).patches,
  ];
}

/**
 * Returns the initial condition of a rule about a field, for a person to complete. It is empty, except for
 * the type if the rule must not affect other types that have the field.
 * @param options.effect The effect of the rule. For `show`, the condition is true for all other types,
 * because such a rule hides the field wherever it is false.
 */
export function createFieldCondition(
  documents: Documents,
  address: FieldAddress,
  { reach, effect }: Pick<NewFieldRule, 'reach'> & { readonly effect: 'show' | 'require' },
): ConditionNode {
  const type = createOwnTypeCondition(documents, address, reach);
  if (type === undefined) return emptyCondition;
  // A `show` rule hides the field in all other situations, so that its condition must be true for the other
  // types.
  return effect === 'show'
    ? { kind: 'group', joins: 'any', nodes: [conditionToTree({ '!': type }), emptyCondition] }
    : { kind: 'group', joins: 'all', nodes: [conditionToTree(type), emptyCondition] };
}

/**
 * Shows a field only if a condition is true. Replaces its display rule by a new one with this condition,
 * which comes last.
 */
export function showFieldWhen(
  documents: Documents,
  address: FieldAddress,
  { description, when }: ConditionalRule,
): readonly Patch[] {
  const rule = { description, when, then: { show: [address.field] } };
  return [
    ...showFieldEverywhere(documents, address),
    ...addRule(documents, { words: `show ${address.field}`, rule }).patches,
  ];
}

/**
 * Removes the rule that `findDisplayRule` finds for a field, even if it affects other types as well; no
 * patches if there is none.
 */
export function showFieldEverywhere(documents: Documents, address: FieldAddress): readonly Patch[] {
  const showing = findDisplayRule(documents, address);
  return showing.kind === 'everywhere' ? [] : removeRule(documents, showing.rule);
}

/**
 * Returns the id of the first rule whose only effect is to require this field and that can be true for the
 * type; undefined if there is none.
 */
export function findRequiringRule(documents: Documents, { type, field }: FieldAddress): string | undefined {
  return listRules(documents).find(
    ({ then, when }) => isSameJson(then, { require: [field] }) && canConcernType(when, type),
  )?.id;
}

/**
 * Adds a rule that requires a field if `when` is true; `when` must contain the type if the rule is for this
 * type only. Adds missing answers to the examples of the types that `reach` selects.
 */
export function requireFieldWhen(
  documents: Documents,
  address: FieldAddress,
  { reach, description, when }: ConditionalRule & Pick<NewFieldRule, 'reach'>,
): readonly Patch[] {
  const type = createOwnTypeCondition(documents, address, reach);
  const rule = { description, when, then: { require: [address.field] } };
  const typesToAnswer = type ? [address.type] : listTypesWithField(documents, address.field);
  return [
    ...addRule(documents, { words: `require ${address.field}`, rule }).patches,
    ...typesToAnswer.flatMap((each) =>
      setRequired(documents, { type: each, field: address.field }, true).filter(
        ({ path }) => path[0] === 'examples',
      ),
    ),
  ];
}

/**
 * Removes the rule that `findRequiringRule` finds for a field, even if it affects other types as well; no
 * patches if there is none.
 */
export function removeRequiringRule(documents: Documents, address: FieldAddress): readonly Patch[] {
  const rule = findRequiringRule(documents, address);
  return rule === undefined ? [] : removeRule(documents, rule);
}

/** Returns the keys of the types that have the field at the top level. */
function listTypesWithField(documents: Documents, field: string): readonly string[] {
  return listOutlineTypes(documents)
    .filter(({ folder }) => listTypeFieldNames(documents, folder).includes(field))
    .map(({ key }) => key);
}

/**
 * Returns a condition that is true for the type only, if the scope is `own` and other types have the field;
 * else undefined.
 */
function createOwnTypeCondition(
  documents: Documents,
  { type, field }: FieldAddress,
  scope: SharedEditScope,
): object | undefined {
  const isAlone = listTypesWithField(documents, field).every((key) => key === type);
  return scope === 'own' && !isAlone ? createTypeCondition(type) : undefined;
}

/** Returns the condition that the type is this one: `{'==': [{var: 'type'}, 'sales']}`. */
function createTypeCondition(type: string): object {
  return { '==': [{ var: 'type' }, type] };
}

/** Returns true if a condition is absent, or requires this type and nothing else. */
function isOnlyAboutType(when: unknown, type: string): boolean {
  return when === undefined || isSameJson(when, createTypeCondition(type));
}

/** Returns true if a condition contains no `==` comparison of the type, or one with this type. */
function canConcernType(when: unknown, type: string): boolean {
  const named = [...JSON.stringify(when ?? null).matchAll(/\{"==":\[\{"var":"type"\},"([^"]+)"\]\}/g)];
  return named.length === 0 || named.some(([, key]) => key === type);
}
