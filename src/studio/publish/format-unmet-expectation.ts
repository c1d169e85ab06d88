import type { Json } from '#engine';
import { flattenSettings } from '#engine/compare/flatten-settings.ts';
import type { OutlineField, OutlineType } from '#engine/editing/index.ts';
import { asList, isSameJson } from '#engine/json-schema/values.ts';
import type { UnmetExpectation, UnmetScenario } from '../../api/findings.ts';
import { createSettingWords } from '../draft/setting-words.ts';
import type { TextNames } from '../draft/text-names.ts';
import { formatDocumentValue } from '../ui/format-document-value.ts';
import { isolateBidi } from '../ui/isolate-bidi.ts';
import { type FormatMessage, isStudioMessageKey } from '../ui/messages.ts';

interface UnmetContext {
  readonly say: FormatMessage;
  readonly locale: string;
  readonly outline: readonly OutlineType[];
  readonly nameText: TextNames;
}

/** More sentences about one scenario than these are counted. */
const maxSentences = 5;

/** Longer values are cut. */
const maxValueLength = 160;

/**
 * Returns one sentence for each expectation of a scenario that is not met, in the language of the studio:
 * `You expected 1 photo for Service; now it is 3.` Returns at most five, and then the number of the others.
 */
export function formatUnmetScenario(
  { type, differences }: UnmetScenario,
  context: UnmetContext,
): readonly string[] {
  const own = context.outline.find(({ key }) => key === type);
  const more = differences.length - maxSentences;
  return [
    ...differences
      .slice(0, maxSentences)
      .flatMap((difference) =>
        difference.path[0] === 'settings'
          ? formatUnmetSettings(difference, own, context)
          : [formatUnmetExpectation(difference, own, context)],
      ),
    ...(more > 0 ? [context.say('expectations.more', { count: more })] : []),
  ];
}

/** Expectations that list names. The result has those of the expected names that have the property. */
const states: ReadonlySet<string> = new Set([
  'shown',
  'concealed',
  'hidden',
  'required',
  'optional',
  'enabled',
  'disabled',
  'readonly',
]);

/** Returns a sentence for each setting that differs: those that are objects have several. */
function formatUnmetSettings(
  { path: [, name = ''], expected, found }: UnmetExpectation,
  type: OutlineType | undefined,
  { say, locale, outline }: UnmetContext,
): readonly string[] {
  const words = createSettingWords({
    say,
    locale,
    findFieldLabel: (field) => findField(field, type, outline)?.label ?? field,
  });
  const [wanted, real] = [expected, found].map((value) => flattenSettings({ [name]: value ?? undefined }));
  const names = [...new Set([...(wanted?.keys() ?? []), ...(real?.keys() ?? [])])];
  const quote = (text: string) => say('unmet.text', { text: isolateBidi(text) });
  return names
    .filter((setting) => !isSameJson(wanted?.get(setting), real?.get(setting)))
    .map((setting) =>
      say('unmet.value', {
        what: quote(words.name(setting)),
        expected: quote(words.value(setting, wanted?.get(setting))),
        found: quote(words.value(setting, real?.get(setting))),
      }),
    );
}

/** Returns the sentence for one expectation. Expectations without a name of their own are named by path. */
function formatUnmetExpectation(
  { path, expected, found }: UnmetExpectation,
  type: OutlineType | undefined,
  context: UnmetContext,
): string {
  const { say, outline } = context;
  const [kind = '', name = '', part = ''] = path;
  /** Returns the label of a field of the scenario's type, else of any type, else its name. */
  const findLabel = (field: string) => isolateBidi(findField(field, type, outline)?.label ?? field);
  const format = (value: Json | undefined) => shortenValue(formatValue(kind, value, type, context));
  const field = kind === 'texts' ? isolateBidi(context.nameText(name)) : findLabel(name);
  if (states.has(kind)) {
    const lost = asList(expected).filter((one) => !asList(found).includes(one));
    const fields = formatList(lost.map(String).map(findLabel), context);
    return say('unmet.state', { fields, count: lost.length, state: kind });
  }
  if (kind === 'problems') {
    if (found === undefined || found === null) return say('unmet.accepted', { field });
    return say(expected === undefined || expected === null ? 'unmet.refused' : 'unmet.refused-otherwise', {
      field,
      expected: format(expected),
      found: format(found),
    });
  }
  if (kind === 'section') return say('unmet.section', { found: String(found) });
  if (kind === 'limits' && part === 'count' && typeof expected === 'number' && typeof found === 'number')
    return say('unmet.files', {
      expected,
      found,
      kind: findField(name, type, outline)?.kind === 'photos' ? 'photos' : 'files',
      what: isolateBidi(type?.title ?? findLabel(name)),
    });
  const key = `unmet.of.${path.length > 2 ? `${kind}.${part}` : kind}`;
  return say('unmet.value', {
    what: isStudioMessageKey(key) ? say(key, { field }) : path.join(' · '),
    expected: format(expected),
    found: format(found),
  });
}

/** Returns a text of at most `maxValueLength` characters; one that was cut ends with "…". */
function shortenValue(text: string): string {
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength).trimEnd()}…` : text;
}

/** Returns the field with a name: that of the type, else of the first type that has it. */
function findField(
  name: string,
  type: OutlineType | undefined,
  outline: readonly OutlineType[],
): OutlineField | undefined {
  return [...(type ? [type] : []), ...outline]
    .flatMap(({ fields }) => fields)
    .find((field) => field.name === name);
}

/** Returns a value in words: names of types and fields by their titles, texts in quotes, nothing for null. */
function formatValue(
  kind: string,
  value: Json | undefined,
  type: OutlineType | undefined,
  context: UnmetContext,
): string {
  const { say, locale, outline } = context;
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
    return say('nothing');
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value);
  if (typeof value === 'boolean') return say(value ? 'unmet.yes' : 'unmet.no');
  /** Returns the title of a type, or the label of a field, or the text itself. */
  const getName = (one: string) => {
    if (kind === 'types' || kind === 'type') return outline.find(({ key }) => key === one)?.title ?? one;
    return kind === 'fields' ? (findField(one, type, outline)?.label ?? one) : one;
  };
  if (typeof value === 'string') return say('unmet.text', { text: isolateBidi(getName(value)) });
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return formatList(
      value.map((one) => isolateBidi(getName(String(one)))),
      context,
    );
  return formatRange(value, context) ?? formatDocumentValue(value, say);
}

/** Returns a smallest and a largest answer in words: "at least 2, at most 8". Undefined for another value. */
function formatRange(value: Json, context: UnmetContext): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const ends = Object.entries(value);
  if (ends.some(([end]) => end !== 'minimum' && end !== 'maximum')) return undefined;
  const parts = ends.map(([end, limit]) =>
    context.say(end === 'minimum' ? 'unmet.at-least' : 'unmet.at-most', {
      limit: formatLimit(limit, context.locale),
    }),
  );
  return new Intl.ListFormat(context.locale, { type: 'unit', style: 'long' }).format(parts);
}

/** Returns a number, or an ISO date as a day, in the notation of a language. */
function formatLimit(limit: Json | undefined, locale: string): string {
  if (typeof limit === 'number') return new Intl.NumberFormat(locale).format(limit);
  const text = String(limit);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text));
}

/** Returns names as a list with "and" in the language of the studio. */
function formatList(names: readonly string[], { locale }: UnmetContext): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}
