import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../model/types.ts';
import type { Patch } from './change.ts';
import { makeUnique, slugify } from './fields/free-names.ts';
import { setMember } from './fields/members.ts';

const file = 'rules.json';

/** A rule in the documents. It need not compile. */
export interface WrittenRule {
  readonly id: string;
  readonly description: string;
  readonly when?: unknown;
  readonly then: Readonly<Record<string, unknown>>;
  /** The id of the rule that this one replaces. */
  readonly insteadOf?: string;
}

/**
 * Returns the rules in the order of the document. Leaves out rules without an id; a missing description or
 * effect is empty.
 */
export function listRules(documents: Documents): readonly WrittenRule[] {
  return asList(asObject(documents[file]).rules).flatMap((rule) => {
    const { id, description, then } = asObject(rule);
    if (id === undefined) return [];
    return [
      { ...asObject(rule), id: String(id), description: String(description ?? ''), then: asObject(then) },
    ];
  });
}

/** Replaces a rule, or adds it as the last one. Undefined removes it. */
export function setRule(documents: Documents, id: string, rule: unknown): readonly Patch[] {
  return setMember(documents, { file, path: ['rules', id] }, rule as Json | undefined);
}

/**
 * Adds a rule after the rule `behind`, or as the last one; creates the document if it is missing. Its id is
 * derived from `words` and unique.
 */
export function addRule(
  documents: Documents,
  { words, rule, behind }: { readonly words: string; readonly rule: object; readonly behind?: string },
): { readonly id: string; readonly patches: readonly Patch[] } {
  const usedNames = new Set(listRules(documents).map((each) => each.id));
  const id = makeUnique(slugify(words, '-') || 'rule', usedNames, '-');
  const made = { id, ...rule } as Json;
  const position = { file, path: ['rules', id] };
  const isFirst = asObject(documents[file]).rules === undefined;
  if (isFirst)
    return {
      id,
      patches:
        documents[file] === undefined
          ? setMember(documents, { file, path: [] }, { $schema: 'meta/rules.schema.json', rules: [made] })
          : setMember(documents, { file, path: ['rules'] }, [made]),
    };
  return { id, patches: setMember(documents, position, made, behind === undefined ? {} : { behind }) };
}

/**
 * Adds a copy of a rule after it, with the given description. The copy's id is derived from that of the rule.
 * @throws if the rule does not exist.
 */
export function duplicateRule(
  documents: Documents,
  id: string,
  description: string,
): { readonly id: string; readonly patches: readonly Patch[] } {
  const rule = listRules(documents).find((each) => each.id === id);
  if (rule === undefined) throw new Error(`Cannot copy the rule "${id}": there is none`);
  const { id: _id, ...copied } = rule;
  return addRule(documents, { words: id, rule: { ...copied, description }, behind: id });
}

/**
 * Moves a rule after another one; null moves it to the beginning. No patches if it is there already or does
 * not exist. The order has no effect on the form.
 */
export function moveRule(documents: Documents, id: string, behind: string | null): readonly Patch[] {
  const rules = asList(asObject(documents[file]).rules);
  const rule = rules.find((each) => asObject(each).id === id) as Json | undefined;
  const at = rules.findIndex((each) => asObject(each).id === id);
  const before = at === 0 ? null : String(asObject(rules[at - 1]).id);
  if (rule === undefined || behind === id || behind === before) return [];
  const position = { file, path: ['rules', id] };
  return [
    { ...position, before: rule },
    { ...position, after: rule, behind },
  ];
}

/** Removes a rule. A rule that replaced it becomes an independent rule. */
export function removeRule(documents: Documents, id: string): readonly Patch[] {
  return [
    ...setRule(documents, id, undefined),
    ...listRules(documents).flatMap((other) =>
      other.insteadOf === id && other.id !== id
        ? setMember(documents, { file, path: ['rules', other.id, 'insteadOf'] }, undefined)
        : [],
    ),
  ];
}
