import type { ScenarioDocument, ScenarioSituation } from '#engine/check/scenarios/index.ts';
import { type SituationOption, splitList } from '../workspace/situation-option.ts';

/** The options of the site and of how its page contains the form, in the order of the help. */
export const yardPageOptions: Readonly<Record<string, SituationOption>> = {
  site: { value: 'ID', description: 'The id of the site.', read: (site) => ({ site }) },
  international: {
    description: 'The site is international.',
    read: () => ({ international: true }),
  },
  placement: {
    value: 'PLACEMENT',
    choices: ['inline', 'modal', 'landing'],
    description: 'The placement of the form.',
    // The command line is parsed with these choices.
    read: (text) => ({ placement: text as NonNullable<ScenarioSituation['placement']> }),
  },
};

/** The options of the page's offices, event and content, in the order of the help. */
export const yardContentOptions: Readonly<Record<string, SituationOption>> = {
  offices: {
    value: 'NAMES',
    description: 'The offices of the page, as named in scenarios.json: poole,cowes; or none.',
    read: (text) => ({ offices: splitList(text) }),
  },
  'selected-office': {
    value: 'NAME',
    description: 'The preselected office.',
    read: (selectedOffice) => ({ selectedOffice }),
  },
  office: { value: 'NAME', description: 'The chosen office.', read: (office) => ({ office }) },
  'event-title': {
    value: 'TITLE',
    description: 'The event of the page.',
    read: (eventTitle) => ({ eventTitle }),
  },
  'event-titles': {
    value: 'TITLES',
    description: 'Future events: "Open day,Boat show"; or loading, failed, none.',
    read: (text) => ({ eventTitles: readEventTitles(text) }),
  },
  'yacht-models': {
    value: 'NAMES',
    description: 'The yacht models, or none.',
    read: (text) => ({ yachtModels: splitList(text) }),
  },
};

/** Returns the name of an office in `scenarios.json`, else its id as text. */
export function findScenarioOfficeName({ offices }: ScenarioDocument, id: string | number): string {
  return Object.keys(offices).find((name) => offices[name]?.id === id) ?? String(id);
}

/** Returns the titles in a list, or the state in which they are missing. */
function readEventTitles(text: string): NonNullable<ScenarioSituation['eventTitles']> {
  return text === 'loading' || text === 'failed' ? text : splitList(text);
}
