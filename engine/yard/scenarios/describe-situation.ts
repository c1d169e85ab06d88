import { isSameId } from '../../model/ids.ts';
import type { Values } from '../../model/types.ts';
import { officeField } from '../model/names.ts';
import type { Office, YardPlan, YardSituation } from '../model/types.ts';
import { selectOfficeList } from '../resolve/offices.ts';
import type { NamedItems, YardDocument, YardScenario } from './scenario.ts';

/** Returns the name of an office in the scenarios of a document. */
export type GetItemName = (office: Office) => string;

/**
 * The keys of the yard in a scenario's situation that may be left out, in the order in which that is tried:
 * before and after the lists.
 */
export const removableYardKeys = {
  beforeLists: ['yachtModels', 'eventTitles'],
  afterLists: ['offices'],
} as const;

/** The usual values of a document that specifies none. */
export const usualYardValues: YardScenario = {
  international: false,
  placement: 'inline',
  selectedOffice: null,
  eventTitle: null,
  eventTitles: [],
  yachtModels: [],
};

/** The yard's part of a situation in the terms of scenarios. */
interface DescribedYard {
  readonly page: YardScenario;
  readonly content: YardScenario;
  /** The chosen office; empty if none is chosen, or if the page does not have it. */
  readonly chosen: YardScenario;
  /** The entered values without the office. */
  readonly otherValues: Values;
}

/**
 * Returns the yard's part of a situation in the terms of scenarios, with the keys in the order of writing.
 */
export function describeYardSituation(
  situation: YardSituation & { readonly entered: Values },
  getName: GetItemName,
): DescribedYard {
  const { site, page, content } = situation;
  const { [officeField]: officeId, ...otherValues } = situation.entered;
  const used = selectOfficeList(situation);
  const office = used.find(({ id }) => officeId !== undefined && isSameId(id, officeId as string));
  const { eventTitles, yachtModels } = content;
  return {
    page: {
      site: String(site.id),
      international: site.isInternational === true,
      placement: page.inModal ? 'modal' : page.isForLanding ? 'landing' : 'inline',
    },
    content: {
      offices: [...new Set(used.map(getName))],
      selectedOffice: page.selectedOffice ? getName(page.selectedOffice) : null,
      eventTitle: page.eventTitle ?? null,
      eventTitles: eventTitles.state === 'ready' ? eventTitles.titles : [],
      yachtModels: (yachtModels ?? []).map(({ name }) => name),
    },
    chosen: office ? { office: getName(office) } : {},
    otherValues,
  };
}

/** Returns those of the added offices that a situation names, as a document has them. */
export function pickNamedItems(on: YardScenario, added: NamedItems): YardDocument {
  const named = new Set([...(on.offices ?? []), on.selectedOffice, on.office]);
  return { offices: Object.fromEntries(Object.entries(added).filter(([name]) => named.has(name))) };
}

/** Returns texts that are equal for plans that offer equivalent offices, each once and sorted. */
export function listOfferedKinds({ offeredOffices }: YardPlan): readonly string[] {
  return [...new Set(offeredOffices.map(serializeOffice))].sort();
}

/** The naming of the offices of a situation. */
interface ItemNaming {
  readonly getName: GetItemName;
  /** The offices to add to the document, by name. */
  readonly added: NamedItems;
}

/**
 * Returns names for the offices of a situation. With `like`, an office gets the name of an office in the
 * document that rules treat alike, if there is one. With `own`, every office is added.
 */
export function nameItems(
  { offices }: YardDocument,
  situation: YardSituation,
  naming: 'like' | 'own',
): ItemNaming {
  const added: Record<string, Office> = {};
  const known = new Map<string, string>();
  /**
   * Returns the name of an office, the same one for all equivalent offices (`like`) or for the same id
   * (`own`). A new name may add the office to `added`.
   */
  const getName = (office: Office): string => {
    const kind = serializeOffice(office);
    const key = naming === 'like' ? kind : String(office.id);
    const found = known.get(key) ?? createName(office, kind);
    known.set(key, found);
    return found;
  };
  /**
   * Returns the name of an equivalent office in the document, or adds the office under an unused name and
   * returns that.
   * @param kind The result of `serializeOffice`.
   */
  const createName = (office: Office, kind: string): string => {
    const like =
      naming === 'like' && Object.entries(offices).find(([, each]) => serializeOffice(each) === kind);
    if (like) return like[0];
    const name = findUnusedName(office.name, { ...offices, ...added });
    const isFree = !Object.values({ ...offices, ...added }).some(({ id }) => isSameId(id, office.id));
    added[name] = isFree ? office : { ...office, id: name };
    return name;
  };
  const { selectedOffice } = situation.page;
  for (const office of [...selectOfficeList(situation), ...(selectedOffice ? [selectedOffice] : [])])
    getName(office);
  return { getName, added };
}

/**
 * Returns a text that is equal for equivalent offices: with the same services, the same kind of site, and
 * both with or both without a mail address.
 */
function serializeOffice({ services, email, site }: Office): string {
  return JSON.stringify([
    [...(services ?? [])].sort(),
    Boolean(email?.trim()),
    site?.isInternational === true,
    site?.exclude_from_international === true,
  ]);
}

/**
 * Returns a name in lowercase letters, digits and hyphens that is no key of `taken`; with a number at its end
 * if necessary, and `office` if nothing is left of the name.
 */
function findUnusedName(name: string, taken: object): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const base = plain || 'office';
  let unused = base;
  for (let count = 2; Object.hasOwn(taken, unused); count++) unused = `${base}-${count}`;
  return unused;
}
