import { evaluateCondition, type FactValues } from '../conditions/condition.ts';
import { isSameId } from '../model/ids.ts';
import type { Because, EnquiryType, Form, FormType, Id, Option, Situation } from '../model/types.ts';
import { getLocalisedName } from '../texts/locale.ts';
import { getRuleIds, indexRules, selectMatchingRules } from './rule-index.ts';

/**
 * The enquiry types of a situation: the offered ones in the content's order, the ids that the content lists
 * and the form does not have, and the rules that exclude others, by the key of the type: none for a type that
 * accepts no more enquiries. Retired types are in none of them.
 */
export interface OfferedTypes {
  readonly types: readonly OfferedType[];
  readonly unknown: readonly Id[];
  readonly excluded: Readonly<Record<string, Because>>;
}

/** A type of the form, and its entry in the content's list. */
export interface OfferedType {
  readonly type: FormType;
  readonly entry: EnquiryType;
}

/** Returns the types that a situation offers (docs/behaviour.md, "Enquiry types"). */
export function selectOfferedTypes(form: Form, { content }: Situation, facts: FactValues): OfferedTypes {
  const unknown: Id[] = [];
  const excluded: Record<string, Because> = {};
  const excluding = selectMatchingRules(indexRules(form).excludeTypes, facts);
  const types = (content.enquiryTypes ?? form.types.map(toEntry)).flatMap((entry) => {
    const type = form.types.find((candidate) => isSameId(candidate.id, entry.id));
    if (type === undefined) {
      unknown.push(entry.id);
      return [];
    }
    if (type.isRetired) return [];
    const against = excluding.filter((rule) => rule.then.excludeTypes?.includes(type.key));
    const isFull = content.fullTypes?.includes(type.key) ?? false;
    if (against.length === 0 && !isFull) return [{ type, entry }];
    excluded[type.key] = getRuleIds(against);
    return [];
  });
  return { types, unknown, excluded };
}

/** Returns a type as content lists it, by its key if it has no names. */
function toEntry({ id, key, names }: FormType): EnquiryType {
  return { id, name: key, ...(names && { names }) };
}

/** The properties of a type that decide whether and where it is added to the list. */
type ListedType = Pick<FormType, 'id' | 'key' | 'names' | 'isRetired'>;

/**
 * Returns the types that the content lists. Adds types of the form that are not listed, but have names of
 * their own and are not retired. Each precedes the first type in the list that the form has behind it, else
 * it is the last.
 */
export function mergeListedTypes(
  { types }: { readonly types: readonly ListedType[] },
  listed: readonly EnquiryType[],
): readonly EnquiryType[] {
  let all = listed;
  for (const [at, { id, key, names, isRetired }] of [...types.entries()].reverse()) {
    if (!names || isRetired || listed.some((type) => isSameId(type.id, id))) continue;
    const behind = types.slice(at + 1);
    const next = all.findIndex((type) => behind.some((other) => isSameId(other.id, type.id)));
    all = all.toSpliced(next < 0 ? all.length : next, 0, { id, name: key, names });
  }
  return all;
}

/**
 * Returns true if all of these types are retired, and there is at least one. A type that the form does not
 * have is not retired.
 */
export function areRetired({ types }: Form, named: readonly EnquiryType[]): boolean {
  const isRetired = (id: Id) => types.some((type) => type.isRetired === true && isSameId(type.id, id));
  return named.length > 0 && named.every(({ id }) => isRetired(id));
}

/**
 * Returns the type with which the page opens, with the ids of the rules that decided it: the first type that
 * rules prefer, such as one for the preselected item, else the first offered, without ids. Undefined if no
 * type is offered.
 */
export function chooseInitialType(
  form: Form,
  types: readonly OfferedType[],
  facts: FactValues,
): { readonly type: OfferedType | undefined; readonly because: Because } {
  const preferring = selectMatchingRules(indexRules(form).preferTypes, facts);
  for (const offered of types) {
    const candidate = { ...facts, candidate: { name: offered.entry.name.toLowerCase() } };
    const rules = preferring.filter((rule) => evaluateCondition(rule.then.preferTypes, candidate));
    if (rules.length > 0) return { type: offered, because: getRuleIds(rules) };
  }
  return { type: types[0], because: [] };
}

/**
 * Returns the options of the enquiry type select: the types' ids in the form, with labels in the page's
 * language.
 */
export function toTypeOptions(types: readonly OfferedType[], locale: string): readonly Option[] {
  return types.map(({ type, entry }) => ({ value: type.id, label: getLocalisedName(entry, locale) }));
}
