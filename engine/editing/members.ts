import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { type Patch, valueAt } from './change.ts';
import { fallbackLocale, localesOf, schemaFile, textsFile, typesOf } from './outline.ts';

/** A place to set. */
interface Place {
  readonly file: string;
  readonly path: readonly string[];
}

/** Sets a member, or takes it away; nothing where it says the same already. */
export function setMember(
  documents: Documents,
  { file, path }: Place,
  value: Json | undefined,
  { behind }: { readonly behind?: string | null } = {},
): readonly Patch[] {
  const before = valueAt((documents as Readonly<Record<string, Json | undefined>>)[file], path);
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

/** Sets a text, or takes it away: a new one stands behind those that it belongs to. */
export function setText(
  documents: Documents,
  { locale, key }: { readonly locale: string; readonly key: string },
  text: string | undefined,
): readonly Patch[] {
  const file = textsFile(locale);
  return setMember(documents, { file, path: [key] }, text === undefined || text === '' ? undefined : text, {
    behind:
      likeOriginal(documents, { locale, key }) ?? neighbourOf(key, Object.keys(asObject(documents[file]))),
  });
}

/** Takes away all texts whose keys begin so, in every language. */
export function textsBelow(documents: Documents, prefixes: readonly string[]): readonly Patch[] {
  return localesOf(documents).flatMap((locale) =>
    Object.keys(asObject(documents[textsFile(locale)]))
      .filter((key) => prefixes.some((prefix) => key.startsWith(prefix)))
      .flatMap((key) => setText(documents, { locale, key }, undefined)),
  );
}

/** A translation stands where its original does: behind the nearest text before it that both languages have. */
function likeOriginal(
  documents: Documents,
  { locale, key }: { readonly locale: string; readonly key: string },
): string | undefined {
  const originals = Object.keys(asObject(documents[textsFile(fallbackLocale(documents))]));
  const texts = asObject(documents[textsFile(locale)]);
  const at = originals.indexOf(key);
  return originals.slice(0, Math.max(0, at)).findLast((one) => Object.hasOwn(texts, one));
}

/** The last key that shares the most of its first parts: `fields.phone.hint` stands behind the other keys of `fields.phone`. */
function neighbourOf(key: string, keys: readonly string[]): string | undefined {
  const parts = key.split('.');
  for (let shared = parts.length - 1; shared > 0; shared--) {
    const prefix = `${parts.slice(0, shared).join('.')}.`;
    const found = keys.findLast((one) => one.startsWith(prefix));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first example with other answers; a type without one keeps none. */
export function exampleWith(
  documents: Documents,
  folder: string,
  answers: Readonly<Record<string, Json | undefined>>,
): readonly Patch[] {
  const file = schemaFile(folder);
  const examples = asList(asObject(documents[file]).examples);
  if (examples.length === 0) return [];
  const next = examples.map((example, index) => {
    const merged = { ...asObject(example) };
    for (const [name, value] of Object.entries(answers)) {
      if (value === undefined) delete merged[name];
      else if (index === 0) merged[name] = value;
    }
    return merged as Json;
  });
  return setMember(documents, { file, path: ['examples'] }, next);
}

/** The folder of a type. @throws where there is none. */
export function folderOf(documents: Documents, type: string): string {
  const found = typesOf(documents).find(({ key }) => key === type);
  if (found === undefined) throw new Error(`Cannot edit the enquiry type "${type}": there is none`);
  return found.folder;
}
