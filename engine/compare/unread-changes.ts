import { asList, asObject, isSameJson } from '../json-schema/values.ts';
import type { Documents } from '../model/types.ts';
import { sortKeys } from './accepted-answers.ts';
import { type Consequence, isItemKind, type Version } from './consequence.ts';

export interface UnreadInput {
  readonly before: Version;
  readonly after: Version;
  readonly consequences: readonly Consequence[];
  /** The number of changed texts that nobody reads, by language. */
  readonly texts: ReadonlyMap<string, number>;
  /**
   * Returns true if the given documents differ for visitors from the new ones; undefined if they are not a
   * valid form.
   */
  readonly differsFrom: (documents: Documents) => boolean | undefined;
}

/**
 * Returns the changes of documents, rules and texts that make no difference for visitors, sorted by the name
 * of the document. A document without rules and texts is left out if any consequence can result from it.
 */
export function findUnreadChanges(unread: UnreadInput): readonly Consequence[] {
  const { before, after, consequences, texts } = unread;
  const files = [...new Set([...Object.keys(before.documents), ...Object.keys(after.documents)])].sort();
  const changed = files.filter(
    (file) => !isEqualIgnoringKeyOrder(before.documents[file], after.documents[file]),
  );
  return changed.flatMap((file): readonly Consequence[] => {
    const locale = /^texts\/(.+)\.json$/.exec(file)?.[1];
    if (locale !== undefined) {
      const count = texts.get(locale) ?? 0;
      return count === 0 ? [] : [createDocumentConsequence(file, { locales: [locale], after: count })];
    }
    if (file === 'rules.json') return findUnreadRules(unread, changed.length === 1);
    return consequences.some((consequence) => canResultFrom(file, consequence))
      ? []
      : [createDocumentConsequence(file)];
  });
}

function isEqualIgnoringKeyOrder(one: unknown, other: unknown): boolean {
  return isSameJson(sortKeys(one), sortKeys(other));
}

/** Creates a consequence for the change of a document that makes no difference. */
function createDocumentConsequence(about: string, more: Partial<Consequence> = {}): Consequence {
  return { kind: 'documents-only', about, where: { in: 'all' }, situations: 0, of: 0, ...more };
}

/**
 * Returns the changed rules that make no difference: all if there are no consequences, otherwise those of
 * which only the description changed, and those for which the form would be the same with the former rule. If
 * more than `maxReverted` rules changed, the latter are not searched. If only the order of rules changed,
 * returns one consequence for the document.
 * @param isAlone True if no other document changed. A single changed rule then causes all consequences.
 */
function findUnreadRules(
  { before, after, consequences, differsFrom }: UnreadInput,
  isAlone: boolean,
): readonly Consequence[] {
  const [was, is] = [before, after].map(({ documents }) => indexRulesById(documents)) as [
    RulesById,
    RulesById,
  ];
  const ids = [...new Set([...was.keys(), ...is.keys()])].filter(
    (id) => !isEqualIgnoringKeyOrder(was.get(id), is.get(id)),
  );
  // The order of rules has no effect.
  if (ids.length === 0) return [createDocumentConsequence('rules.json')];
  const meant = ids.filter(
    (id) => !isEqualIgnoringKeyOrder(omitDescription(was.get(id)), omitDescription(is.get(id))),
  );
  const isPlain = consequences.length === 0 || (isAlone && meant.length === 1) || meant.length > maxReverted;
  /** Returns true if the change of the rule is known to make no difference. */
  const makesNoDifference = (id: string) => {
    if (!meant.includes(id) || consequences.length === 0) return true;
    return isPlain ? false : differsFrom(replaceRule(after.documents, id, was.get(id))) === false;
  };
  return ids.filter(makesNoDifference).map((id) => createDocumentConsequence('rules.json', { field: id }));
}

/** If more rules changed, they are not tested one by one, because each test is slow. */
const maxReverted = 6;

type RulesById = ReadonlyMap<string, unknown>;

/** Returns the rules of `rules.json` by id, in their order. Empty if there are none. */
function indexRulesById(documents: Documents): RulesById {
  const { rules } = asObject(documents['rules.json']);
  return new Map(asList(rules).map((rule) => [String(asObject(rule).id), rule]));
}

/** Returns a rule without its description; an empty object for a missing rule. */
function omitDescription(rule: unknown): unknown {
  const { description: _description, ...meaning } = asObject(rule);
  return meaning;
}

/** Returns the documents with one rule replaced or added, or removed if `rule` is undefined. */
function replaceRule(documents: Documents, id: string, rule: unknown): Documents {
  const rules = new Map(indexRulesById(documents));
  if (rule === undefined) rules.delete(id);
  else rules.set(id, rule);
  return { ...documents, 'rules.json': { ...asObject(documents['rules.json']), rules: [...rules.values()] } };
}

/**
 * Returns false if a consequence cannot result from the change of a document, because its kind or its types
 * exclude it. Scenarios, lists and metadata have no consequences.
 */
function canResultFrom(file: string, { kind, types }: Consequence): boolean {
  if (file === 'scenarios.json' || file === 'lists.json' || file.startsWith('meta/')) return false;
  if (file === 'settings.json') return kind === 'setting';
  if (file === 'enquiry-types.json') return kind.startsWith('type-') || kind === 'types-reordered';
  if (kindsNotFromForms.test(kind) || isItemKind(kind)) return false;
  const folder = /^forms\/([^/]+)\//.exec(file)?.[1];
  return folder === undefined || types === undefined || types.includes(folder);
}

/** Kinds that only rules, texts and settings can cause, besides those of the narrowed list. */
const kindsNotFromForms =
  /^(?:setting|language-|untranslated|message|thanks|mail|text|recipient|form-|type-(?:o|n))/;
