import { firstText, textKeys } from '../texts.ts';
import type { FieldDefinition, Form, Office, Option, OptionSetName, Situation } from '../types.ts';
import { tidyText } from './normalise-value.ts';
import { officeOptions } from './offices.ts';

/** The choices of a field and how far their loading is. */
export interface OfferedOptions {
  readonly options: readonly Option[];
  readonly state: 'ready' | 'loading' | 'failed';
}

/** What an option set holds in a situation; the same array for the same content. */
export function optionsOfSet(
  set: OptionSetName,
  situation: Situation,
  offered: readonly Office[],
): OfferedOptions {
  const { content, page } = situation;
  switch (set) {
    case 'offeredOffices':
      return ready(officeOptions(offered));
    case 'yachtModels':
      return ready(
        content.yachtModels
          ? remember(content.yachtModels, (models) =>
              models.map(({ name }) => ({ value: name, label: name })),
            )
          : noOptions,
      );
    case 'futureEvents':
      return futureEvents(content.eventTitles);
    case 'pageEvent':
      return ready(page.eventTitle ? singleOption(page.eventTitle) : noOptions);
  }
}

/** The choices that a schema's `enum` gives, labelled by the texts, else by the value itself. */
export function optionsOfChoices(
  form: Form,
  locale: string,
  typeKey: string,
  { name, choices = [], choiceTitles }: FieldDefinition,
): OfferedOptions {
  const options = remember(choices, () => new Map<string, readonly Option[]>());
  const key = `${form.hash} ${locale} ${typeKey}`;
  let labelled = options.get(key);
  if (labelled === undefined) {
    labelled = choices.map((value) => ({
      value,
      label:
        firstText(form, locale, textKeys(typeKey, `options.${name}.${value}`)) ??
        choiceTitles?.[String(value)] ??
        String(value),
    }));
    options.set(key, labelled);
  }
  return ready(labelled);
}

/**
 * The option that a value means; numbers and strings are compared as strings, as ids are, and both as values are tidied:
 * content may have a title with white space around it.
 */
export function findOption(options: readonly Option[], value: unknown): Option | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return remember(options, (list) => new Map(list.map((option) => [wordOf(option.value), option]))).get(
    wordOf(value),
  );
}

function wordOf(value: string | number): string {
  return tidyText(String(value));
}

const noOptions: readonly Option[] = [];

function ready(options: readonly Option[]): OfferedOptions {
  return { options, state: 'ready' };
}

function futureEvents(events: Situation['content']['eventTitles']): OfferedOptions {
  if (events.state !== 'ready') return { options: noOptions, state: events.state };
  return ready(remember(events.titles, (titles) => titles.map((title) => ({ value: title, label: title }))));
}

/** One title a page: kept by the title, so that a keystroke finds the same array. */
let lastSingle: readonly Option[] = noOptions;

function singleOption(title: string): readonly Option[] {
  if (lastSingle[0]?.value !== title) lastSingle = [{ value: title, label: title }];
  return lastSingle;
}

const memory = new WeakMap<object, unknown>();

/** What is made of an object is made once. Each kind of object has one maker. */
function remember<Source extends object, Made>(source: Source, make: (source: Source) => Made): Made {
  if (!memory.has(source)) memory.set(source, make(source));
  return memory.get(source) as Made;
}
