import { asList, asObject } from '../../json-schema/values.ts';
import type { Documents, Json } from '../../model/types.ts';
import { applyPatches, type Patch } from '../change.ts';
import { getSchemaFile, getTextsFile } from '../documents/document-files.ts';
import { type DocumentPosition, getValueAtPosition, splitFieldPath } from './containers.ts';
import { getFallbackLocale, listOutlineTypes, listTextLocales } from './outline.ts';

/**
 * Returns the patch that sets or removes a member; no patch if the value is the same.
 * @param options.behind The key after which a new member is inserted; null: first; absent: last.
 */
export function setMember(
  documents: Documents,
  { file, path }: DocumentPosition,
  value: Json | undefined,
  { behind }: { readonly behind?: string | null } = {},
): readonly Patch[] {
  const before = getValueAtPosition(documents, { file, path });
  if (JSON.stringify(before) === JSON.stringify(value)) return [];
  return [
    {
      file,
      path,
      ...(before !== undefined && { before }),
      ...(value !== undefined && { after: value }),
      ...(before === undefined && behind !== undefined && { behind }),
    },
  ];
}

/**
 * Returns the patches that set or remove a text of a language. An empty text is removed. A new text is
 * inserted where the fallback language has it, or else after the keys that share its prefix, or else at the
 * end.
 */
export function setText(
  documents: Documents,
  { locale, key }: { readonly locale: string; readonly key: string },
  text: string | undefined,
): readonly Patch[] {
  const file = getTextsFile(locale);
  return setMember(documents, { file, path: [key] }, text === undefined || text === '' ? undefined : text, {
    behind:
      findPreviousKeyInOriginal(documents, { locale, key }) ??
      findLastRelatedKey(key, Object.keys(asObject(documents[file]))),
  });
}

/** Removes the texts whose keys begin with one of the prefixes, in every language. */
export function removeTextsBelow(documents: Documents, prefixes: readonly string[]): readonly Patch[] {
  return listTextLocales(documents).flatMap((locale) =>
    Object.keys(asObject(documents[getTextsFile(locale)]))
      .filter((key) => prefixes.some((prefix) => key.startsWith(prefix)))
      .flatMap((key) => setText(documents, { locale, key }, undefined)),
  );
}

/**
 * Returns the nearest key before the given one in the fallback language that the given language has as well.
 * A new translation is inserted after it. Undefined if there is none, or if the fallback language lacks the
 * given key.
 */
function findPreviousKeyInOriginal(
  documents: Documents,
  { locale, key }: { readonly locale: string; readonly key: string },
): string | undefined {
  const originals = Object.keys(asObject(documents[getTextsFile(getFallbackLocale(documents))]));
  const texts = asObject(documents[getTextsFile(locale)]);
  const at = originals.indexOf(key);
  return originals.slice(0, Math.max(0, at)).findLast((one) => Object.hasOwn(texts, one));
}

/**
 * Returns the last of the keys that share the longest prefix with the given one: for `fields.phone.hint`, the
 * last key of `fields.phone`. Undefined if none shares a segment.
 */
function findLastRelatedKey(key: string, keys: readonly string[]): string | undefined {
  const parts = key.split('.');
  for (let shared = parts.length - 1; shared > 0; shared--) {
    const prefix = `${parts.slice(0, shared).join('.')}.`;
    const found = keys.findLast((one) => one.startsWith(prefix));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Sets the answer to a field in the first example of a type, or removes it from all examples if the value is
 * undefined. Does nothing without examples.
 */
export function setExampleAnswer(
  documents: Documents,
  folder: string,
  { field, value }: { readonly field: string; readonly value: Json | undefined },
): readonly Patch[] {
  const file = getSchemaFile(folder);
  const examples = asList(asObject(documents[file]).examples);
  if (examples.length === 0) return [];
  const next = examples.map((example, index) =>
    value !== undefined && index > 0
      ? (example as Json)
      : setNestedAnswer(example, splitFieldPath(field), value),
  );
  return setMember(documents, { file, path: ['examples'] }, next);
}

/**
 * Returns a copy of an answer in which a nested answer is set, or removed if the value is undefined. In a
 * list, an answer is set in the first item and removed from every item. Nothing is set inside a group that
 * has no answer.
 */
function setNestedAnswer(
  answer: unknown,
  [name, ...deeper]: readonly string[],
  value: Json | undefined,
): Json {
  if (name === undefined) return answer as Json;
  if (Array.isArray(answer))
    return answer.map((item, index) =>
      value === undefined || index === 0 ? setNestedAnswer(item, [name, ...deeper], value) : (item as Json),
    );
  const { [name]: current, ...others } = asObject(answer) as Readonly<Record<string, Json>>;
  if (deeper.length === 0 && value === undefined) return others;
  // An empty group stays empty.
  if (deeper.length > 0 && current === undefined) return answer as Json;
  const next = deeper.length === 0 ? (value as Json) : setNestedAnswer(current, deeper, value);
  return { ...(answer as Readonly<Record<string, Json>>), [name]: next };
}

/**
 * Returns the answer to a field in the first example; of a list, that in its first item. Undefined if there
 * is none.
 */
export function getExampleAnswer(documents: Documents, folder: string, field: string): Json | undefined {
  const [first] = asList(asObject(documents[getSchemaFile(folder)]).examples);
  return splitFieldPath(field).reduce<Json | undefined>(
    (answer, name) => {
      const one = Array.isArray(answer) ? answer[0] : answer;
      return asObject(one)[name] as Json | undefined;
    },
    first as Json | undefined,
  );
}

/**
 * Runs edits one after another, each on the documents that the previous ones produce. Returns all patches. An
 * edit whose patches cannot be applied is left out.
 */
export function chainEdits(
  documents: Documents,
  ...edits: readonly ((documents: Documents) => readonly Patch[])[]
): readonly Patch[] {
  let made = documents;
  return edits.flatMap((edit) => {
    const patches = edit(made);
    const applied = applyPatches(made, patches);
    if (!applied.ok) return [];
    made = applied.documents;
    return patches;
  });
}

/**
 * Sets a member and creates its missing parents, or removes it with all parents that become empty; no patches
 * if it does not exist. `behind` applies only if no parent is missing.
 */
export function setNestedMember(
  documents: Documents,
  position: DocumentPosition,
  value: Json | undefined,
  options: { readonly behind?: string | null } = {},
): readonly Patch[] {
  const { file, path } = position;
  if (value === undefined)
    return getValueAtPosition(documents, position) === undefined
      ? []
      : setMember(documents, findOutermostEmptiedParent(documents, position), undefined);
  const known = path.findIndex(
    (_key, index) => getValueAtPosition(documents, { file, path: path.slice(0, index + 1) }) === undefined,
  );
  if (known < 0 || known === path.length - 1) return setMember(documents, position, value, options);
  const wrapped = path.slice(known + 1).reduceRight<Json>((inner, key) => ({ [key]: inner }), value);
  return setMember(documents, { file, path: path.slice(0, known + 1) }, wrapped);
}

/**
 * Returns the position of the outermost parent that would become empty if the value were removed; if there is
 * none, the position of the value. It is never the whole document.
 */
function findOutermostEmptiedParent(
  documents: Documents,
  { file, path }: DocumentPosition,
): DocumentPosition {
  const around = path.slice(0, -1);
  const isAlone =
    around.length > 0 &&
    Object.keys(asObject(getValueAtPosition(documents, { file, path: around }))).length === 1;
  return isAlone ? findOutermostEmptiedParent(documents, { file, path: around }) : { file, path };
}

/**
 * Returns the folder of a type.
 * @throws if the type does not exist.
 */
export function getTypeFolder(documents: Documents, type: string): string {
  const found = listOutlineTypes(documents).find(({ key }) => key === type);
  if (found === undefined) throw new Error(`Cannot edit the enquiry type "${type}": there is none`);
  return found.folder;
}
