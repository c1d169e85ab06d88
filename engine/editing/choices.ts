import { asList, asObject } from '../json-schema/values.ts';
import type { Documents, Json } from '../types.ts';
import { applyPatches, type Patch } from './change.ts';
import { slugOf, unused } from './free-names.ts';
import { exampleWith, folderOf, setMember, setText } from './members.ts';
import { type FieldPlace, fallbackLocale, localesOf, schemaFile, textsFile, wholeSchema } from './outline.ts';

/** A choice of a field as its owner sees it. */
export interface Choice {
  readonly value: string;
  /** In the language of last resort. */
  readonly label: string;
}

/** The choices that a field's schema lists, with their words. */
export function choicesOf(documents: Documents, place: FieldPlace): readonly Choice[] {
  const schema = wholeSchema(documents, folderOf(documents, place.type), place.field);
  const texts = asObject(documents[textsFile(fallbackLocale(documents))]);
  return asList(schema.enum ?? asObject(schema.items).enum).map((item) => {
    const value = String(item);
    return { value, label: String(texts[`options.${place.field}.${value}`] ?? value) };
  });
}

/**
 * Sets a field's choices by what visitors read: a choice that is still called so keeps its value, one that alone was renamed does as well,
 * a new one gets a value of its own that is made from its words.
 */
export function setChoices(
  documents: Documents,
  place: FieldPlace,
  labels: readonly string[],
): readonly Patch[] {
  const before = choicesOf(documents, place);
  const kept = new Set(before.filter(({ label }) => labels.includes(label)).map(({ value }) => value));
  const taken = new Set(before.map(({ value }) => value));
  const after = labels.map((label, index): Choice => {
    const same = before.find((choice) => choice.label === label);
    if (same) return same;
    const renamed = labels.length === before.length ? before[index] : undefined;
    if (renamed && !kept.has(renamed.value)) return { value: renamed.value, label };
    const value = unused(slugOf(label, '-') || 'choice', taken, '-');
    taken.add(value);
    return { value, label };
  });
  const folder = folderOf(documents, place.type);
  const isList = wholeSchema(documents, folder, place.field).items !== undefined;
  const values = after.map(({ value }) => value);
  const path = ['properties', place.field, ...(isList ? ['items'] : []), 'enum'];
  const locale = fallbackLocale(documents);
  let made = documents;
  const patches: Patch[] = [];
  const add = (more: readonly Patch[]) => {
    const applied = applyPatches(made, more);
    if (!applied.ok) return;
    made = applied.documents;
    patches.push(...more);
  };
  add(setMember(documents, { file: schemaFile(folder), path }, values));
  add(exampleAmong(made, folder, { field: place.field, values, isList }));
  for (const { value, label } of after)
    add(setText(made, { locale, key: `options.${place.field}.${value}` }, label));
  for (const { value } of before) {
    if (values.includes(value)) continue;
    for (const each of localesOf(documents))
      add(setText(made, { locale: each, key: `options.${place.field}.${value}` }, undefined));
  }
  return patches;
}

/** An example that answers with a choice which is gone answers with one that is there. */
function exampleAmong(
  documents: Documents,
  folder: string,
  {
    field,
    values,
    isList,
  }: { readonly field: string; readonly values: readonly string[]; readonly isList: boolean },
): readonly Patch[] {
  const answer = asObject(asList(asObject(documents[schemaFile(folder)]).examples)[0])[field];
  if (answer === undefined) return [];
  const kept = asList(isList ? answer : [answer]).filter((one) => values.includes(String(one)));
  const next = kept.length > 0 ? kept : values.slice(0, 1);
  return exampleWith(documents, folder, { [field]: (isList ? next : next[0]) as Json | undefined });
}

/** Each choice has words of its own from the beginning, or visitors would read its key. */
export function choiceTexts(
  documents: Documents,
  name: string,
  { enum: own, items }: Readonly<Record<string, Json>>,
): readonly Patch[] {
  const values = asList(own ?? asObject(items).enum).map(String);
  const locale = fallbackLocale(documents);
  return values.flatMap((value) =>
    setText(documents, { locale, key: `options.${name}.${value}` }, inWords(value)),
  );
}

/** `inWords('choice-1') // 'Choice 1'`. */
function inWords(value: string): string {
  const words = value.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
