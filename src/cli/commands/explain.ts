import { readScenarioDocument } from '#engine/check/index.ts';
import {
  type ScenarioDocument,
  type ScenarioSituation,
  toScenarioSituation,
} from '#engine/check/scenarios/index.ts';
import { resolvePiped } from '#engine/resolve/piping.ts';
import {
  buildExplanation,
  createSentenceRenderer,
  type DescribedRule,
  formatExplanation,
  sentenceToText,
} from '#engine/rules/sentences/index.ts';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import type { Command, CommandArguments, CommandOption, ExitCode } from '../../command/command.ts';
import { formatJsonOutput, type Io } from '../../command/io.ts';
import { type CompiledWorkspace, printFindings, runWithForm } from '../workspace/form.ts';

/** The options that describe a situation. Each corresponds to a property of a scenario's `on`. */
const situationOptions: Readonly<Record<string, CommandOption>> = {
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
type SituationOptionsResult =
  | { readonly ok: true; readonly words: ScenarioSituation }
  | { readonly ok: false; readonly reason: string };

/**
 * Builds the situation that the options describe. With `--scenario`, starts from the first scenario whose
 * name contains that text, and options replace its properties. For an invalid option or an unknown scenario,
 * returns one sentence about it.
 */
function readSituationOptions(
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

export const explainCommand: Command = {
  name: 'explain',
  subject: 'documents',
  summary: 'shows the form in one situation, and the rules that decided it',
  description: [
    'Prints the form in one situation: types, offices, and every field with choices, limits and values. Brackets name the deciding rules, which are explained below. Omitted options have the defaults of "usual" in scenarios.json.',
  ],
  options: situationOptions,
  examples: [
    ['slipway explain --site 119', 'Shows why site 119 offers neither careers nor valuation.'],
    [
      'slipway explain --type service --placement modal --selected-office poole',
      'Shows the recipient of an enquiry from a modal.',
    ],
    ['slipway explain --scenario "landing page" --json', 'Prints the plan of a scenario as JSON.'],
  ],
  failure: 'the documents have errors',
  run: (given, io) => runWithForm(given, io, async (loaded) => printExplanation(loaded, given, io)),
};

/**
 * Prints the plan of the situation that the options describe, with its problems and rules, as JSON with
 * `--json`. Returns 0; 1 with the findings if a schema or `scenarios.json` is invalid; 2 with the reason if
 * an option is invalid.
 */
function printExplanation(
  { form, documents, workspace }: CompiledWorkspace,
  given: CommandArguments,
  io: Io,
): ExitCode {
  const checks = compileFormChecks(form);
  if (!checks.ok) return printFindings(checks.findings, workspace, given, io);
  const { document, findings } = readScenarioDocument(form, documents);
  if (findings.length > 0) return printFindings(findings, workspace, given, io);
  const asked = readSituationOptions(given, document);
  if (!asked.ok) return printUsageError(asked.reason, io);
  const situation = buildSituation(form, document, asked.words);
  if (typeof situation === 'string') return printUsageError(situation, io);
  const plan = resolvePiped(form, situation);
  const renderer = createSentenceRenderer({ form, documents, locale: 'en' });
  const { rules } = documents['rules.json'] as { readonly rules: readonly DescribedRule[] };
  const explanation = buildExplanation({
    form,
    plan,
    problems: checks.judge(plan),
    askedType: asked.words.type,
    getOfficeName: (office) => findOfficeName(document, office.id),
    describeRule: (id) =>
      sentenceToText(renderer.rule(rules.find((rule) => rule.id === id) ?? { id, then: {} })),
  });
  io.out(
    given.flag('json')
      ? formatJsonOutput({ ok: true, on: asked.words, ...explanation })
      : formatExplanation(explanation),
  );
  return 0;
}

/**
 * Returns the situation. If it cannot be built, for example because an option has an unknown name, returns
 * one sentence about it instead.
 */
function buildSituation(
  form: CompiledWorkspace['form'],
  document: ScenarioDocument,
  described: ScenarioSituation,
) {
  try {
    return toScenarioSituation(form, document, described);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reason.replace('Cannot read a scenario', 'Cannot explain this');
  }
}

/** Returns the name of an office in `scenarios.json`, else its id as text. */
function findOfficeName({ offices }: ScenarioDocument, id: string | number): string {
  return Object.keys(offices).find((name) => offices[name]?.id === id) ?? String(id);
}

/** Prints the reason on standard error and returns 2. */
function printUsageError(reason: string, { err }: Io): ExitCode {
  err(`${reason}\n`);
  return 2;
}
