import type { Consequence, ConsequenceKind } from './consequence.ts';

/** Kinds that often occur many times when texts are edited. */
const textKinds: ReadonlySet<ConsequenceKind> = new Set<ConsequenceKind>([
  'label',
  'hint',
  'placeholder',
  'choices-renamed',
  'message',
  'thanks',
  'mail',
  'text',
]);

/** More texts of one kind than these, in the same languages, are merged. */
const maxSeparate = 5;

/**
 * Merges changed texts of one kind in the same languages into one consequence, if there are more than
 * `maxSeparate` that occur in all situations. It is at the position of the first. Returns all other
 * consequences unchanged.
 */
export function groupTextConsequences(all: readonly Consequence[]): readonly Consequence[] {
  const groups = new Map<string, Consequence[]>();
  for (const consequence of all) {
    const { kind, locales, where } = consequence;
    const isOfTexts = textKinds.has(kind) && where.in === 'all';
    const key = isOfTexts ? JSON.stringify([kind, locales]) : String(groups.size);
    groups.set(key, [...(groups.get(key) ?? []), consequence]);
  }
  return [...groups.values()].flatMap((group) =>
    group.length > maxSeparate ? [mergeTextConsequences(group)] : group,
  );
}

/**
 * Merges consequences of one kind: lists the changed texts as `names`, adds up the situations and takes the
 * first example. The texts before and after the change are left out.
 */
function mergeTextConsequences(group: readonly Consequence[]): Consequence {
  const [first] = group as readonly [Consequence, ...Consequence[]];
  const { kind, locales, where } = first;
  /** Returns the sum of a number over the group. */
  const sum = (count: (of: Consequence) => number) => group.reduce((total, each) => total + count(each), 0);
  const example = group.find((each) => each.example !== undefined)?.example;
  return {
    kind,
    where,
    ...(locales && { locales }),
    names: group.map(({ field, about }) => [field, about].filter((part) => part !== undefined).join(' ')),
    situations: sum(({ situations }) => situations),
    of: sum(({ of }) => of),
    ...(example && { example }),
  };
}
