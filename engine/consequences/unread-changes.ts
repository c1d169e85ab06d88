import { asList, asObject, isSameJson } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';
import { sorted } from './accepted-answers.ts';
import type { Consequence, Version } from './consequence.ts';

export interface Unread {
  readonly before: Version;
  readonly after: Version;
  readonly told: readonly Consequence[];
  /** The number of changed texts that nobody reads, by language. */
  readonly texts: ReadonlyMap<string, number>;
  /**
   * Returns true if the given documents differ for visitors from the new ones; undefined if they are not a
   * valid form.
   */
  readonly matters: (documents: Documents) => boolean | undefined;
}

export function unreadChanges(unread: Unread): readonly Consequence[] {
  const { before, after, told, texts } = unread;
  const files = [...new Set([...Object.keys(before.documents), ...Object.keys(after.documents)])].sort();
  const changed = files.filter((file) => !isSame(before.documents[file], after.documents[file]));
  return changed.flatMap((file): readonly Consequence[] => {
    const locale = /^texts\/(.+)\.json$/.exec(file)?.[1];
    if (locale !== undefined) {
      const count = texts.get(locale) ?? 0;
      return count === 0 ? [] : [ofDocument(file, { locales: [locale], after: count })];
    }
    if (file === 'rules.json') return rulesUnread(unread, changed.length === 1);
    return told.some((consequence) => mayComeOf(file, consequence)) ? [] : [ofDocument(file)];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return isSameJson(sorted(one), sorted(other));
}

function ofDocument(about: string, more: Partial<Consequence> = {}): Consequence {
  return { kind: 'documents-only', about, where: { in: 'all' }, situations: 0, of: 0, ...more };
}

/**
 * Finds the changed rules whose change makes no difference: with the former rule, everything would be the
 * same.
 */
function rulesUnread({ before, after, told, matters }: Unread, isAlone: boolean): readonly Consequence[] {
  const [was, is] = [before, after].map(({ documents }) => rulesOf(documents)) as [Rules, Rules];
  const ids = [...new Set([...was.keys(), ...is.keys()])].filter((id) => !isSame(was.get(id), is.get(id)));
  // The order of rules has no effect.
  if (ids.length === 0) return [ofDocument('rules.json')];
  const meant = ids.filter((id) => !isSame(meaningOf(was.get(id)), meaningOf(is.get(id))));
  const isPlain = told.length === 0 || (isAlone && meant.length === 1) || meant.length > mostReverted;
  const isUnread = (id: string) => {
    if (!meant.includes(id) || told.length === 0) return true;
    return isPlain ? false : matters(withRule(after.documents, id, was.get(id))) === false;
  };
  return ids.filter(isUnread).map((id) => ofDocument('rules.json', { field: id }));
}

/** If more rules than these changed, they are not tested one by one, because each test takes long. */
const mostReverted = 6;

type Rules = ReadonlyMap<string, unknown>;

function rulesOf(documents: Documents): Rules {
  const { rules } = asObject(documents['rules.json']);
  return new Map(asList(rules).map((rule) => [String(asObject(rule).id), rule]));
}

function meaningOf(rule: unknown): unknown {
  const { description: _description, ...meaning } = asObject(rule);
  return meaning;
}

/** Returns the documents with one rule replaced, or removed if it is undefined. */
function withRule(documents: Documents, id: string, rule: unknown): Documents {
  const rules = new Map(rulesOf(documents));
  if (rule === undefined) rules.delete(id);
  else rules.set(id, rule);
  return { ...documents, 'rules.json': { ...asObject(documents['rules.json']), rules: [...rules.values()] } };
}

function mayComeOf(file: string, { kind, types }: Consequence): boolean {
  if (file === 'scenarios.json' || file === 'lists.json' || file.startsWith('meta/')) return false;
  if (file === 'settings.json') return kind === 'setting';
  if (file === 'enquiry-types.json') return kind.startsWith('type-');
  if (notOfForms.test(kind)) return false;
  const folder = /^forms\/([^/]+)\//.exec(file)?.[1];
  return folder === undefined || types === undefined || types.includes(folder);
}

/** Kinds that only rules, texts and settings can cause. */
const notOfForms =
  /^(?:setting|language-|untranslated|message|thanks|mail|text|recipient|offices|form-|type-(?:o|n))/;
