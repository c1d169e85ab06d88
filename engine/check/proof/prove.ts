import type { Documents, Form, Rule } from '../../model/types.ts';
import { getItems } from '../../preset/check.ts';
import { type CheckCache, noCheckCache, removeDescriptions } from '../check-cache.ts';
import { createDocumentLocator, type DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';
import { isOpeningPart, listEffectParts } from '../rules/effect-parts.ts';
import { createPartLog, type IdlePart, mergeIdleParts, type PartLog } from '../rules/part-log.ts';
import {
  buildRuleCoverage,
  createRuleCoverageLog,
  type RuleCounts,
  type RuleCoverage,
  type RuleCoverageLog,
} from '../rules/rule-coverage.ts';
import { buildRuleFindings } from '../rules/rule-findings.ts';
import type { ScenarioDocument } from '../scenarios/index.ts';
import { countCombinations, listLargestAxes } from '../situations/axes.ts';
import { createTypeSlices, type TypeSlice } from '../situations/type-slice.ts';
import {
  generateVisits,
  type JudgePlan,
  maxSituations,
  type RuleDistinction,
  TooManySituations,
} from '../situations/visits.ts';
import { createBranchLog } from './branch-log.ts';
import { createFaultLog } from './fault-log.ts';
import { createFieldLog, type FieldUse } from './field-log.ts';
import { createOpeningLog } from './opening-log.ts';
import { buildOpeningAxes, generateOpenings } from './openings.ts';
import { createShownLog } from './shown-log.ts';
import { findFaults } from './stuck.ts';

/** The form to prove, its documents and scenarios, and the function that judges plans. */
export interface ProofInput {
  readonly form: Form;
  readonly documents: Documents;
  readonly scenarios: ScenarioDocument;
  readonly judge: JudgePlan;
  readonly onProgress?: ProofProgressListener;
}

/**
 * The progress of a proof: the current type, its position among all types from 1 on, and the number of its
 * visited situations.
 */
export interface ProofProgress {
  readonly type: string;
  readonly place: number;
  readonly types: number;
  readonly situations: number;
}

/** Called after each visited situation of a type. */
export type ProofProgressListener = (progress: ProofProgress) => void;

/** The result of a proof. */
export interface Proof {
  readonly findings: readonly Finding[];
  /**
   * The number of visited situations, by the key of their type; 0 if they are too many. The empty key is for
   * the pages as they open.
   */
  readonly situations: Readonly<Record<string, number>>;
  /** The coverage of each rule, by its id. Types whose situations are too many are not counted. */
  readonly reach: Readonly<Record<string, RuleCoverage>>;
  /**
   * The use of the fields of each type, by its key. A type is absent if its situations are too many to
   * distinguish all its rules.
   */
  readonly fields: Readonly<Record<string, FieldUses>>;
}

/** The use of each field of a type, by the name of the field. */
export type FieldUses = Readonly<Record<string, FieldUse>>;

/**
 * Visits every situation that the rules can distinguish. Returns findings about those in which a visitor is
 * stuck, and about rules that never make a difference (docs/architecture.md, "Proof"). The results of the
 * pages as they open, and of each type, are cached; cached types report no progress.
 */
export function proveForm(proving: ProofInput, cache: CheckCache = noCheckCache): Proof {
  const { form, documents, scenarios, onProgress } = proving;
  const locator = createDocumentLocator(documents);
  const parts = form.rules.flatMap(listEffectParts);
  const { settings, lists, types } = form;
  const common = JSON.stringify([settings, lists, getItems(scenarios), scenarios.usual]);
  const openingRules = form.rules.filter((rule) => listEffectParts(rule).some(isOpeningPart));
  const openingKey = JSON.stringify([
    types,
    removeDescriptions(openingRules),
    openingRules.map(({ id }) => locator.rule(id)),
  ]);
  const openingResult = cache.getOrCompute('openings', common + openingKey, (): TypeProof => {
    const partLog = createPartLog(parts.filter(isOpeningPart));
    const reach = createRuleCoverageLog(openingRules, scenarios);
    const result = visitOpenings(proving, locator, { partLog, reach });
    return {
      result,
      idle: partLog.getIdleParts(),
      matchingRules: partLog.getMatchingRules(),
      watched: new Set(),
      reach: reach.getCounts(),
    };
  });
  const slices = createTypeSlices(form);
  const perType = slices.map((slice, index): TypeProof => {
    const { type, conditions } = slice;
    const progress = { type: type.key, place: index + 1, types: slices.length };
    const { rules } = slice.form;
    const at = [rules.map(({ id }) => locator.rule(id)), locator.schema(type)];
    const key = JSON.stringify([type, removeDescriptions(rules), [...conditions], at]);
    return cache.getOrCompute(`type ${type.key}`, common + key, () => {
      const partLog = createPartLog(rules.flatMap(listEffectParts).filter((part) => !isOpeningPart(part)));
      const later = rules.filter((rule) => listEffectParts(rule).some((part) => !isOpeningPart(part)));
      const reach = createRuleCoverageLog(later, scenarios);
      /** Passes the progress in this type to the listener, if there is one. */
      const reportProgress = (situations: number) => onProgress?.({ ...progress, situations });
      const result = visitType(proving, slice, locator, {
        partLog,
        reach,
        onSituation: reportProgress,
      });
      const watched = new Set(rules.map(({ id }) => id));
      return {
        result,
        idle: partLog.getIdleParts(),
        matchingRules: partLog.getMatchingRules(),
        watched,
        reach: reach.getCounts(),
      };
    });
  });
  const all = [openingResult, ...perType];
  const results = all.map(({ result }) => result);
  const unproven = new Set(results.flatMap((result) => result.unproven.map(({ id }) => id)));
  const seen = {
    form: { ...form, rules: form.rules.filter(({ id }) => !unproven.has(id)) },
    documents,
    places: locator,
    idle: [
      ...openingResult.idle,
      ...mergeIdleParts(
        parts.filter((part) => !isOpeningPart(part)),
        perType,
      ),
    ],
    matchingRules: new Set(all.flatMap(({ matchingRules }) => [...matchingRules])),
  };
  return {
    findings: [...results.flatMap((result) => result.findings), ...buildRuleFindings(seen)],
    situations: Object.fromEntries(results.map(({ key, situations }) => [key, situations])),
    reach: buildRuleCoverage(
      form.rules,
      all.flatMap(({ result, reach }) => (result.situations === 0 ? [] : [[result.key, reach] as const])),
    ),
    fields: Object.fromEntries(
      results.flatMap(({ key, fields }) => (fields ? [[key, fields] as const] : [])),
    ),
  };
}

/** The cached result of the visits of one type, or of the pages as they open. */
interface TypeProof {
  readonly result: VisitSummary;
  /** The parts of rules whose removal changed no plan. */
  readonly idle: readonly IdlePart[];
  /** The ids of the rules whose condition was true in some situation. */
  readonly matchingRules: ReadonlySet<string>;
  /** The ids of the rules whose parts were recorded. */
  readonly watched: ReadonlySet<string>;
  /** The counts of each rule, by its id. */
  readonly reach: ReadonlyMap<string, RuleCounts>;
}

/** The logs of the parts of rules that make a difference, and of the situations in which rules match. */
interface Logs {
  readonly partLog: PartLog;
  readonly reach: RuleCoverageLog;
}

interface TypeLogs extends Logs {
  /** Called with the number of situations so far. */
  readonly onSituation: (situations: number) => void;
}

/** The result of visiting the situations of one type, or the pages as they open. */
interface VisitSummary {
  /** The key of the type; empty for the pages as they open. */
  readonly key: string;
  /** The number of visited situations; 0 if they are too many. */
  readonly situations: number;
  readonly findings: readonly Finding[];
  /** Rules about which nothing is known, because the situations are too many. */
  readonly unproven: readonly Rule[];
  /** Absent for the pages as they open, and if the rules are unproven. */
  readonly fields?: FieldUses;
}

/**
 * Visits every page as it opens, and records them in the logs. If they are too many, it visits none and
 * returns a summary with the finding `too-many-situations`.
 */
function visitOpenings(
  { form, scenarios }: ProofInput,
  locator: DocumentLocator,
  { partLog, reach }: Logs,
): VisitSummary {
  const axes = buildOpeningAxes(form, scenarios);
  const rules = form.rules.filter((rule) => listEffectParts(rule).some(isOpeningPart));
  if (countCombinations(axes) > maxSituations) {
    return createTooManySummary(
      '',
      'which types are offered',
      countCombinations(axes),
      listLargestAxes(axes),
      rules,
      locator,
    );
  }
  const log = createOpeningLog(scenarios, locator);
  let situations = 0;
  for (const page of generateOpenings(form, scenarios)) {
    situations += 1;
    log.add(page);
    reach.recordVisit(page, partLog.recordVisit(page));
  }
  return { key: '', situations, findings: log.findings(), unproven: [] };
}

/**
 * Visits the situations of a type, and records them in the logs. If they are too many, it distinguishes fewer
 * of them and leaves the rules unproven; if these are too many as well, the summary has only the finding
 * `too-many-situations`.
 */
function visitType(
  proving: ProofInput,
  slice: TypeSlice,
  locator: DocumentLocator,
  logs: TypeLogs,
): VisitSummary {
  const { type, form } = slice;
  /** Returns the summary for a type that has too many situations. */
  const toTooManySummary = ({ count, facts }: TooManySituations) =>
    createTooManySummary(type.key, `the form "${type.key}"`, count, facts, form.rules, locator);
  const precise = visitSituations(proving, slice, locator, { apart: 'each', ...logs });
  if (!(precise instanceof TooManySituations)) return precise;
  // With fewer distinguished situations every stuck visitor is still found, but it is not known which rules
  // make a difference.
  const coarse = visitSituations(proving, slice, locator, { apart: 'any', ...logs });
  if (coarse instanceof TooManySituations) return toTooManySummary(coarse);
  const { fields: _partly, ...known } = coarse;
  return { ...known, unproven: form.rules };
}

/**
 * Visits the situations of a type and records them in the logs. Returns the error if they are too many; the
 * logs then contain some of them. `apart` is the way in which rules are distinguished.
 */
function visitSituations(
  { scenarios, judge }: ProofInput,
  slice: TypeSlice,
  locator: DocumentLocator,
  { apart, partLog, reach, onSituation }: { readonly apart: RuleDistinction } & TypeLogs,
): VisitSummary | TooManySituations {
  const log = createFaultLog(scenarios);
  const branches = createBranchLog(slice.type, locator);
  const shown = createShownLog(slice.type, locator);
  const fields = createFieldLog(slice.type);
  let situations = 0;
  try {
    for (const visit of generateVisits({ slice, document: scenarios, judge }, apart)) {
      situations += 1;
      onSituation(situations);
      branches.recordVisit(visit);
      shown.recordVisit(visit);
      fields.recordVisit(visit);
      for (const fault of findFaults(visit, locator)) log.add(fault, visit);
      reach.recordVisit(visit, partLog.recordVisit({ ...visit, form: slice.form }));
    }
  } catch (error) {
    if (error instanceof TooManySituations) return error;
    throw error;
  }
  const uses = fields.getUses();
  const findings = [...log.findings(), ...branches.findings(), ...shown.findings(uses)];
  return { key: slice.type.key, situations, findings, unproven: [], fields: Object.fromEntries(uses) };
}

/** Formats large numbers: `roughFormat.format(25_165_824) // '25 million'` */
const roughFormat = new Intl.NumberFormat('en', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 2,
});

/**
 * Creates a summary with the finding `too-many-situations`, at the first of the rules, and no situations. All
 * the rules are unproven.
 * @param what The beginning of the message: `the form "sales"`.
 * @param count The number of situations.
 * @param facts The facts that cause it; the message names five.
 */
function createTooManySummary(
  key: string,
  what: string,
  count: number,
  facts: readonly string[],
  rules: readonly Rule[],
  locator: DocumentLocator,
): VisitSummary {
  const reason = `${what} would have to be checked in ${roughFormat.format(count)} situations, more than ${roughFormat.format(maxSituations)}; the facts that cause it: ${facts.slice(0, 5).join(', ')}; use fewer of them in one rule, or fewer of their values`;
  const [first] = rules;
  const position = first === undefined ? { file: 'rules.json', pointer: '' } : locator.rule(first.id);
  return {
    key,
    situations: 0,
    findings: [createFinding({ ...position, code: 'too-many-situations', reason })],
    unproven: rules,
  };
}
