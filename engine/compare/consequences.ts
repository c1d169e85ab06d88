import type { ScenarioDocument } from '../check/scenarios/index.ts';
import { readScenarioDocument } from '../check/scenarios.ts';
import { TooManySituations } from '../check/situations/visits.ts';
import { compile } from '../compile/index.ts';
import { asList, isSameJson } from '../json-schema/values.ts';
import { isSameId } from '../model/ids.ts';
import type { Condition, Documents, Id } from '../model/types.ts';
import { mergeItems } from '../preset/check.ts';
import { itemKinds } from '../preset/compare.ts';
import type { SiteContent } from '../preset/pages.ts';
import { mergeListedTypes } from '../resolve/types-offered.ts';
import { extractSchemaConditions } from './accepted-answers.ts';
import { type ComparedVisit, type ComparedVisits, visitOpenings, visitType } from './compared-visits.ts';
import {
  type Consequence,
  type ConsequenceKind,
  consequenceKinds,
  type Version,
  type VersionDifference,
} from './consequence.ts';
import { createDifferencesLog, type DifferencesLog, type LoggedConsequence } from './differences-log.ts';
import { findDistinguishingAnswers } from './distinguishing-answers.ts';
import { getTextPosition } from './effective-texts.ts';
import { groupTextConsequences } from './group-texts.ts';
import { removeImpliedClauses } from './implied-clauses.ts';
import { compareOpening, compareTypeLists } from './opening-differences.ts';
import { comparePages } from './page-differences.ts';
import {
  compareLanguages,
  compareSettings,
  compareTexts,
  countUnreadTexts,
  type VisibleFields,
} from './text-differences.ts';
import { createTypeComparer, type TypeComparer } from './type-differences.ts';
import { mergeTypeSlices, pairTypes, type TypePair } from './type-pairs.ts';
import { findUnreadChanges } from './unread-changes.ts';

/** Two versions to compare. Pages are compared only if there is content. */
export interface VersionComparison {
  readonly before: Version;
  readonly after: Version;
  readonly content?: SiteContent | undefined;
}

/**
 * Returns the differences for visitors if one version of a form follows another, in the order of
 * `consequenceKinds`. Resolves both versions in every situation that the rules of either can distinguish, and
 * on every page of the content. Changes of documents that make no difference come last.
 */
export function findConsequences(comparison: VersionComparison): readonly Consequence[] {
  const { before, after } = comparison;
  const { told, places } = findVisibleConsequences(comparison);
  /**
   * Returns true if the new version differs from these documents for visitors; undefined if they do not
   * compile.
   */
  const differsFrom = (documents: Documents): boolean | undefined => {
    const reverted = compile(documents);
    if (!reverted.ok) return undefined;
    return hasDifferences({ ...comparison, before: { ...after, form: reverted.form, documents } });
  };
  const texts = countUnreadTexts(before, after, places);
  return [
    ...told,
    ...findUnreadChanges({ before, after, consequences: told, texts, differsFrom: differsFrom }),
  ].sort((one, other) => kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind));
}

/**
 * Returns true if two versions that differ only in their rules differ in any situation, or if there are too
 * many situations to compare.
 */
function hasDifferences({ before, after, content }: VersionComparison): boolean {
  const document = mergeScenarios(before, after);
  const types = pairTypes(before, after);
  const opened = visitIfPossible(() => visitOpenings(before.form, after.form, document));
  const keyed = types.map((both) => both.after.type);
  /** Returns true if the opening page of a visit differs. */
  const opensDifferently = (visit: ComparedVisit) =>
    reportsDifference((report) => compareOpening(visit, keyed, report, () => undefined));
  if (opened.isPartial || opened.visits.some(opensDifferently)) return true;
  /** Returns true if a type differs in any visit, or changed and has too many situations to compare. */
  const isTypeDifferent = (both: TypePair) => {
    if (!isDecidedDifferently(both)) return false;
    const { visits, isPartial } = visitIfPossible(() => visitType(both, document));
    const { compare } = createTypeComparer({ before, after, types: both, markTextsRead: () => undefined });
    return isPartial || visits.some((visit) => isDifferent(visit, compare));
  };
  if (types.some(isTypeDifferent)) return true;
  const today = document.usual.today ?? '';
  return content !== undefined && comparePages({ before, after, types, content, today }).length > 0;
}

const kindOrder = Object.keys(consequenceKinds);

interface VisibleConsequences {
  /** The differences as consequences. */
  readonly told: readonly Consequence[];
  /** Positions of the changed texts that visitors read or that are missing. */
  readonly places: ReadonlySet<string>;
}

/** Returns the differences that visitors can see, and the positions of the changed texts among them. */
function findVisibleConsequences({ before, after, content }: VersionComparison): VisibleConsequences {
  const document = mergeScenarios(before, after);
  const types = pairTypes(before, after);
  const places = new Set<string>();
  /** Adds positions of changed texts that visitors read or that are missing to `places`. */
  const markTextsRead = (some: readonly string[]) => {
    for (const place of some) places.add(place);
  };
  const ofTypes = types.map((both) => compareType({ before, after, both, document, markTextsRead }));
  /** Returns the fields that visitors see, by type. Visits the unchanged types, which takes time. */
  const getVisibleFields = (): VisibleFields => new Map(ofTypes.map((type) => [type.key, type.seenFields()]));
  const today = document.usual.today ?? '';
  const pages = content ? comparePages({ before, after, types, content, today }) : [];
  const languages = compareLanguages(before, after);
  for (const { kind, locales = [], after: keys } of languages)
    if (kind === 'untranslated')
      markTextsRead(
        asList(keys).flatMap((key) => locales.map((locale) => getTextPosition(locale, String(key)))),
      );
  const found = [
    ...compareOpenings({ before, after, types, document, content }),
    ...mergeConsequencesOfTypes(ofTypes).filter((consequence) => !isReportedForPages(consequence, pages)),
    ...pages,
    ...compareTexts(before, after, getVisibleFields, markTextsRead).map(({ difference, types: keys }) =>
      countPagesWithText(createTextConsequence(difference, keys, getVisibleFields()), content),
    ),
    ...[...languages, ...compareSettings(before, after)].map(createGlobalConsequence),
  ];
  const sites = content?.sites ?? [];
  return {
    told: groupTextConsequences(found).map((consequence) => removeImpliedClauses(consequence, sites)),
    places,
  };
}

/**
 * Returns a document without scenarios: the usual situation of the new version, and the items of the narrowed
 * list of both. Of two items of one name, the new version's is used.
 */
function mergeScenarios(before: Version, after: Version): ScenarioDocument {
  const [former, now] = [before, after].map(
    ({ form, documents }) => readScenarioDocument(form, documents).document,
  );
  return { ...mergeItems(former, now), usual: now?.usual ?? {}, scenarios: [] };
}

interface TypeComparisonInput extends VersionComparison {
  readonly both: TypePair;
  readonly document: ScenarioDocument;
  /** Called with the positions of changed texts that visitors read. */
  readonly markTextsRead: (places: readonly string[]) => void;
}

/** The consequences of a type, and what its visits show (`DifferencesLog`). */
interface ComparedType {
  readonly key: string;
  readonly hasSeen: DifferencesLog['hasVisibleSet'];
  readonly seenFields: DifferencesLog['listVisibleFields'];
  /** The differences of the type as consequences. */
  readonly told: readonly LoggedConsequence[];
}

/**
 * Compares the versions of a type. An unchanged type in unchanged texts has no consequences; it is visited
 * only if a caller asks for its visible fields or sets.
 */
function compareType(input: TypeComparisonInput): ComparedType {
  const { before, after, both } = input;
  const { type } = both.after;
  if (isDecidedDifferently(both) || !isSameJson(listTextDocuments(before), listTextDocuments(after)))
    return compareVisitedType(input);
  let visited: ComparedType | undefined;
  /** Returns the comparison of all visits. The first call makes it, later calls return the same. */
  const compareOnFirstCall = () => {
    visited ??= compareVisitedType(input);
    return visited;
  };
  const names = new Set([...type.fields, ...(type.blocks ?? [])].map(({ name }) => name));
  return {
    key: type.key,
    told: [],
    hasSeen: (seen) =>
      seen === 'form' || (names.has(seen.split(' ').at(-1) ?? '') && compareOnFirstCall().hasSeen(seen)),
    seenFields: () => compareOnFirstCall().seenFields(),
  };
}

/** Returns true if the type, its rules or its conditions differ between the versions. */
function isDecidedDifferently({ before, after }: TypePair): boolean {
  const [one, other] = [before, after].map(({ type, form, conditions }) => [
    type,
    form.rules,
    [...conditions],
  ]);
  return !isSameJson(one, other);
}

/** Returns the file names and the contents of the documents with texts, sorted by name. */
function listTextDocuments({ documents }: Version): unknown {
  return Object.entries(documents)
    .filter(([file]) => file.startsWith('texts/'))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/**
 * Visits a type in all situations that the rules distinguish, and compares the plans of both versions. Also
 * reports if conditions of the schema changed without a visible difference, and if not all situations could
 * be compared.
 */
function compareVisitedType({
  before,
  after,
  both,
  document,
  markTextsRead,
}: TypeComparisonInput): ComparedType {
  const { key } = both.after.type;
  const comparing = visitIfPossible(() => visitType(both, document));
  const { visits: walked, isPartial, visitCombinations, answers } = comparing;
  const { compare } = createTypeComparer({ before, after, types: both, markTextsRead });
  const isOther = walked.some((visit) => isDifferent(visit, compare));
  const judged = findJudgingVisits({ before, after, both, compare, comparing });
  const visits = [...walked, ...(isOther ? visitCombinations() : []), ...(judged ?? [])];
  const log = createDifferencesLog(visits);
  for (const [index, visit] of visits.entries()) {
    const { recordDifference, markVisible } = log.at(index);
    compare(visit, recordDifference, markVisible);
  }
  const conditions = [...mergeTypeSlices(both)[0].conditions.values()];
  const { hasVisibleSet, listVisibleFields } = log;
  // Reports these differences even if no visit shows them, because nothing proves that they have no effect.
  const unshown: VersionDifference[] = [
    ...(judged === undefined ? [{ kind: 'conditions' } as const] : []),
    ...(isPartial ? [{ kind: 'not-compared' } as const] : []),
  ];
  const found = [
    ...log.collect(conditions, answers, document),
    ...unshown.map((difference) => ({ seen: 'form', consequence: createGlobalConsequence(difference) })),
  ];
  return { key, hasSeen: hasVisibleSet, seenFields: listVisibleFields, told: found };
}

interface JudgingInput {
  readonly before: Version;
  readonly after: Version;
  readonly both: TypePair;
  readonly compare: TypeComparer['compare'];
  readonly comparing: ComparedVisits;
}

/**
 * Returns additional visits in which the conditions of the two schemas report different problems. Empty if
 * the conditions are equal or the existing visits show the difference already; undefined if no such answers
 * were found.
 */
function findJudgingVisits({
  before,
  after,
  both,
  compare,
  comparing,
}: JudgingInput): readonly ComparedVisit[] | undefined {
  const [one, other] = [both.before.type, both.after.type];
  if (isSameJson(extractSchemaConditions(one), extractSchemaConditions(other))) return [];
  /** Returns true if a visit shows a difference between the conditions of the schemas. */
  const showsConditions = (visit: ComparedVisit) => isDifferent(visit, compare, 'conditions');
  if (comparing.visits.some(showsConditions)) return [];
  const entered = findDistinguishingAnswers(
    { type: one, check: before.getCheck(one.key) },
    { type: other, check: after.getCheck(other.key) },
  );
  const shown = entered && comparing.visitWithAnswers(entered).filter(showsConditions);
  return shown?.length ? shown : undefined;
}

/** Returns true if the plans of a visit differ, or differ by `kind` if it is given. */
function isDifferent(
  visit: ComparedVisit,
  compare: TypeComparer['compare'],
  kind?: ConsequenceKind,
): boolean {
  return reportsDifference((report) => compare(visit, report, () => undefined), kind);
}

/** Returns true if the comparison reports a difference, or one of `kind` if it is given. */
function reportsDifference(
  compare: (report: (difference: VersionDifference) => void) => void,
  kind?: ConsequenceKind,
): boolean {
  let isFound = false;
  compare((difference) => {
    isFound ||= kind === undefined || difference.kind === kind;
  });
  return isFound;
}

/**
 * Calls the function and returns its visits. If it throws `TooManySituations`, returns no visits, with
 * `isPartial`.
 */
function visitIfPossible(visit: () => ComparedVisits): ComparedVisits {
  try {
    return visit();
  } catch (error) {
    if (!(error instanceof TooManySituations)) throw error;
    return {
      visits: [],
      isPartial: true,
      visitCombinations: () => [],
      visitWithAnswers: () => [],
      answers: [],
    };
  }
}

/**
 * Merges equal consequences of several types into one and adds the types that have it. Adds up their
 * situations, and uses the example of the first type.
 */
function mergeConsequencesOfTypes(all: readonly ComparedType[]): readonly Consequence[] {
  const groups = new Map<
    string,
    { readonly told: LoggedConsequence; readonly keys: string[]; readonly own: Consequence[] }
  >();
  for (const { key, told } of all)
    for (const each of told) {
      const { situations: _situations, of: _of, example: _example, ...rest } = each.consequence;
      const name = JSON.stringify([each.seen, rest]);
      const group = groups.get(name) ?? { told: each, keys: [], own: [] };
      group.keys.push(key);
      group.own.push(each.consequence);
      groups.set(name, group);
    }
  return [...groups.values()].map(({ told, keys, own }) => {
    // A new field or block could be in any type.
    const isNew = /^(?:field-(?:added|required)|block-added)$/.test(told.consequence.kind);
    const able = isNew ? all.length : all.filter(({ hasSeen }) => hasSeen(told.seen)).length;
    return { ...told.consequence, ...sumCounts(own), types: keys, isOfAllTypes: keys.length === able };
  });
}

/** Returns the sums of both counts of consequences. */
function sumCounts(all: readonly Consequence[]): Pick<Consequence, 'situations' | 'of'> {
  return {
    situations: all.reduce((sum, { situations }) => sum + situations, 0),
    of: all.reduce((sum, { of }) => sum + of, 0),
  };
}

interface OpeningInput extends VersionComparison {
  readonly types: readonly TypePair[];
  readonly document: ScenarioDocument;
}

/**
 * Compares the lists of types and the opening pages. The content decides the order and the names of the types
 * that it lists. Reports `not-compared` if there are too many opening pages.
 */
function compareOpenings({ before, after, types, document, content }: OpeningInput): readonly Consequence[] {
  const { visits, isPartial } = visitIfPossible(() => visitOpenings(before.form, after.form, document));
  const log = createDifferencesLog(visits);
  for (const [index, visit] of visits.entries()) {
    const { recordDifference, markVisible } = log.at(index);
    compareOpening(
      visit,
      types.map((both) => both.after.type),
      recordDifference,
      markVisible,
    );
  }
  const found = log.collect(listOpeningConditions(before, after), [], document).map(({ consequence }) => {
    const { about, example, ...rest } = consequence;
    const isOfType = consequence.kind === 'type-offered' || consequence.kind === 'type-not-offered';
    const { types: _all, ...on } = example?.on ?? {};
    return {
      ...rest,
      ...(isOfType && about !== undefined ? { types: [about] } : about !== undefined && { about }),
      ...(example && { example: { ...example, on } }),
    };
  });
  /** Returns true if the new version has a type with this key and the content lists it. */
  const isListedByContent = (key: string) => {
    const type = after.form.types.find((each) => each.key === key);
    return content?.enquiryTypes.some(({ id }) => type !== undefined && isSameId(id, type.id)) === true;
  };
  const ofDocuments = compareTypeLists(before.form, after.form).flatMap(
    ({ about, ...difference }): readonly Consequence[] => {
      if (difference.kind === 'type-renamed' && content)
        return compareTypeNames(difference, about ?? '', isListedByContent);
      if (difference.kind === 'types-reordered' && content) return compareTypeOrder(before, after, content);
      return [{ ...createGlobalConsequence(difference), ...(about !== undefined && { types: [about] }) }];
    },
  );
  return [
    ...ofDocuments,
    ...found,
    ...(isPartial ? [createGlobalConsequence({ kind: 'not-compared' })] : []),
  ];
}

/**
 * Returns the change of the names of a type; none if the content lists the type, because the content names
 * it. A type that gets its first name or loses its last is reported as offered or not offered.
 */
function compareTypeNames(
  { before, after, ...difference }: VersionDifference,
  key: string,
  isListed: (key: string) => boolean,
): readonly Consequence[] {
  if (isListed(key)) return [];
  const [had, has] = [before, after].map((names) => Object.keys(names ?? {}).length > 0);
  if (had && has) return [{ ...createGlobalConsequence({ ...difference, before, after }), types: [key] }];
  return [{ ...createGlobalConsequence({ kind: has ? 'type-offered' : 'type-not-offered' }), types: [key] }];
}

/**
 * Returns the change in the order of types on pages; none if the types that are active in both versions have
 * the same order. The content decides the order of the types that it lists, the form that of the others.
 */
function compareTypeOrder(
  before: Version,
  after: Version,
  { enquiryTypes }: SiteContent,
): readonly Consequence[] {
  const [was, is] = [before, after].map(({ form }) =>
    mergeListedTypes(form, enquiryTypes).filter(
      ({ id }) => isActiveType(before, id) && isActiveType(after, id),
    ),
  );
  if (was?.every(({ id }, at) => isSameId(id, is?.[at]?.id ?? ''))) return [];
  const keys = (is ?? []).flatMap(
    ({ id }) => after.form.types.find((type) => isSameId(type.id, id))?.key ?? [],
  );
  return [createGlobalConsequence({ kind: 'types-reordered', after: keys })];
}

/** Returns true if a version has the type and did not retire it. */
function isActiveType({ form }: Version, id: Id): boolean {
  return form.types.some((type) => isSameId(type.id, id) && !type.isRetired);
}

/** Returns the conditions of the rules of both versions that decide about opening pages. */
function listOpeningConditions(before: Version, after: Version): readonly Condition[] {
  return [before, after].flatMap(({ form }) =>
    form.rules.flatMap(({ when, then }): readonly Condition[] =>
      when !== undefined && affectsOpening(then) ? [when] : [],
    ),
  );
}

/** Returns true if effects change which types a page offers, or if it shows the form or the type select. */
function affectsOpening(then: Version['form']['rules'][number]['then']): boolean {
  const { excludeTypes, preferTypes, hideSection, eligible, hide = [], show = [], conceal = [] } = then;
  const isOfField = [...hide, ...show, ...conceal].includes('enquiry_type');
  return (
    isOfField || [excludeTypes, preferTypes, hideSection, eligible].some((effect) => effect !== undefined)
  );
}

/** Creates a consequence that does not depend on the situation. */
function createGlobalConsequence(difference: VersionDifference): Consequence {
  return { ...difference, where: { in: 'all' }, situations: 0, of: 0 };
}

/**
 * Creates the consequence of a changed text, which does not depend on the situation. If the text belongs to
 * types, the example is a page with the first of them, and `isOfAllTypes` is true if these are all types that
 * show its field, or all types if it has no field. Without `types`, the text belongs to the form set.
 */
function createTextConsequence(
  difference: VersionDifference,
  types: readonly string[] | undefined,
  seen: VisibleFields,
): Consequence {
  const [type] = types ?? [];
  const { field } = difference;
  const able = [...seen.values()].filter((fields) => field === undefined || fields.has(field)).length;
  return {
    ...createGlobalConsequence(difference),
    ...(types !== undefined && { types, isOfAllTypes: types.length === able }),
    ...(type !== undefined && { example: { on: { types: [type] } } }),
  };
}

/**
 * Returns the consequence with the number of pages that show its text. If no page of the content replaces the
 * text by its own, returns the consequence unchanged.
 */
function countPagesWithText(consequence: Consequence, content: SiteContent | undefined): Consequence {
  const { about } = consequence;
  const pages = content?.pages ?? [];
  if (!pages.some(({ ownTexts = [] }) => about !== undefined && ownTexts.includes(about))) return consequence;
  const saying = pages.filter(({ ownTexts = [] }) => !ownTexts.includes(about ?? ''));
  return { ...consequence, where: { in: 'pages' }, situations: saying.length, of: pages.length };
}

/**
 * Returns true for changed items of the narrowed list or choices if pages of the content show the change for
 * each of the types. The consequence was found with generated items and usual lists, the pages use the real
 * ones.
 */
function isReportedForPages(
  { kind, types = [], field }: Consequence,
  pages: readonly Consequence[],
): boolean {
  if (kind !== itemKinds.changed && kind !== 'choices') return false;
  return types.every((type) =>
    pages.some((page) => page.field === field && page.types?.includes(type) === true),
  );
}
