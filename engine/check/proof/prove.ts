import type { ScenarioDocument } from '../../scenarios/index.ts';
import type { Documents, Form, Rule } from '../../types.ts';
import { type Finding, finding } from '../finding.ts';
import { decisive, type Keeper, keepingNothing } from '../keeper.ts';
import { type Places, placesOf } from '../places.ts';
import { type IdlePart, type PartWatch, partWatch, seenTogether } from '../rules/part-watch.ts';
import { isOpeningPart, partsOf } from '../rules/parts.ts';
import { type Reach, type ReachLog, reachesOf, reachLog, type SeenOfRule } from '../rules/reach.ts';
import { ruleFindings } from '../rules/rule-findings.ts';
import { countOfAxes, mostNumerous } from '../situations/axes.ts';
import { type TypeSlice, typeSlices } from '../situations/type-slice.ts';
import {
  type Apart,
  type JudgePlan,
  maxSituations,
  TooManySituations,
  visits,
} from '../situations/visits.ts';
import { branchLog } from './branch-log.ts';
import { faultLog } from './fault-log.ts';
import { type FieldUse, fieldLog } from './field-log.ts';
import { openingLog } from './opening-faults.ts';
import { openingAxes, openings } from './openings.ts';
import { shownLog } from './shown-log.ts';
import { faultsOf } from './stuck.ts';

export interface Proving {
  readonly form: Form;
  readonly documents: Documents;
  /** The offices and the usual situation of the scenarios. */
  readonly scenarios: ScenarioDocument;
  readonly judge: JudgePlan;
  readonly tell?: TellProgress;
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

export type TellProgress = (progress: ProofProgress) => void;

/** The result of visiting every situation that the rules can distinguish. */
export interface Proof {
  readonly findings: readonly Finding[];
  /**
   * The number of visited situations, by the key of their type. The empty key stands for the pages as they
   * open.
   */
  readonly situations: Readonly<Record<string, number>>;
  /** The coverage of each rule, by its id. Types whose situations are too many are not counted. */
  readonly reach: Readonly<Record<string, Reach>>;
  /** The use of the fields of each type, by its key. A type whose situations are too many is absent. */
  readonly fields: Readonly<Record<string, FieldUses>>;
}

export type FieldUses = Readonly<Record<string, FieldUse>>;

/**
 * Visits every situation that the rules can distinguish. Finds those in which a visitor is stuck, and the
 * rules that never make a difference (docs/architecture.md, "Proof").
 */
export function prove(proving: Proving, keeper: Keeper = keepingNothing): Proof {
  const { form, documents, scenarios, tell } = proving;
  const places = placesOf(documents);
  const parts = form.rules.flatMap(partsOf);
  const { settings, lists, types } = form;
  const { offices, usual } = scenarios;
  const common = JSON.stringify([settings, lists, offices, usual]);
  const openingRules = form.rules.filter((rule) => partsOf(rule).some(isOpeningPart));
  const openingKey = JSON.stringify([
    types,
    decisive(openingRules),
    openingRules.map(({ id }) => places.rule(id)),
  ]);
  const openingSeen = keeper.keep('openings', common + openingKey, (): Seen => {
    const watch = partWatch(parts.filter(isOpeningPart));
    const reach = reachLog(openingRules, scenarios);
    const result = visitOpenings(proving, places, { watch, reach });
    return { result, idle: watch.idle(), held: watch.held(), watched: new Set(), reach: reach.seen() };
  });
  const slices = typeSlices(form);
  const perType = slices.map((slice, index): Seen => {
    const { type, conditions } = slice;
    const progress = { type: type.key, place: index + 1, types: slices.length };
    const { rules } = slice.form;
    const at = [rules.map(({ id }) => places.rule(id)), places.schema(type)];
    const key = JSON.stringify([type, decisive(rules), [...conditions], at]);
    return keeper.keep(`type ${type.key}`, common + key, () => {
      const watch = partWatch(rules.flatMap(partsOf).filter((part) => !isOpeningPart(part)));
      const later = rules.filter((rule) => partsOf(rule).some((part) => !isOpeningPart(part)));
      const reach = reachLog(later, scenarios);
      const told = (situations: number) => tell?.({ ...progress, situations });
      const result = visitType(proving, slice, places, { watch, reach, tell: told });
      const watched = new Set(rules.map(({ id }) => id));
      return { result, idle: watch.idle(), held: watch.held(), watched, reach: reach.seen() };
    });
  });
  const all = [openingSeen, ...perType];
  const results = all.map(({ result }) => result);
  const unproven = new Set(results.flatMap((result) => result.unproven.map(({ id }) => id)));
  const seen = {
    form: { ...form, rules: form.rules.filter(({ id }) => !unproven.has(id)) },
    documents,
    places,
    idle: [
      ...openingSeen.idle,
      ...seenTogether(
        parts.filter((part) => !isOpeningPart(part)),
        perType,
      ),
    ],
    held: new Set(all.flatMap(({ held }) => [...held])),
  };
  return {
    findings: [...results.flatMap((result) => result.findings), ...ruleFindings(seen)],
    situations: Object.fromEntries(results.map(({ key, situations }) => [key, situations])),
    reach: reachesOf(
      form.rules,
      all.flatMap(({ result, reach }) => (result.situations === 0 ? [] : [[result.key, reach] as const])),
    ),
    fields: Object.fromEntries(
      results.flatMap(({ key, fields }) => (fields ? [[key, fields] as const] : [])),
    ),
  };
}

/** The result of visiting the situations of one type, or the pages as they open. */
interface Seen {
  readonly result: Result;
  readonly idle: readonly IdlePart[];
  readonly held: ReadonlySet<string>;
  /** The ids of the rules whose parts were recorded. */
  readonly watched: ReadonlySet<string>;
  readonly reach: ReadonlyMap<string, SeenOfRule>;
}

interface Watching {
  readonly watch: PartWatch;
  readonly reach: ReachLog;
}

interface TypeWatching extends Watching {
  readonly tell: (situations: number) => void;
}

interface Result {
  readonly key: string;
  readonly situations: number;
  readonly findings: readonly Finding[];
  /** Rules about which nothing is known, because the situations are too many. */
  readonly unproven: readonly Rule[];
  /** The use of its fields; absent if it is not known. */
  readonly fields?: FieldUses;
}

function visitOpenings({ form, scenarios }: Proving, places: Places, { watch, reach }: Watching): Result {
  const axes = openingAxes(form, scenarios);
  const rules = form.rules.filter((rule) => partsOf(rule).some(isOpeningPart));
  if (countOfAxes(axes) > maxSituations) {
    return tooMany('', 'which types are offered', countOfAxes(axes), mostNumerous(axes), rules, places);
  }
  const log = openingLog(scenarios, places);
  let situations = 0;
  for (const page of openings(form, scenarios)) {
    situations += 1;
    log.add(page);
    reach.see(page, watch.see(page));
  }
  return { key: '', situations, findings: log.findings(), unproven: [] };
}

function visitType(proving: Proving, slice: TypeSlice, places: Places, watching: TypeWatching): Result {
  const { type, form } = slice;
  const tooManyOf = ({ count, facts }: TooManySituations) =>
    tooMany(type.key, `the form "${type.key}"`, count, facts, form.rules, places);
  const each = visitAll(proving, slice, places, { apart: 'each', ...watching });
  if (!(each instanceof TooManySituations)) return each;
  // With fewer situations distinguished, every stuck visitor is still found, but not whether a rule makes a
  // difference besides others.
  const any = visitAll(proving, slice, places, { apart: 'any', ...watching });
  if (any instanceof TooManySituations) return tooManyOf(any);
  const { fields: _partly, ...known } = any;
  return { ...known, unproven: form.rules };
}

function visitAll(
  { scenarios, judge }: Proving,
  slice: TypeSlice,
  places: Places,
  { apart, watch, reach, tell }: { readonly apart: Apart } & TypeWatching,
): Result | TooManySituations {
  const log = faultLog(scenarios);
  const branches = branchLog(slice.type, places);
  const shown = shownLog(slice.type, places);
  const fields = fieldLog(slice.type);
  let situations = 0;
  try {
    for (const visit of visits({ slice, document: scenarios, judge }, apart)) {
      situations += 1;
      tell(situations);
      branches.see(visit);
      shown.see(visit);
      fields.see(visit);
      for (const fault of faultsOf(visit, places)) log.add(fault, visit);
      reach.see(visit, watch.see({ ...visit, form: slice.form }));
    }
  } catch (error) {
    if (error instanceof TooManySituations) return error;
    throw error;
  }
  const uses = fields.uses();
  const findings = [...log.findings(), ...branches.findings(), ...shown.findings(uses)];
  return { key: slice.type.key, situations, findings, unproven: [], fields: Object.fromEntries(uses) };
}

/** Formats large numbers: `roughFormat.format(25_165_824) // '25 million'` */
const roughly = new Intl.NumberFormat('en', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 2,
});

function tooMany(
  key: string,
  what: string,
  count: number,
  facts: readonly string[],
  rules: readonly Rule[],
  places: Places,
): Result {
  const reason = `${what} would have to be tried in ${roughly.format(count)} situations, more than ${roughly.format(maxSituations)}; what makes them so many: ${facts.slice(0, 5).join(', ')}; ask for fewer of them in one rule, or of fewer values`;
  const [first] = rules;
  const place = first === undefined ? { file: 'rules.json', pointer: '' } : places.rule(first.id);
  return {
    key,
    situations: 0,
    findings: [finding({ ...place, code: 'too-many-situations', reason })],
    unproven: rules,
  };
}
