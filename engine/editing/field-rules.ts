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

/** Where a field is shown, as far as one rule of its own says. */
export type Showing =
  | { readonly kind: 'everywhere' }
  /** On these sites alone. */
  | { readonly kind: 'sites'; readonly rule: string; readonly sites: readonly Id[] }
  /** Where the condition of that rule holds. */
  | { readonly kind: 'when'; readonly rule: string };

/** What a new rule of a field begins with. */
export interface NewFieldRule {
  readonly reach: Reach;
  /** What the rule is for. */
  readonly description: string;
}

/** A rule of a field that applies where a condition holds, as documents write it. */
interface ConditionalRule {
  readonly description: string;
  readonly when: unknown;
}

/** Where a field of a type is shown. A rule that decides of more than this field is not its own, and stands among its rules alone. */
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

/** Shows a field on some sites alone. */
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
 * Returns the condition that a rule of a field begins with: nothing is chosen of it, but the type where other types have the field as
 * well and are not meant.
 */
export function newFieldCondition(
  documents: Documents,
  place: FieldPlace,
  { reach, effect }: Pick<NewFieldRule, 'reach'> & { readonly effect: 'show' | 'require' },
): ConditionNode {
  const type = ownType(documents, place, reach);
  if (type === undefined) return emptyCondition;
  // The field of other types waits for a rule that shows it as well: to them it holds.
  return effect === 'show'
    ? { kind: 'group', joins: 'any', nodes: [treeOf({ '!': type }), emptyCondition] }
    : { kind: 'group', joins: 'all', nodes: [treeOf(type), emptyCondition] };
}

/** Shows a field only where a condition holds, by a rule of its own. */
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

/** Takes back what a rule of the field's own says of where it is shown. */
export function showEverywhere(documents: Documents, place: FieldPlace): readonly Patch[] {
  const showing = showingOf(documents, place);
  return showing.kind === 'everywhere' ? [] : removeRule(documents, showing.rule);
}

/** The rule of a field's own that requires it where something holds; undefined where there is none. */
export function requiringOf(documents: Documents, { type, field }: FieldPlace): string | undefined {
  return rulesOf(documents).find(
    ({ then, when }) => isSameJson(then, { require: [field] }) && mayConcern(when, type),
  )?.id;
}

/** Requires a field where a condition holds, by a rule of its own for this type alone or for all that have the field. What their examples leave out they answer. */
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

/** Takes away the rule that requires a field where something holds. */
export function requireNever(documents: Documents, place: FieldPlace): readonly Patch[] {
  const rule = requiringOf(documents, place);
  return rule === undefined ? [] : removeRule(documents, rule);
}

/** The types that have a field of the name. */
function ownersOf(documents: Documents, field: string): readonly string[] {
  return typesOf(documents)
    .filter(({ folder }) => fieldNames(documents, folder).includes(field))
    .map(({ key }) => key);
}

/** What asks for a type, where others have the field as well and are not meant. */
function ownType(documents: Documents, { type, field }: FieldPlace, reach: Reach): object | undefined {
  const isAlone = ownersOf(documents, field).every((key) => key === type);
  return reach === 'own' && !isAlone ? typeIs(type) : undefined;
}

function typeIs(type: string): object {
  return { '==': [{ var: 'type' }, type] };
}

/** Whether a condition asks for nothing but this type, or for nothing at all. */
function isForType(when: unknown, type: string): boolean {
  return when === undefined || isSameJson(when, typeIs(type));
}

/** Whether a condition is for all types, or for this one and no other that it names. */
function mayConcern(when: unknown, type: string): boolean {
  const named = [...JSON.stringify(when ?? null).matchAll(/\{"==":\[\{"var":"type"\},"([^"]+)"\]\}/g)];
  return named.length === 0 || named.some(([, key]) => key === type);
}
