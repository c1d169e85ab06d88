import { memoizeByObject } from '../../model/memoize.ts';
import { createUnknownNameError } from '../../model/nearest.ts';
import type { Values } from '../../model/types.ts';
import { officeField } from '../model/names.ts';
import { getPlacementInputs, type YardInputs } from '../model/situation.ts';
import type { EventTitles, Office } from '../model/types.ts';
import type { NamedItems, YardDocument, YardScenario } from './scenario.ts';

/**
 * Returns the yard's inputs of the situation that a scenario describes.
 * @param scenario The scenario's situation, with the usual values of the document.
 * @throws An error if it names an unknown office.
 */
export function readYardScenario(scenario: YardScenario, document: YardDocument): YardInputs {
  /** Returns the offices with these names; null without a list of names. */
  const findOffices = (names: readonly string[] | null | undefined) =>
    names ? getOfficeList(document, names) : null;
  return {
    site: { id: scenario.site ?? '', domain: 'www.example.com' },
    isInternational: scenario.international,
    ...getPlacementInputs(scenario.placement),
    eventTitle: scenario.eventTitle,
    selectedOffice: scenario.selectedOffice ? findOffice(document, scenario.selectedOffice) : null,
    offices: findOffices(scenario.offices),
    allOffices: findOffices(scenario.allOffices === undefined ? scenario.offices : scenario.allOffices),
    yachtModels: (scenario.yachtModels ?? []).map((name) => ({ name })),
    eventTitles: toEventTitles(scenario.eventTitles),
  };
}

/**
 * Returns the office that the visitor chose, as an entered value; without a choice the value is absent.
 * Throws for an unknown office.
 */
export function toEnteredItem({ office }: YardScenario, document: YardDocument): Values {
  return office === undefined ? {} : { [officeField]: findOffice(document, office).id };
}

/** Returns the office with a name. Throws if there is none. */
function findOffice({ offices }: YardDocument, name: string): Office {
  const office = offices[name];
  if (office === undefined)
    throw createUnknownNameError('read a scenario', 'office', { name, known: Object.keys(offices) });
  return office;
}

/**
 * Returns the offices with these names. Returns the same array for the same names, because the engine caches
 * results by list. Throws for an unknown name.
 */
function getOfficeList(document: YardDocument, names: readonly string[]): readonly Office[] {
  const known = getOfficeLists(document.offices);
  const key = JSON.stringify(names);
  const list = known.get(key) ?? names.map((name) => findOffice(document, name));
  known.set(key, list);
  return list;
}

const getOfficeLists = memoizeByObject((_offices: NamedItems) => new Map<string, readonly Office[]>());

/** Returns the event titles of the content, or their state. Without titles the list is ready and empty. */
function toEventTitles(titles: YardScenario['eventTitles']): EventTitles {
  if (titles === 'loading' || titles === 'failed') return { state: titles };
  return { state: 'ready', titles: titles ?? [] };
}
