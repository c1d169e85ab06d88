import { scenarioDocumentOf } from '../check/scenarios.ts';
import { TooManySituations } from '../check/situations/visits.ts';
import { compile } from '../compile/index.ts';
import { isSameId } from '../ids.ts';
import { asList, isSameJson } from '../json-schema/values.ts';
import { listedTypes } from '../resolve/types-offered.ts';
import type { ScenarioDocument } from '../scenarios/index.ts';
import type { Condition, Documents, Id } from '../types.ts';
import { conditionsOfSchema } from './accepted-answers.ts';
import { askedByBoth, type BothTypes, typesInBoth } from './both-types.ts';
import { type BothVisit, type BothVisits, openingVisits, visitsOfType } from './both-visits.ts';
import {
  type Consequence,
  type ConsequenceKind,
  consequenceKinds,
  type Difference,
  type SiteContent,
  type Version,
} from './consequence.ts';
import { type DifferencesLog, differencesLog, type Told } from './differences-log.ts';
import { placeOf } from './effective-texts.ts';
import { manyAlike } from './many-alike.ts';
import { compareOpening, typeListDifferences } from './opening-differences.ts';
import { answersToldApart } from './other-answers.ts';
import { pageDifferences } from './page-differences.ts';
import { plainerOnSites } from './sites-of-content.ts';
import {
  languageDifferences,
  type SeenFields,
  settingDifferences,
  textDifferences,
  unreadTexts,
} from './text-differences.ts';
import { type TypeComparing, typeComparing } from './type-differences.ts';
import { unreadChanges } from './unread-changes.ts';

export interface Comparison {
  readonly before: Version;
  readonly after: Version;
  /** The content of the site; absent if it is unknown. */
  readonly content?: SiteContent | undefined;
}

/**
 * Returns the differences for visitors if one version of a form follows another. Resolves both versions in
 * every situation that the rules of either can distinguish, and on every page of the content. Ends with the
 * changes of documents that make no difference.
 */
export function consequences(comparison: Comparison): readonly Consequence[] {
  const { before, after } = comparison;
  const { told, places } = visible(comparison);
  const matters = (documents: Documents): boolean | undefined => {
    const reverted = compile(documents);
    if (!reverted.ok) return undefined;
    return isAnyDifferent({ ...comparison, before: { ...after, form: reverted.form, documents } });
  };
  const texts = unreadTexts(before, after, places);
  return [...told, ...unreadChanges({ before, after, told, texts, matters })].sort(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind),
  );
}

/** Returns true if two versions that differ only in their rules differ in any situation. */
function isAnyDifferent({ before, after, content }: Comparison): boolean {
  const document = commonScenarios(before, after);
  const types = typesInBoth(before, after);
  const opened = asFarAsPossible(() => openingVisits(before.form, after.form, document));
  const keyed = types.map((both) => both.after.type);
  const isOpening = (visit: BothVisit) =>
    isTelling((tell) => compareOpening(visit, keyed, tell, () => undefined));
  if (opened.isPartial || opened.visits.some(isOpening)) return true;
  const isOtherType = (both: BothTypes) => {
    if (!isDecidedOtherwise(both)) return false;
    const { visits, isPartial } = asFarAsPossible(() => visitsOfType(both, document));
    const { compare } = typeComparing({ before, after, types: both, toldText: () => undefined });
    return isPartial || visits.some((visit) => isDifferent(visit, compare));
  };
  if (types.some(isOtherType)) return true;
  const today = document.usual.today ?? '';
  return content !== undefined && pageDifferences({ before, after, types, content, today }).length > 0;
}

const order = Object.keys(consequenceKinds);

interface Visible {
  readonly told: readonly Consequence[];
  /** Positions of the changed texts that visitors read or that are missing. */
  readonly places: ReadonlySet<string>;
}

function visible({ before, after, content }: Comparison): Visible {
  const document = commonScenarios(before, after);
  const types = typesInBoth(before, after);
  const places = new Set<string>();
  const toldText = (some: readonly string[]) => {
    for (const place of some) places.add(place);
  };
  const ofTypes = types.map((both) => comparedType({ before, after, both, document, toldText }));
  const seenFields = (): SeenFields => new Map(ofTypes.map((type) => [type.key, type.seenFields()]));
  const today = document.usual.today ?? '';
  const pages = content ? pageDifferences({ before, after, types, content, today }) : [];
  const languages = languageDifferences(before, after);
  for (const { kind, locales = [], after: keys } of languages)
    if (kind === 'untranslated')
      toldText(asList(keys).flatMap((key) => locales.map((locale) => placeOf(locale, String(key)))));
  const told = [
    ...openingConsequences({ before, after, types, document, content }),
    ...joinedTypes(ofTypes).filter((consequence) => !isToldOnPages(consequence, pages)),
    ...pages,
    ...textDifferences(before, after, seenFields, toldText).map(({ difference, types: keys }) =>
      onPagesThatSay(ofTexts(difference, keys, seenFields()), content),
    ),
    ...[...languages, ...settingDifferences(before, after)].map(everywhere),
  ];
  const sites = content?.sites ?? [];
  return { told: manyAlike(told).map((consequence) => plainerOnSites(consequence, sites)), places };
}

/** Returns the usual situation of the new version, with the offices of both. */
function commonScenarios(before: Version, after: Version): ScenarioDocument {
  const [former, now] = [before, after].map(
    ({ form, documents }) => scenarioDocumentOf(form, documents).document,
  );
  return { offices: { ...former?.offices, ...now?.offices }, usual: now?.usual ?? {}, scenarios: [] };
}

interface TypeInput extends Comparison {
  readonly both: BothTypes;
  readonly document: ScenarioDocument;
  readonly toldText: (places: readonly string[]) => void;
}

interface ComparedType {
  readonly key: string;
  readonly hasSeen: DifferencesLog['hasSeen'];
  readonly seenFields: DifferencesLog['seenFields'];
  readonly told: readonly Told[];
}

/**
 * Compares the versions of a type. An unchanged type is visited only if a caller asks for its visible fields.
 */
function comparedType(input: TypeInput): ComparedType {
  const { before, after, both } = input;
  const { type } = both.after;
  if (isDecidedOtherwise(both) || !isSameJson(textsOf(before), textsOf(after))) return visitedType(input);
  let visited: ComparedType | undefined;
  const asked = () => {
    visited ??= visitedType(input);
    return visited;
  };
  const names = new Set([...type.fields, ...(type.blocks ?? [])].map(({ name }) => name));
  return {
    key: type.key,
    told: [],
    hasSeen: (seen) => seen === 'form' || (names.has(seen.split(' ').at(-1) ?? '') && asked().hasSeen(seen)),
    seenFields: () => asked().seenFields(),
  };
}

function isDecidedOtherwise({ before, after }: BothTypes): boolean {
  const [one, other] = [before, after].map(({ type, form, conditions }) => [
    type,
    form.rules,
    [...conditions],
  ]);
  return !isSameJson(one, other);
}

function textsOf({ documents }: Version): unknown {
  return Object.entries(documents)
    .filter(([file]) => file.startsWith('texts/'))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function visitedType({ before, after, both, document, toldText }: TypeInput): ComparedType {
  const { key } = both.after.type;
  const comparing = asFarAsPossible(() => visitsOfType(both, document));
  const { visits: walked, isPartial, crossed, answers } = comparing;
  const { compare } = typeComparing({ before, after, types: both, toldText });
  const isOther = walked.some((visit) => isDifferent(visit, compare));
  const judged = judgedOtherwise({ before, after, both, compare, comparing });
  const visits = [...walked, ...(isOther ? crossed() : []), ...(judged ?? [])];
  const log = differencesLog(visits);
  for (const [index, visit] of visits.entries()) {
    const { tell, see } = log.at(index);
    compare(visit, tell, see);
  }
  const conditions = [...askedByBoth(both)[0].conditions.values()];
  const { hasSeen, seenFields } = log;
  // Reports these differences even if no visit shows them, because nothing proves that they have no effect.
  const unshown: Difference[] = [
    ...(judged === undefined ? [{ kind: 'conditions' } as const] : []),
    ...(isPartial ? [{ kind: 'not-compared' } as const] : []),
  ];
  const told = [
    ...log.told(conditions, answers, document),
    ...unshown.map((difference) => ({ seen: 'form', consequence: everywhere(difference) })),
  ];
  return { key, hasSeen, seenFields, told };
}

interface Judging {
  readonly before: Version;
  readonly after: Version;
  readonly both: BothTypes;
  readonly compare: TypeComparing['compare'];
  readonly comparing: BothVisits;
}

/**
 * Returns additional visits that show that the schema's conditions judge answers differently. Empty if the
 * existing visits show it already; undefined if none was found.
 */
function judgedOtherwise({
  before,
  after,
  both,
  compare,
  comparing,
}: Judging): readonly BothVisit[] | undefined {
  const [one, other] = [both.before.type, both.after.type];
  if (isSameJson(conditionsOfSchema(one), conditionsOfSchema(other))) return [];
  const isShown = (visit: BothVisit) => isDifferent(visit, compare, 'conditions');
  if (comparing.visits.some(isShown)) return [];
  const entered = answersToldApart(
    { type: one, check: before.checkOf(one.key) },
    { type: other, check: after.checkOf(other.key) },
  );
  const shown = entered && comparing.answered(entered).filter(isShown);
  return shown?.length ? shown : undefined;
}

function isDifferent(visit: BothVisit, compare: TypeComparing['compare'], kind?: ConsequenceKind): boolean {
  return isTelling((tell) => compare(visit, tell, () => undefined), kind);
}

function isTelling(
  compare: (tell: (difference: Difference) => void) => void,
  kind?: ConsequenceKind,
): boolean {
  let isFound = false;
  compare((difference) => {
    isFound ||= kind === undefined || difference.kind === kind;
  });
  return isFound;
}

function asFarAsPossible(visit: () => BothVisits): BothVisits {
  try {
    return visit();
  } catch (error) {
    if (!(error instanceof TooManySituations)) throw error;
    return { visits: [], isPartial: true, crossed: () => [], answered: () => [], answers: [] };
  }
}

function joinedTypes(all: readonly ComparedType[]): readonly Consequence[] {
  const groups = new Map<
    string,
    { readonly told: Told; readonly keys: string[]; readonly own: Consequence[] }
  >();
  for (const { key, told } of all)
    for (const each of told) {
      const { situations: _situations, of: _of, example: _example, ...said } = each.consequence;
      const name = JSON.stringify([each.seen, said]);
      const group = groups.get(name) ?? { told: each, keys: [], own: [] };
      group.keys.push(key);
      group.own.push(each.consequence);
      groups.set(name, group);
    }
  return [...groups.values()].map(({ told, keys, own }) => {
    // A new field or block could be in any type.
    const isNew = /^(?:field-(?:added|required)|block-added)$/.test(told.consequence.kind);
    const able = isNew ? all.length : all.filter(({ hasSeen }) => hasSeen(told.seen)).length;
    return { ...told.consequence, ...summed(own), types: keys, isOfAllTypes: keys.length === able };
  });
}

function summed(all: readonly Consequence[]): Pick<Consequence, 'situations' | 'of'> {
  return {
    situations: all.reduce((sum, { situations }) => sum + situations, 0),
    of: all.reduce((sum, { of }) => sum + of, 0),
  };
}

interface OpeningInput extends Comparison {
  readonly types: readonly BothTypes[];
  readonly document: ScenarioDocument;
}

/**
 * Compares the lists of types and the opening pages. The content decides the order and the names of the types
 * that it lists.
 */
function openingConsequences({
  before,
  after,
  types,
  document,
  content,
}: OpeningInput): readonly Consequence[] {
  const { visits, isPartial } = asFarAsPossible(() => openingVisits(before.form, after.form, document));
  const log = differencesLog(visits);
  for (const [index, visit] of visits.entries()) {
    const { tell, see } = log.at(index);
    compareOpening(
      visit,
      types.map((both) => both.after.type),
      tell,
      see,
    );
  }
  const told = log.told(conditionsOf(before, after), [], document).map(({ consequence }) => {
    const { about, example, ...rest } = consequence;
    const isOfType = consequence.kind === 'type-offered' || consequence.kind === 'type-not-offered';
    const { types: _all, ...on } = example?.on ?? {};
    return {
      ...rest,
      ...(isOfType && about !== undefined ? { types: [about] } : about !== undefined && { about }),
      ...(example && { example: { ...example, on } }),
    };
  });
  const isListed = (key: string) => {
    const type = after.form.types.find((each) => each.key === key);
    return content?.enquiryTypes.some(({ id }) => type !== undefined && isSameId(id, type.id)) === true;
  };
  const ofDocuments = typeListDifferences(before.form, after.form).flatMap(
    ({ about, ...difference }): readonly Consequence[] => {
      if (difference.kind === 'type-renamed' && content) return named(difference, about ?? '', isListed);
      if (difference.kind === 'types-reordered' && content) return reorderedAmong(before, after, content);
      return [{ ...everywhere(difference), ...(about !== undefined && { types: [about] }) }];
    },
  );
  return [...ofDocuments, ...told, ...(isPartial ? [everywhere({ kind: 'not-compared' })] : [])];
}

/**
 * Returns nothing for a type that the content lists, because the content names it. A type that it does not
 * list is offered only if it has names.
 */
function named(
  { before, after, ...difference }: Difference,
  key: string,
  isListed: (key: string) => boolean,
): readonly Consequence[] {
  if (isListed(key)) return [];
  const [had, has] = [before, after].map((names) => Object.keys(names ?? {}).length > 0);
  if (had && has) return [{ ...everywhere({ ...difference, ...{ before, after } }), types: [key] }];
  return [{ ...everywhere({ kind: has ? 'type-offered' : 'type-not-offered' }), types: [key] }];
}

/**
 * Returns a change in the order of types on pages. The content decides the order of the types that it lists,
 * the form that of the others.
 */
function reorderedAmong(
  before: Version,
  after: Version,
  { enquiryTypes }: SiteContent,
): readonly Consequence[] {
  const [was, is] = [before, after].map(({ form }) =>
    listedTypes(form, enquiryTypes).filter(({ id }) => isOffered(before, id) && isOffered(after, id)),
  );
  if (was?.every(({ id }, at) => isSameId(id, is?.[at]?.id ?? ''))) return [];
  const keys = (is ?? []).flatMap(
    ({ id }) => after.form.types.find((type) => isSameId(type.id, id))?.key ?? [],
  );
  return [everywhere({ kind: 'types-reordered', after: keys })];
}

function isOffered({ form }: Version, id: Id): boolean {
  return form.types.some((type) => isSameId(type.id, id) && !type.isRetired);
}

function conditionsOf(before: Version, after: Version): readonly Condition[] {
  return [before, after].flatMap(({ form }) =>
    form.rules.flatMap(({ when, then }): readonly Condition[] =>
      when !== undefined && isOfOpenings(then) ? [when] : [],
    ),
  );
}

function isOfOpenings(then: Version['form']['rules'][number]['then']): boolean {
  const { excludeTypes, preferTypes, hideSection, eligible, hide = [], show = [], conceal = [] } = then;
  const isOfField = [...hide, ...show, ...conceal].includes('enquiry_type');
  return (
    isOfField || [excludeTypes, preferTypes, hideSection, eligible].some((effect) => effect !== undefined)
  );
}

function everywhere(difference: Difference): Consequence {
  return { ...difference, where: { in: 'all' }, situations: 0, of: 0 };
}

/**
 * Creates the consequence of a changed text. A text is the same in every situation; a text of a type is
 * visible if that type opens.
 */
function ofTexts(
  difference: Difference,
  types: readonly string[] | undefined,
  seen: SeenFields,
): Consequence {
  const [type] = types ?? [];
  const { field } = difference;
  const able = [...seen.values()].filter((fields) => field === undefined || fields.has(field)).length;
  return {
    ...everywhere(difference),
    ...(types !== undefined && { types, isOfAllTypes: types.length === able }),
    ...(type !== undefined && { example: { on: { types: [type] } } }),
  };
}

/** Counts the pages of the content that show a text, if some pages replace it by their own. */
function onPagesThatSay(consequence: Consequence, content: SiteContent | undefined): Consequence {
  const { about } = consequence;
  const pages = content?.pages ?? [];
  if (!pages.some(({ ownTexts = [] }) => about !== undefined && ownTexts.includes(about))) return consequence;
  const saying = pages.filter(({ ownTexts = [] }) => !ownTexts.includes(about ?? ''));
  return { ...consequence, where: { in: 'pages' }, situations: saying.length, of: pages.length };
}

/**
 * Returns true for a consequence found with generated offices and usual lists, if pages of the content show
 * it with the real ones.
 */
function isToldOnPages({ kind, types = [], field }: Consequence, pages: readonly Consequence[]): boolean {
  if (kind !== 'offices' && kind !== 'choices') return false;
  return types.every((type) =>
    pages.some((page) => page.field === field && page.types?.includes(type) === true),
  );
}
