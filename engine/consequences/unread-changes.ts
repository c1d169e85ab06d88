import { fieldsDecidedBy } from '../effects.ts';
import { asList, asObject, isSameJson } from '../json-schema/values.ts';
import { typeField } from '../names.ts';
import { sorted } from './accepted-answers.ts';
import type { Consequence, Version } from './consequence.ts';

/** What of the documents was changed and changes nothing for visitors. */
export function unreadChanges(
  before: Version,
  after: Version,
  told: readonly Consequence[],
  texts: ReadonlyMap<string, number>,
): readonly Consequence[] {
  const files = [...new Set([...Object.keys(before.documents), ...Object.keys(after.documents)])].sort();
  const changed = files.filter((file) => !isSame(before.documents[file], after.documents[file]));
  return changed.flatMap((file): readonly Consequence[] => {
    const locale = /^texts\/(.+)\.json$/.exec(file)?.[1];
    if (locale !== undefined) {
      const count = texts.get(locale) ?? 0;
      return count === 0 ? [] : [unread(file, { locales: [locale], after: count })];
    }
    if (file === 'rules.json') return rulesUnread(before, after, told);
    return told.some((consequence) => mayComeOf(file, consequence)) ? [] : [unread(file)];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return isSameJson(sorted(one), sorted(other));
}

function unread(about: string, more: Partial<Consequence> = {}): Consequence {
  return { kind: 'documents-only', about, where: { in: 'all' }, situations: 0, of: 0, ...more };
}

function rulesUnread(before: Version, after: Version, told: readonly Consequence[]): readonly Consequence[] {
  const [was, is] = [before, after].map(({ documents }) => rulesOf(documents['rules.json']));
  const ids = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  const unreadIds = ids.filter((id) => {
    const [one, other] = [was?.get(id), is?.get(id)];
    if (isSame(one, other)) return false;
    if (isSame(withoutWords(one), withoutWords(other))) return true;
    return ![one, other].some((rule) => told.some((consequence) => mayComeOfRule(rule, consequence)));
  });
  if (unreadIds.length > 0) return unreadIds.map((id) => unread('rules.json', { field: id }));
  return isSameJson([...(was?.values() ?? [])], [...(is?.values() ?? [])]) ? [] : orderOnly(ids, was, is);
}

/** Rules have no order: that they stand in another one changes nothing. */
function orderOnly(
  ids: readonly string[],
  was: ReadonlyMap<string, unknown> | undefined,
  is: ReadonlyMap<string, unknown> | undefined,
): readonly Consequence[] {
  return ids.every((id) => isSame(was?.get(id), is?.get(id))) ? [unread('rules.json')] : [];
}

/** Rules by their ids. */
function rulesOf(document: unknown): ReadonlyMap<string, unknown> {
  return new Map(
    asList(asObject(document).rules).map((rule) => {
      const { id } = asObject(rule);
      return [String(id), rule];
    }),
  );
}

function withoutWords(rule: unknown): unknown {
  const { description: _description, ...meaning } = asObject(rule);
  return meaning;
}

function mayComeOfRule(rule: unknown, { kind, field }: Consequence): boolean {
  const then = asObject(asObject(rule).then);
  const fields = fieldsDecidedBy(then);
  if (field !== undefined && fields.includes(field)) return true;
  if (kind.startsWith('type'))
    return 'excludeTypes' in then || 'preferTypes' in then || fields.includes(typeField);
  if (kind === 'recipient') return 'recipient' in then;
  // Which offices there are decides about much else.
  return 'eligible' in then || 'offer' in then || ('hideSection' in then && kind.startsWith('form'));
}

function mayComeOf(file: string, { kind, types, about }: Consequence): boolean {
  if (file === 'scenarios.json' || file === 'lists.json' || file.startsWith('meta/')) return false;
  if (file === 'settings.json') return kind === 'setting';
  if (file === 'enquiry-types.json') return kind.startsWith('type');
  if (notOfForms.test(kind)) return false;
  const folder = /^forms\/([^/]+)\//.exec(file)?.[1];
  if (kind === 'type-added' || kind === 'type-removed') return folder === undefined || about === folder;
  return folder === undefined || types === undefined || types.includes(folder);
}

/** Kinds that come of rules, texts and settings alone. */
const notOfForms =
  /^(?:setting|language-|untranslated|message|thanks|mail|text|recipient|offices|form-|type-o|type-n)/;
