import type { PlanReasons, Reason } from './plan-reasons.ts';
import { type Sentence, sentenceToText } from './sentence.ts';

export interface PlanChange {
  /** The path of the compared decision: `section`, `fields.phone.required`. */
  readonly about: string;
  /** The decision in the first plan; absent if that plan has none. */
  readonly now?: Sentence;
  /** The decision in the second plan; absent if that plan has none. */
  readonly other?: Sentence;
}

/**
 * Returns the decisions that differ between two plans, first those of the first plan; empty if none does.
 * Decisions are compared by their text: the same decision by other rules is no difference. If the plans have
 * different types, their fields and blocks are not compared.
 */
export function comparePlanReasons(now: PlanReasons, other: PlanReasons): readonly PlanChange[] {
  const isSameType = sentenceToText(now.type.fact) === sentenceToText(other.type.fact);
  const [one, two] = [now, other].map((reasons) => indexDecisionsByPath(reasons, isSameType)) as [
    FactsByPath,
    FactsByPath,
  ];
  return [...new Set([...one.keys(), ...two.keys()])].flatMap((about) => {
    const [before, after] = [one.get(about), two.get(about)];
    if (sentenceToText(before ?? []) === sentenceToText(after ?? [])) return [];
    return [{ about, ...(before && { now: before }), ...(after && { other: after }) }];
  });
}

type FactsByPath = ReadonlyMap<string, Sentence>;

/**
 * Returns the decisions of a plan by their paths, without the rules. Decisions that the plan does not have
 * are left out.
 * @param withFields False to leave out those about fields and blocks.
 */
function indexDecisionsByPath(reasons: PlanReasons, withFields: boolean): FactsByPath {
  const { section, type, excludedTypes, eligible, offered, recipient, destinations, fields, blocks } =
    reasons;
  const all: readonly (readonly [string, Reason | undefined])[] = [
    ['section', section],
    ['type', type],
    ...Object.entries(excludedTypes).map(([key, reason]) => [`excludedTypes.${key}`, reason] as const),
    ['eligible', eligible],
    ['offered', offered],
    ['recipient', recipient],
    ['destinations', destinations],
    ...(withFields ? Object.entries(fields) : []).flatMap(([name, own]) =>
      own.map((reason) => [`fields.${name}.${reason.about}`, reason] as const),
    ),
    ...Object.entries(withFields ? blocks : {}).map(([name, reason]) => [`blocks.${name}`, reason] as const),
  ];
  return new Map(all.flatMap(([about, reason]) => (reason ? [[about, reason.fact] as const] : [])));
}
