import { useMemo } from 'react';
import { type Documents, type Form, type Json, lookUpLocale } from '#engine';
import { flattenSettings } from '#engine/compare/flatten-settings.ts';
import defaults from '#engine/documents/defaults.json';
import { type ChangeTitle, findOutlineField } from '#engine/editing/index.ts';
import { asList, asObject, isSameJson } from '#engine/json-schema/values.ts';
import { readChangedSentences } from '#engine/messages/changed-sentences.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import type { FormatMessage } from '../ui/messages.ts';
import { getOutline, useDraftState, useStudio } from './context.ts';
import type { ValueChange } from './history.ts';
import { createSettingWords } from './setting-words.ts';

/** The draft, its content and the language, which decide the words of values. */
export interface ValueContext {
  readonly say: FormatMessage;
  readonly locale: string;
  readonly documents: Documents;
  readonly content: object;
  /** The form for the properties of a field, which names their choices. */
  readonly panel: Pick<Form, 'texts'>;
}

/** A change of one value in words. A side without words had or has no value. */
export interface WordedChange {
  /** The name of the value. Absent if the title of the step is the name. */
  readonly subject?: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Returns a change of values in words; nothing for values that only programs read. */
export type ValueWords = (change: ValueChange, title: ChangeTitle) => readonly WordedChange[];

/** Returns the words of values in the language of the studio. */
export function useValueWords(): ValueWords {
  const { say, locale, content, panel } = useStudio();
  const { documents } = useDraftState();
  return useMemo(
    () => createValueWords({ say, locale, documents, content, panel }),
    [say, locale, documents, content, panel],
  );
}

/** Creates the words of values: settings with their names and units, ids by names, days as people write them. */
export function createValueWords(context: ValueContext): ValueWords {
  return (change, title) => {
    const { file, path } = change;
    if (file === 'settings.json') return wordSettings(change, title, context);
    if (file.startsWith('meta/') || path.includes('$schema')) return [];
    const [, locale] = /^texts\/(.+)\.json$/.exec(file) ?? [];
    if (locale !== undefined && path.length > 0) return [wordText(change, locale, context)];
    // The title of the step names an entry that is new or removed, and its ids name nothing.
    if (title.key === 'content-added' || title.key === 'content-removed') return [];
    const property = /^property-(.+)$/.exec(title.key)?.[1];
    if (property !== undefined && path.some((key) => key.startsWith('ui:') && !flags.has(key)))
      return wordChoice(change, property, context);
    const named = new Set(Object.values(title.values ?? {}).map(String));
    return expandObjects(change).flatMap(({ from, to }): readonly WordedChange[] => {
      // The title names what was added or removed.
      if ((from === undefined && named.has(String(to))) || (to === undefined && named.has(String(from))))
        return [];
      const isFlag = typeof from === 'boolean' || typeof to === 'boolean';
      // A flag that is absent has the other value.
      const [was, is] = isFlag ? [from ?? !to, to ?? !from] : [from, to];
      return [{ from: wordValue(was, change, context), to: wordValue(is, change, context) }];
    });
  };
}

/** Options of the UI schema that are true or false. */
const flags: ReadonlySet<string> = new Set(['ui:wide', 'ui:prefill']);

/** Returns the settings that differ, with their names unless the title of the step is the name. */
function wordSettings(
  { path, from, to }: ValueChange,
  title: ChangeTitle,
  { say, locale, documents }: ValueContext,
): readonly WordedChange[] {
  const words = createSettingWords({
    say,
    locale,
    findFieldLabel: (field) => findFieldLabel(documents, field),
  });
  const [was, is] = [from, to].map((value) => flattenSettings(readSettings(path, value)));
  const names = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  return names.flatMap((name): readonly WordedChange[] => {
    const [before, after] = [was?.get(name), is?.get(name)];
    if (name === '$schema' || isSameJson(before, after)) return [];
    return [
      {
        ...(title.key !== 'send-later' && { subject: words.name(name) }),
        from: words.value(name, before),
        to: words.value(name, after),
      },
    ];
  });
}

/** Returns the settings that a value at a path stands for. Absent ones have their defaults. */
function readSettings(path: readonly string[], value: Json | undefined): Readonly<Record<string, unknown>> {
  const shipped: Readonly<Record<string, Json>> = defaults['settings.json'];
  const [name, ...inner] = path;
  if (name === undefined) return { ...shipped, ...(isObject(value) && value) };
  const fallback = shipped[name];
  const [member] = inner;
  if (member === undefined) return { [name]: value ?? fallback };
  return { [name]: { [member]: value ?? (isObject(fallback) ? fallback[member] : undefined) } };
}

function findFieldLabel(documents: Documents, name: string): string {
  const found = getOutline(documents).map(({ fields }) => findOutlineField(fields, name));
  return found.find((field) => field !== undefined)?.label ?? name;
}

/** Returns the sentences of a text that differ. */
function wordText({ from, to }: ValueChange, locale: string, { say }: ValueContext): WordedChange {
  const [was, is] = readChangedSentences([from, to], locale).map((text) =>
    text === undefined ? undefined : quote(text, say),
  );
  return { from: was, to: is };
}

/** Returns the labels of the choices of a property; nothing if one has none. */
function wordChoice(
  { from, to }: ValueChange,
  property: string,
  { locale, panel, say }: ValueContext,
): readonly WordedChange[] {
  const texts = panel.texts[lookUpLocale(locale, Object.keys(panel.texts)) ?? 'en'] ?? {};
  const [was, is] = [from, to].map((value) => texts[`options.${property}.${value}`]?.toString());
  if ((from !== undefined && was === undefined) || (to !== undefined && is === undefined)) return [];
  return [{ from: was && quote(was, say), to: is && quote(is, say) }];
}

/** Returns the words of a plain value: the name of what an id stands for, yes or no, a day, or the value quoted. */
function wordValue(
  value: Json | undefined,
  { file, path }: ValueChange,
  { say, locale, content }: ValueContext,
): string | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  if (typeof value === 'boolean') return say(value ? 'unmet.yes' : 'unmet.no');
  const entry = file.startsWith('content/') ? findEntryName(content, path, String(value)) : undefined;
  if (entry !== undefined) return quote(entry, say);
  if (typeof value === 'string' && isDay(value))
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value));
  return quote(String(value), say);
}

/**
 * Returns the name of the entry of the content that a property names by its id; undefined if there is none. The
 * property, or the one that contains it, ends with the name of a list of the content in the singular.
 */
function findEntryName(content: object, path: readonly string[], id: string): string | undefined {
  const lists = Object.entries(asObject(content)).filter(([list]) =>
    path.some((key) => key.toLowerCase().endsWith(list.slice(0, -1))),
  );
  const entry = lists.flatMap(([, entries]) => asList(entries).map(asObject)).find((each) => each.id === id);
  return typeof entry?.name === 'string' ? entry.name : undefined;
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns a text in quotation marks, with its own writing direction. */
function quote(text: string, say: FormatMessage): string {
  return say('unmet.text', { text: isolateBidi(text) });
}

/**
 * Returns the change of a value; of an object, one change for each text or number that it had or has only on one
 * side, paired in their order. Lists are left out.
 */
function expandObjects({ from, to }: ValueChange): readonly Pick<ValueChange, 'from' | 'to'>[] {
  if (!isObject(from) && !isObject(to))
    return [from, to].every((value) => typeof value !== 'object') ? [{ from, to }] : [];
  const [before, after] = [listTexts(from), listTexts(to)];
  const [gone, added] = [
    before.filter((text) => !after.includes(text)),
    after.filter((text) => !before.includes(text)),
  ];
  const [longer] = gone.length > added.length ? [gone] : [added];
  return longer.map((_text, at) => ({ from: gone[at], to: added[at] }));
}

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the texts and numbers in a value that people read, in their order, without ids and keys. */
function listTexts(value: Json | undefined, name?: string): readonly (string | number)[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string')
    return name === 'description' || isDay(value) || !/^[\p{Ll}\d_.:/-]*$/u.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'id' || key === 'var' ? [] : listTexts(member, key),
  );
}
