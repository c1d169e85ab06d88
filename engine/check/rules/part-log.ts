import { evaluateCondition, type FactValues } from '../../conditions/condition.ts';
import { getEffectDefinition, hasEffectWhenUnmatched } from '../../model/effects.ts';
import { findByName } from '../../model/find-by-name.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import type { FieldPlan, Form, Plan, Situation } from '../../model/types.ts';
import { getListFactsOfPlan, getListIds } from '../../preset/resolve.ts';
import { getGivenFacts } from '../../resolve/given-facts.ts';
import { getOptionFacts, resolve } from '../../resolve/resolve.ts';
import { type ResolvedPlan, resolveFieldAgain } from '../../resolve/resolve-field-again.ts';
import { decidesField, type EffectPart, removePart } from './effect-parts.ts';

/** Records, while situations are visited, which parts of rules ever make a difference. */
export interface PartLog {
  /**
   * Records a situation with its plan, and the form (or slice) that the plan was resolved with. Returns the
   * ids of the watched rules with a part that makes a difference there for the first time; a part that made a
   * difference before is not tried again.
   */
  readonly recordVisit: (visit: ResolvedSituation) => readonly string[];
  /**
   * Returns the watched parts whose removal changed no recorded plan, also those whose rule never matched.
   */
  readonly getIdleParts: () => readonly IdlePart[];
  /** Returns the ids of the watched rules whose condition was true in some recorded situation. */
  readonly getMatchingRules: () => ReadonlySet<string>;
}

/** A situation with its plan, and the form that the plan was resolved with. */
export interface ResolvedSituation {
  readonly form: Form;
  readonly situation: Situation;
  readonly plan: Plan;
}

/** A part whose removal changed no recorded plan. */
export interface IdlePart {
  readonly part: EffectPart;
  /**
   * The ids of the other rules that the plan named as reasons for the same decision wherever this part was
   * idle.
   */
  readonly beside: readonly string[];
  /**
   * True if some recorded plan has the field or block of the part while the rule matches, or has an effect
   * without matching. A part about neither is in every plan.
   */
  readonly isSeen: boolean;
}

/**
 * Creates a log of parts of rules. In each situation in which its rule matches, a part is removed from the
 * form, until the plan differs for the first time.
 */
export function createPartLog(watched: readonly EffectPart[]): PartLog {
  const open = new Map<string, Map<EffectPart, Set<string> | undefined>>();
  const matching = new Set<string>();
  for (const part of watched) {
    const parts = open.get(part.ruleId) ?? new Map<EffectPart, Set<string> | undefined>();
    open.set(part.ruleId, parts.set(part, undefined));
  }
  const removeFromForm = createPartRemover();
  return {
    recordVisit({ form, situation, plan }) {
      const facts = getPlanFacts(situation, plan);
      const mattering = new Set<string>();
      for (const rule of form.rules) {
        const parts = open.get(rule.id);
        if (parts === undefined || (matching.has(rule.id) && parts.size === 0)) continue;
        const isMatching = evaluateCondition(rule.when, facts);
        if (isMatching) matching.add(rule.id);
        if (!isMatching && !hasEffectWhenUnmatched(rule.then)) continue;
        for (const [part, beside] of parts) {
          if (makesDifference(part, { form, without: removeFromForm(form, part), situation, plan, facts })) {
            parts.delete(part);
            mattering.add(rule.id);
          } else if (hasTarget(plan, part))
            parts.set(part, intersectReasons(beside, findReasons(plan, part)));
        }
      }
      return [...mattering];
    },
    getIdleParts: () =>
      [...open.values()].flatMap((parts) =>
        [...parts].map(([part, beside]) => ({
          part,
          beside: [...(beside ?? [])].filter((id) => id !== part.ruleId),
          isSeen: beside !== undefined,
        })),
      ),
    getMatchingRules: () => matching,
  };
}

/**
 * Returns true if the plan changes once a part is removed. If the part decides something about a field, only
 * that field is resolved again.
 */
function makesDifference(
  part: EffectPart,
  { without, ...made }: ResolvedSituation & ResolvedPlan & { readonly without: Form },
): boolean {
  const { situation, plan } = made;
  const field = decidesField(part) ? resolveFieldAgain(without, made, part.target ?? '') : undefined;
  if (field === undefined) return serializePlan(resolve(without, situation)) !== serializePlan(plan);
  return !areSameDecisions(findByName(plan.fields, field.name), field);
}

/**
 * Returns the parts that are idle in every log that recorded them, or that no log recorded. Each log is of
 * other situations, and of the parts of some rules. `beside` of a merged part has the rules that are in it in
 * every log in which the part is seen.
 * @param logs The idle parts of each log, with the ids of the rules that it watched.
 */
export function mergeIdleParts(
  parts: readonly EffectPart[],
  logs: readonly { readonly idle: readonly IdlePart[]; readonly watched: ReadonlySet<string> }[],
): readonly IdlePart[] {
  const idle = logs.map((log) => new Map(log.idle.map((each) => [getPartKey(each.part), each])));
  return parts.flatMap((part) => {
    const found = logs.flatMap(({ watched }, index) =>
      watched.has(part.ruleId) ? [idle[index]?.get(getPartKey(part))] : [],
    );
    if (!found.every((each) => each !== undefined)) return [];
    const [first, ...others] = found.filter(({ isSeen }) => isSeen);
    const beside = first?.beside.filter((id) => others.every((other) => other.beside.includes(id))) ?? [];
    return [{ part, beside, isSeen: first !== undefined }];
  });
}

function getPartKey({ ruleId, path }: EffectPart): string {
  return JSON.stringify([ruleId, path]);
}

/** Returns a function that returns a form without a part of one of its rules. It caches the forms. */
function createPartRemover(): (form: Form, part: EffectPart) => Form {
  const removeFromForm = memoizeByObject((form: Form) =>
    memoizeByObject((part: EffectPart): Form => {
      const rules = form.rules.map((rule) => (rule.id === part.ruleId ? removePart(rule, part) : rule));
      return { ...form, rules };
    }),
  );
  return (form, part) => removeFromForm(form)(part);
}

/** Returns every fact of a situation that a `when` may read, with the values of the plan. */
export function getPlanFacts(situation: Situation, plan: Plan): FactValues {
  return {
    ...getGivenFacts(situation),
    ...getListFactsOfPlan(plan),
    type: plan.type?.key ?? '',
    values: plan.values,
    options: getOptionFacts(plan.fields),
  };
}

/**
 * Returns true if the rules decided the same about a field in two plans, and its value is the same. Reasons
 * are not compared; two absent fields are the same.
 */
function areSameDecisions(one: FieldPlan | undefined, other: FieldPlan | undefined): boolean {
  return serializeField(one) === serializeField(other);
}

/** Serializes the decisions about a field and its value, without the reasons. */
function serializeField(field: FieldPlan | undefined): string {
  return JSON.stringify(field && [listFieldDecisions(field), field.value]);
}

/**
 * Serializes a plan without its reasons: equal for plans that neither a visitor nor a server can distinguish.
 */
export function serializePlan(plan: Plan): string {
  const { isSectionShown, type, fields, blocks = [], values, recipient, destinations } = plan;
  return JSON.stringify([
    isSectionShown,
    type?.key,
    fields.map(listFieldDecisions),
    blocks.map(({ visibility }) => visibility),
    ...getListIds(plan),
    values,
    recipient,
    destinations,
  ]);
}

/**
 * Returns what the rules decided about a field, without reasons and value. Label and hint are only there if a
 * rule set them.
 */
function listFieldDecisions(field: FieldPlan): readonly unknown[] {
  return [
    field.visibility,
    field.isRequired,
    field.fixed,
    field.because.texts.length > 0 && [field.label, field.hint],
    field.options?.map(({ value }) => value),
    field.optionsState,
    field.limits,
    field.bounds,
    field.preset,
  ];
}

/** Returns true if the plan has the field or block that a part is about, or the part is about neither. */
function hasTarget({ fields, blocks = [] }: Plan, part: EffectPart): boolean {
  return !decidesField(part) || [...fields, ...blocks].some(({ name }) => name === part.target);
}

/**
 * Returns the ids of the rules that the plan names as reasons for what a part decides; none if the plan has
 * no such field or block, and none for `excludeTypes`.
 */
function findReasons(plan: Plan, { path: [effect], target }: EffectPart): readonly string[] {
  const { because: member, names } = getEffectDefinition(effect);
  if (names !== 'field') return getReasons(plan.because, member);
  const block = plan.blocks?.find(({ name }) => name === target);
  if (block) return block.because;
  const fields = plan.fields.filter((field) => field.name === target);
  return fields.flatMap(({ because: of, visibility, fixed }) => [
    ...getReasons(of, member),
    // A field that is hidden or fixed is never required.
    ...(effect === 'require' && visibility === 'hidden' ? of.visibility : []),
    ...(effect === 'require' && fixed !== undefined ? of.fixed : []),
  ]);
}

/** Returns the ids in a member of the reasons of a plan or a field; none if `member` is absent. */
function getReasons(reasons: object, member: string | undefined): readonly string[] {
  return member === undefined ? [] : ((reasons as Readonly<Record<string, readonly string[]>>)[member] ?? []);
}

/** Returns the reasons that are also among the earlier ones; all of them if there are no earlier ones yet. */
function intersectReasons(earlier: Set<string> | undefined, reasons: readonly string[]): Set<string> {
  return new Set(earlier === undefined ? reasons : reasons.filter((id) => earlier.has(id)));
}
