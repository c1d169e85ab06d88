import { memoizeByObject } from '../../model/memoize.ts';
import type { Option, OptionReader } from '../../model/types.ts';
import type { yardOptionSets } from '../model/option-sets.ts';
import type { Office } from '../model/types.ts';
import { formatOfficeLabel } from './offices.ts';

/** The readers of the yard's option sets. Each returns the same options for the same content. */
export const yardOptionReaders: Readonly<Record<keyof typeof yardOptionSets, OptionReader>> = {
  offeredOffices: (_situation, offered) => toOfficeOptions(offered),
  yachtModels: ({ content }) => (content.yachtModels ? toModelOptions(content.yachtModels) : noOptions),
  futureEvents: ({ content: { eventTitles } }) =>
    eventTitles.state === 'ready' ? toTitleOptions(eventTitles.titles) : eventTitles.state,
  pageEvent: ({ page }) => (page.eventTitle ? getSingleOption(page.eventTitle) : noOptions),
};

/** Returns the ids of offices with their labels. */
const toOfficeOptions = memoizeByObject((offices: readonly Office[]): readonly Option[] =>
  offices.map((office) => ({ value: office.id, label: formatOfficeLabel(office) })),
);

const toModelOptions = memoizeByObject((models: readonly { readonly name: string }[]): readonly Option[] =>
  models.map(({ name }) => ({ value: name, label: name })),
);

const toTitleOptions = memoizeByObject((titles: readonly string[]): readonly Option[] =>
  titles.map((title) => ({ value: title, label: title })),
);

const noOptions: readonly Option[] = [];

/** The last result of `getSingleOption`. */
let lastSingle: readonly Option[] = noOptions;

/**
 * Returns a list with only the option of a page's event title. Returns the same array for the same title, so
 * that a keystroke changes nothing.
 */
function getSingleOption(title: string): readonly Option[] {
  if (lastSingle[0]?.value !== title) lastSingle = [{ value: title, label: title }];
  return lastSingle;
}
