import { type FactValues, holds } from '../conditions/condition.ts';
import { choiceTitle } from '../json-schema/choices.ts';
import { keepByLocale, nameIn } from '../locale.ts';
import { firstText, textKeys } from '../texts.ts';
import type {
  Condition,
  FieldDefinition,
  Form,
  Json,
  ListItem,
  Office,
  Option,
  OptionSetName,
  Situation,
} from '../types.ts';
import { officeOptions } from './offices.ts';
import { tidyText } from './tidy-text.ts';

export interface OfferedOptions {
  readonly options: readonly Option[];
  readonly state: 'ready' | 'loading' | 'failed';
}

/** Returns the options of an option set in a situation. Returns the same array for the same content. */
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
    default:
      return ready(listOptions(content.lists?.[set] ?? noItems, situation.locale));
  }
}

/**
 * Returns the options from a schema's choices, labelled by the texts, else by the schema's titles, else by
 * the value.
 */
export function optionsOfChoices(
  form: Form,
  locale: string,
  typeKey: string,
  { name, choices = [], choiceTitles, disabledChoices }: FieldDefinition,
): OfferedOptions {
  const byTexts = remember(choices, () => new WeakMap<Form['texts'], Map<string, readonly Option[]>>());
  const options = byTexts.get(form.texts) ?? new Map<string, readonly Option[]>();
  byTexts.set(form.texts, options);
  const key = `${locale} ${typeKey}`;
  let labelled = options.get(key);
  if (labelled === undefined) {
    labelled = choices.map((value) => ({
      value,
      label:
        firstText(form, locale, textKeys(typeKey, `options.${name}.${value}`)) ??
        choiceTitle(choiceTitles, value) ??
        String(value),
      ...(disabledChoices?.includes(value) && { isDisabled: true }),
    }));
    keepByLocale(options, key, labelled);
  }
  return ready(labelled);
}

/**
 * Returns the options that satisfy every condition on `item.*`. Without conditions it returns the offer
 * unchanged.
 */
export function satisfyingOptions(
  offer: OfferedOptions,
  conditions: readonly Condition[],
  facts: FactValues,
): OfferedOptions {
  if (conditions.length === 0) return offer;
  const scratch: Record<string, unknown> = { ...facts };
  const options = offer.options.filter((option) => {
    scratch.item = itemFacts(option);
    return conditions.every((condition) => holds(condition, scratch));
  });
  return { ...offer, options };
}

const itemsOf = new WeakMap<Option, ListItem>();

/** Returns the facts of an option: its value, its name, and the other properties of its list item. */
function itemFacts(option: Option): FactValues {
  const item = itemsOf.get(option);
  return { ...item, name: item?.name ?? option.label, value: String(option.value) };
}

/**
 * Returns the option with a value. Numbers and strings are compared as strings, like ids. Both are tidied
 * first, because a title in the content may have white space around it.
 */
export function findOption(options: readonly Option[], value: unknown): Option | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const offered = remember(
    options,
    (list) => new Map(list.flatMap((option) => (option.isDisabled ? [] : [[wordOf(option.value), option]]))),
  );
  return offered.get(wordOf(value));
}

/**
 * Returns the part of a value that is offered: the option's own value (ids are sent unchanged), or the
 * offered items of a list. Returns undefined if nothing is offered. A single value for a field with several
 * choices stays unchanged, so that the schema reports it.
 */
export function offeredOf(
  options: readonly Option[],
  value: Json | undefined,
  { kind }: Pick<FieldDefinition, 'kind'>,
): Json | undefined {
  if (kind !== 'json') return findOption(options, value)?.value;
  if (!Array.isArray(value)) return value;
  const items = value.flatMap((item) => findOption(options, item)?.value ?? []);
  return items.length > 0 ? items : undefined;
}

function wordOf(value: string | number): string {
  return tidyText(String(value));
}

const noItems: readonly ListItem[] = [];

/** Returns the items of a list in the content's order, with labels in one language. */
function listOptions(items: readonly ListItem[], locale: string): readonly Option[] {
  const byLocale = remember(items, () => new Map<string, readonly Option[]>());
  let options = byLocale.get(locale);
  if (options === undefined) {
    options = items.map((item) => {
      const option = { value: item.id ?? item.name, label: nameIn(item, locale) };
      itemsOf.set(option, item);
      return option;
    });
    keepByLocale(byLocale, locale, options);
  }
  return options;
}

const noOptions: readonly Option[] = [];

function ready(options: readonly Option[]): OfferedOptions {
  return { options, state: 'ready' };
}

function futureEvents(events: Situation['content']['eventTitles']): OfferedOptions {
  if (events.state !== 'ready') return { options: noOptions, state: events.state };
  return ready(remember(events.titles, (titles) => titles.map((title) => ({ value: title, label: title }))));
}

/**
 * The option of a page's event title. It is cached by the title, so that a keystroke finds the same array.
 */
let lastSingle: readonly Option[] = noOptions;

function singleOption(title: string): readonly Option[] {
  if (lastSingle[0]?.value !== title) lastSingle = [{ value: title, label: title }];
  return lastSingle;
}

const memory = new WeakMap<object, unknown>();

/** Caches what is made from an object. Each kind of object must have only one `make` function. */
function remember<Source extends object, Made>(source: Source, make: (source: Source) => Made): Made {
  if (!memory.has(source)) memory.set(source, make(source));
  return memory.get(source) as Made;
}
