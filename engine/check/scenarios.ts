import { createReport } from '../compile/report.ts';
import { checkDocumentShape } from '../compile/schemas/check-shape.ts';
import type { Documents, Form } from '../model/types.ts';
import { createFirstDocument, getItems } from '../preset/check.ts';
import { type CheckCache, noCheckCache, removeDescriptions } from './check-cache.ts';
import { createFinding, type Finding, toFindings } from './finding.ts';
import { removeRetiredScenarios } from './retired.ts';
import {
  type Expectations,
  runScenario,
  type Scenario,
  type ScenarioDocument,
  type SchemaCheckLookup,
  toScenarioSituation,
} from './scenarios/index.ts';
import { createTypeSlices } from './situations/type-slice.ts';

/**
 * A scenario, its index among those that are run, and either its result or the reason why it cannot be run.
 */
export type ScenarioRun = { readonly scenario: Scenario; readonly index: number } & (
  | { readonly result: ReturnType<typeof runScenario>; readonly error?: undefined }
  | { readonly result?: undefined; readonly error: string }
);

/**
 * Returns the scenarios of the documents, without those of retired types, and the findings about their shape.
 * A document that is absent or has a wrong shape counts as one without scenarios, whose usual situation is an
 * ordinary page. That is also the usual situation of a document without a readable `usual`.
 */
export function readScenarioDocument(
  form: Form,
  documents: Documents,
): {
  readonly document: ScenarioDocument;
  /** The index of each scenario in the document, since those of retired types are left out. */
  readonly places: readonly number[];
  readonly findings: readonly Finding[];
} {
  const own = documents['scenarios.json'];
  const types = form.types.filter(({ isRetired }) => !isRetired).map(({ key }) => key);
  const empty = createFirstDocument(types);
  if (own === undefined) return { document: empty, places: [], findings: [] };
  const report = createReport();
  const isReadable = checkDocumentShape(documents, 'scenarios.json', report);
  if (!isReadable) return { document: empty, places: [], findings: toFindings(report.problems) };
  const { document, places } = removeRetiredScenarios(
    form,
    addDefaults(own as Partial<ScenarioDocument>, empty),
  );
  const readError = findReadError(() => toScenarioSituation(form, document, {}));
  if (readError === undefined) return { document, places, findings: [] };
  const position = { file: 'scenarios.json', pointer: '/usual' };
  // Without a readable usual situation no scenario can be read.
  return {
    document: { ...document, usual: empty.usual, scenarios: [] },
    places: [],
    findings: [
      createFinding({ ...position, code: 'scenario-unreadable', reason: `${readError}, in "usual"` }),
    ],
  };
}

/** Returns a document with the defaults that it lacks; a usual page that names no types offers all of them. */
function addDefaults(own: Partial<ScenarioDocument>, defaults: ScenarioDocument): ScenarioDocument {
  const { types } = defaults.usual;
  return {
    ...defaults,
    ...own,
    usual: own.usual ? { ...(types && { types }), ...own.usual } : defaults.usual,
  };
}

/**
 * Calls `read` and returns the message of the error that it throws, for example for an unknown item or
 * field; undefined if it does not throw.
 */
function findReadError(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Returns a run of every scenario, in their order. A run is cached until something changes that its plan can
 * depend on. A scenario that cannot be run has the reason in `error` and no result.
 */
export function runScenarios(
  form: Form,
  document: ScenarioDocument,
  checkOf: SchemaCheckLookup,
  cache: CheckCache = noCheckCache,
): readonly ScenarioRun[] {
  const getKey = createScenarioKeyBuilder(form, document, cache);
  return document.scenarios.map((scenario, index): ScenarioRun => {
    const slot = `scenario ${JSON.stringify(scenario)}`;
    /** Returns the cache key of the scenario for the type that a run opened. */
    const getRunKey = (made: ScenarioRun | undefined) => getKey(scenario, made?.result?.plan.type?.key);
    return { ...cache.getOrComputeBy(slot, getRunKey, () => runOrExplain(scenario, index)), index };
  });

  /** Runs a scenario; if that throws, the run has the message in `error`. */
  function runOrExplain(scenario: Scenario, index: number): ScenarioRun {
    try {
      return { scenario, index, result: runScenario({ form, document, scenario, checkOf }) };
    } catch (error) {
      // The scenario names an unknown item or field: a mistake of its author, which becomes a finding.
      return { scenario, index, error: error instanceof Error ? error.message : String(error) };
    }
  }
}

/**
 * Returns a function that builds the cache key of a scenario's run for the type that it opens. The key
 * changes with the type and the rules of its slice (with all types and rules if the type is not known), with
 * the rules that choose the type, with settings, lists and the usual situation, and with the texts if the
 * scenario expects some or the type is not known.
 */
function createScenarioKeyBuilder(
  form: Form,
  document: ScenarioDocument,
  cache: CheckCache,
): (scenario: Scenario, typeKey: string | undefined) => string {
  const { settings, lists, types, rules, texts } = form;
  const namesIn = types.map(({ id, key, fields, blocks = [], steps = [] }) => [
    id,
    key,
    ...[fields, blocks, steps].map((all) => all.map(({ name }) => name)),
  ]);
  const opening = rules.filter(
    ({ then }) => then.excludeTypes !== undefined || then.preferTypes !== undefined,
  );
  /** Returns a short id that replaces the data in a key: the same id for the same data in the same slot. */
  const getShortId = (slot: string, data: unknown) => internText(JSON.stringify(data), slot, cache);
  const common = getShortId('of all', [
    namesIn,
    removeDescriptions(opening),
    settings,
    lists,
    getItems(document),
    document.usual,
    Object.keys(texts),
  ]);
  const ofTypes = new Map(
    createTypeSlices(form).map(({ type, form: { rules: own } }) => [
      type.key,
      getShortId(`of ${type.key}`, [type, removeDescriptions(own)]),
    ]),
  );
  const whole = getShortId('whole', [types, removeDescriptions(rules)]);
  const textsId = getShortId('said', texts);
  return (scenario, typeKey) => {
    const own = typeKey === undefined ? undefined : ofTypes.get(typeKey);
    const readsTexts = own === undefined || expectsTexts(scenario);
    return [readsTexts, typeKey, common, own ?? whole, readsTexts ? textsId : ''].join(' ');
  };
}

/**
 * Returns a short id for a long text, so that keys are compared without reading long texts. The id is the
 * same as long as the slot of the cache contains the text; a cache that stores nothing gives a new id each
 * time.
 */
export function internText(text: string, slot: string, cache: CheckCache): string {
  return cache.getOrCompute(`text ${slot}`, text, () => {
    internedCount += 1;
    return `text-${internedCount}`;
  });
}

/** The number of ids that were given out. */
let internedCount = 0;

/** Returns true if a scenario expects labels, hints, messages or other texts. */
export function expectsTexts({ expect }: Scenario): boolean {
  return textExpectations.some((word) => expect[word] !== undefined);
}

const textExpectations: readonly (keyof Expectations)[] = [
  'optionLabels',
  'labels',
  'hints',
  'placeholders',
  'submit',
  'messages',
  'texts',
];

/**
 * Returns a finding for each scenario that fails or cannot be run. It has the first difference and the number
 * of the others.
 * @param places The index of each scenario in the document, by its index in the runs.
 */
export function buildScenarioFindings(
  runs: readonly ScenarioRun[],
  places: readonly number[],
): readonly Finding[] {
  return runs.flatMap(({ scenario, index, result, error }) => {
    const position = { file: 'scenarios.json', pointer: `/scenarios/${places[index] ?? index}` };
    if (error !== undefined)
      return [
        createFinding({
          ...position,
          code: 'scenario-unreadable',
          reason: `${error}, in “${scenario.name}”`,
        }),
      ];
    const [first, ...more] = result.differences;
    if (first === undefined) return [];
    const others = more.length === 0 ? '' : ` And ${more.length} more.`;
    const reason = `“${scenario.name}” is not met: ${first.sentence}${others}`;
    return [
      createFinding({ ...position, pointer: `${position.pointer}/expect`, code: 'scenario-fails', reason }),
    ];
  });
}
