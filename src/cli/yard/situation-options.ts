import type { ScenarioDocument, ScenarioSituation } from '#engine/check/scenarios/index.ts';
import { type SituationOption, splitList } from '../workspace/situation-option.ts';

/** The options of the yard's parts of a situation, in the order of the help. */
export const yardSituationOptions: Readonly<Record<string, SituationOption>> = {
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
