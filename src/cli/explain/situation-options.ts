import type { ScenarioDocument, ScenarioSituation } from '#engine/check/scenarios/index.ts';
import type { CommandArguments, CommandOption } from '../args/command.ts';

/** The options that describe a situation. Each corresponds to a property of a scenario's `on`. */
export const situationOptions: Readonly<Record<string, CommandOption>> = {
  site: { value: 'ID', description: 'The id of the site.' },
  international: { description: 'The site is international.' },
  placement: {
    value: 'PLACEMENT',
    choices: ['inline', 'modal', 'landing'],
    description: 'The placement of the form.',
  },
  type: { value: 'KEY', description: 'The chosen enquiry type.' },
  types: { value: 'KEYS', description: 'The types of the page, in order: sales,service.' },
  offices: {
    value: 'NAMES',
    description: 'The offices of the page, as named in scenarios.json: poole,cowes; or none.',
  },
  'selected-office': { value: 'NAME', description: 'The preselected office.' },
  office: { value: 'NAME', description: 'The chosen office.' },
  'event-title': { value: 'TITLE', description: 'The event of the page.' },
  'event-titles': {
    value: 'TITLES',
    description: 'Future events: "Open day,Boat show"; or loading, failed, none.',
  },
  'yacht-models': { value: 'NAMES', description: 'The yacht models, or none.' },
  locale: { value: 'TAG', description: 'The language of the page.' },
  today: { value: 'DATE', description: 'The date: 2026-11-21.' },
  'filled-in': { description: 'Enter the example of the type.' },
  entered: { value: 'FIELD=VALUE', isList: true, description: 'An entered value, as JSON or text.' },
  scenario: { value: 'WORDS', description: 'Start from the first scenario whose name contains WORDS.' },
};

/** The situation as in a scenario's `on`, or one sentence about the first mistake. */
export type SituationOptionsResult =
  | { readonly ok: true; readonly words: ScenarioSituation }
  | { readonly ok: false; readonly reason: string };

/**
 * Builds the situation that the options describe. With `--scenario`, starts from the first scenario whose
 * name contains that text, and options replace its properties. For an invalid option or an unknown scenario,
 * returns one sentence about it.
 */
export function readSituationOptions(
  given: CommandArguments,
  { scenarios }: ScenarioDocument,
): SituationOptionsResult {
  const asked = given.text('scenario');
  const scenario = scenarios.find(
    ({ name }) => asked !== undefined && name.toLowerCase().includes(asked.toLowerCase()),
  );
  if (asked !== undefined && scenario === undefined)
    return { ok: false, reason: `Cannot find a scenario whose name contains "${asked}"; see scenarios.json` };
  const today = given.text('today');
  if (today !== undefined && !/^\d{4}-\d\d-\d\d$/.test(today))
    return { ok: false, reason: `Cannot read "--today ${today}": write the date as 2026-11-21` };
  const malformed = given.list('entered').find((pair) => !/^[^=]+=/.test(pair));
  if (malformed !== undefined)
    return { ok: false, reason: `Cannot read "--entered ${malformed}": write FIELD=VALUE` };
  return {
    ok: true,
    words: { ...scenario?.on, ...readSituationProperties(given), ...readEnteredValues(given, scenario?.on) },
  };
}

/**
 * Returns the properties of all options except `--scenario` and `--entered`. Options that are not given are
 * left out.
 */
function readSituationProperties({ text, flag }: CommandArguments): ScenarioSituation {
  const titles = text('event-titles');
  return {
    ...toOptionalProperty('site', text('site')),
    ...(flag('international') && { international: true }),
    ...toOptionalProperty('placement', text('placement') as ScenarioSituation['placement']),
    ...toOptionalProperty('type', text('type')),
    ...toOptionalProperty('types', splitList(text('types'))),
    ...toOptionalProperty('offices', splitList(text('offices'))),
    ...toOptionalProperty('selectedOffice', text('selected-office')),
    ...toOptionalProperty('office', text('office')),
    ...toOptionalProperty('eventTitle', text('event-title')),
    ...toOptionalProperty(
      'eventTitles',
      titles === 'loading' || titles === 'failed' ? titles : splitList(titles),
    ),
    ...toOptionalProperty('yachtModels', splitList(text('yacht-models'))),
    ...toOptionalProperty('locale', text('locale')),
    ...toOptionalProperty('today', text('today')),
    ...(flag('filled-in') && { filledIn: true }),
  };
}

/** Returns an object with this property, or an empty one if the value is undefined. */
function toOptionalProperty<Name extends keyof ScenarioSituation>(
  name: Name,
  value: ScenarioSituation[Name],
): ScenarioSituation {
  return value === undefined ? {} : { [name]: value };
}

/** Splits a list at its commas. `none` is the empty list; undefined stays undefined. */
function splitList(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  return text === 'none' ? [] : text.split(',').map((item) => item.trim());
}

/** Returns `entered`: the scenario's values with those of `--entered`. Empty if the option is not given. */
function readEnteredValues(
  { list }: CommandArguments,
  scenarioSituation: ScenarioSituation | undefined,
): ScenarioSituation {
  const pairs = list('entered').map((pair): readonly [string, unknown] => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), parseJsonOrText(pair.slice(at + 1))];
  });
  return pairs.length === 0
    ? {}
    : { entered: { ...scenarioSituation?.entered, ...Object.fromEntries(pairs) } };
}

/** Returns the text itself if it is not JSON. */
function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
