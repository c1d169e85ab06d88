import { asList, asObject, isSameJson } from '../json-schema/values.ts';
import type { Documents } from '../types.ts';
import { sorted } from './accepted-answers.ts';
import type { Consequence, Version } from './consequence.ts';

/** What was changed, and what is told of it. */
export interface Unread {
  readonly before: Version;
  readonly after: Version;
  /** What changes for visitors. */
  readonly told: readonly Consequence[];
  /** How many changed texts nobody reads, by their language. */
  readonly texts: ReadonlyMap<string, number>;
  /** Whether some documents in the place of the new ones would change something for visitors; undefined where they are no form. */
  readonly matters: (documents: Documents) => boolean | undefined;
}

/** What of the documents was changed and changes nothing for visitors. */
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

/** Rules that are new, gone or others, and without whose change everything would be as it is. */
function rulesUnread({ before, after, told, matters }: Unread, isAlone: boolean): readonly Consequence[] {
  const [was, is] = [before, after].map(({ documents }) => rulesOf(documents)) as [Rules, Rules];
  const ids = [...new Set([...was.keys(), ...is.keys()])].filter((id) => !isSame(was.get(id), is.get(id)));
  // That rules stand in another order changes nothing.
  if (ids.length === 0) return [ofDocument('rules.json')];
  const meant = ids.filter((id) => !isSame(meaningOf(was.get(id)), meaningOf(is.get(id))));
  const isPlain = told.length === 0 || (isAlone && meant.length === 1) || meant.length > mostReverted;
  const isUnread = (id: string) => {
    if (!meant.includes(id) || told.length === 0) return true;
    return isPlain ? false : matters(withRule(after.documents, id, was.get(id))) === false;
  };
  return ids.filter(isUnread).map((id) => ofDocument('rules.json', { field: id }));
}

/** Where more rules changed than these, each takes its time and none is looked at by itself. */
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

/** Documents with one rule as it was, or without it. */
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

/** Kinds that come of rules, texts and settings alone. */
const notOfForms =
  /^(?:setting|language-|untranslated|message|thanks|mail|text|recipient|offices|form-|type-(?:o|n))/;
