import { type ConditionNode, treeOf } from '../builder/condition-tree.ts';
import { emptyCondition } from '../builder/missing.ts';
import { withShownOnly } from '../builder/rule-model.ts';
import { isSameJson } from '../json-schema/values.ts';
import type { Documents, Id } from '../types.ts';
import { shownOnlyOn } from '../words/rules.ts';
import type { Patch } from './change.ts';
import { type Reach, setRequired } from './fields.ts';
import { type FieldPlace, fieldNames, typesOf } from './outline.ts';
import { addRule, removeRule, rulesOf, setRule } from './rules.ts';

/** The condition under which a field is shown, if one rule decides it for this field only. */
export type Showing =
  | { readonly kind: 'everywhere' }
  | { readonly kind: 'sites'; readonly rule: string; readonly sites: readonly Id[] }
  | { readonly kind: 'when'; readonly rule: string };

export interface NewFieldRule {
  readonly reach: Reach;
  readonly description: string;
}

/** A rule about a field with a condition in the format of the documents. */
interface ConditionalRule {
  readonly description: string;
  readonly when: unknown;
}

/** Returns the rule that decides where a field is shown. Ignores rules that also decide something else. */
export function showingOf(documents: Documents, place: FieldPlace): Showing {
  for (const rule of rulesOf(documents)) {
    const only = shownOnlyOn(rule);
    if (only && isSameJson(only.names, [place.field]) && isForType(only.when, place.type))
      return { kind: 'sites', rule: rule.id, sites: only.sites };
    if (isSameJson(rule.then, { show: [place.field] }) && mayConcern(rule.when, place.type))
      return { kind: 'when', rule: rule.id };
  }
  return { kind: 'everywhere' };
}

export function showOnSites(
  documents: Documents,
  place: FieldPlace,
  { sites, ...fresh }: NewFieldRule & { readonly sites: readonly Id[] },
): readonly Patch[] {
  const showing = showingOf(documents, place);
  const written = showing.kind === 'sites' && rulesOf(documents).find(({ id }) => id === showing.rule);
  if (written) {
    const only = shownOnlyOn(written);
    return only ? setRule(documents, written.id, withShownOnly(written as never, { ...only, sites })) : [];
  }
  const type = ownType(documents, place, fresh.reach);
  const bare = { id: '', description: fresh.description, then: {} };
  const { id: _id, ...rule } = withShownOnly(bare, {
    ...{ sites, names: [place.field] },
    ...(type && { when: type }),
  });
  return [
    ...showEverywhere(documents, place),
    ...addRule(documents, { words: `${place.field} on sites`, rule }).patches,
  ];
}

/**
 * Creates the initial condition of a rule about a field. It is empty, except for the type if the rule must
 * not affect other types that have the field.
 */
export function newFieldCondition(
  documents: Documents,
  place: FieldPlace,
  { reach, effect }: Pick<NewFieldRule, 'reach'> & { readonly effect: 'show' | 'require' },
): ConditionNode {
  const type = ownType(documents, place, reach);
  if (type === undefined) return emptyCondition;
  // A `show` rule hides the field in all other situations, so that its condition must be true for the other
  // types.
  return effect === 'show'
    ? { kind: 'group', joins: 'any', nodes: [treeOf({ '!': type }), emptyCondition] }
    : { kind: 'group', joins: 'all', nodes: [treeOf(type), emptyCondition] };
}

/** Shows a field only if a condition is true, by a separate rule. */
export function showWhen(
  documents: Documents,
  place: FieldPlace,
  { description, when }: ConditionalRule,
): readonly Patch[] {
  const rule = { description, when, then: { show: [place.field] } };
  return [
    ...showEverywhere(documents, place),
    ...addRule(documents, { words: `show ${place.field}`, rule }).patches,
  ];
}

export function showEverywhere(documents: Documents, place: FieldPlace): readonly Patch[] {
  const showing = showingOf(documents, place);
  return showing.kind === 'everywhere' ? [] : removeRule(documents, showing.rule);
}

/** Returns the id of the rule that only requires this field; undefined if there is none. */
export function requiringOf(documents: Documents, { type, field }: FieldPlace): string | undefined {
  return rulesOf(documents).find(
    ({ then, when }) => isSameJson(then, { require: [field] }) && mayConcern(when, type),
  )?.id;
}

/**
 * Requires a field if a condition is true, by a separate rule for this type or for all types that have the
 * field. Adds missing answers to the examples of these types.
 */
export function requireWhen(
  documents: Documents,
  place: FieldPlace,
  { reach, description, when }: ConditionalRule & Pick<NewFieldRule, 'reach'>,
): readonly Patch[] {
  const type = ownType(documents, place, reach);
  const rule = { description, when, then: { require: [place.field] } };
  const asked = type ? [place.type] : ownersOf(documents, place.field);
  return [
    ...addRule(documents, { words: `require ${place.field}`, rule }).patches,
    ...asked.flatMap((each) =>
      setRequired(documents, { type: each, field: place.field }, true).filter(
        ({ path }) => path[0] === 'examples',
      ),
    ),
  ];
}

export function requireNever(documents: Documents, place: FieldPlace): readonly Patch[] {
  const rule = requiringOf(documents, place);
  return rule === undefined ? [] : removeRule(documents, rule);
}

function ownersOf(documents: Documents, field: string): readonly string[] {
  return typesOf(documents)
    .filter(({ folder }) => fieldNames(documents, folder).includes(field))
    .map(({ key }) => key);
}

/** Returns a condition for the type, if the rule must not affect other types that have the field. */
function ownType(documents: Documents, { type, field }: FieldPlace, reach: Reach): object | undefined {
  const isAlone = ownersOf(documents, field).every((key) => key === type);
  return reach === 'own' && !isAlone ? typeIs(type) : undefined;
}

function typeIs(type: string): object {
  return { '==': [{ var: 'type' }, type] };
}

/** Returns true if a condition is absent or only requires this type. */
function isForType(when: unknown, type: string): boolean {
  return when === undefined || isSameJson(when, typeIs(type));
}

/** Returns true if a condition names no type, or names this one. */
function mayConcern(when: unknown, type: string): boolean {
  const named = [...JSON.stringify(when ?? null).matchAll(/\{"==":\[\{"var":"type"\},"([^"]+)"\]\}/g)];
  return named.length === 0 || named.some(([, key]) => key === type);
}
