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
import { type SituationOption, splitList } from '../workspace/situation-option.ts';
import { findScenarioOfficeName, yardContentOptions, yardPageOptions } from '../yard/situation-options.ts';

/** The options that set a property of a scenario's `on`. */
const propertyOptions: Readonly<Record<string, SituationOption>> = {
  ...yardPageOptions,
  type: { value: 'KEY', description: 'The chosen enquiry type.', read: (type) => ({ type }) },
  types: {
    value: 'KEYS',
    description: 'The types of the page, in order: sales,service.',
    read: (text) => ({ types: splitList(text) }),
  },
  ...yardContentOptions,
  locale: { value: 'TAG', description: 'The language of the page.', read: (locale) => ({ locale }) },
  today: { value: 'DATE', description: 'The date: 2026-11-21.', read: (today) => ({ today }) },
  'filled-in': { description: 'Enter the example of the type.', read: () => ({ filledIn: true }) },
};

/** The options that describe a situation. */
const situationOptions: Readonly<Record<string, CommandOption>> = {
  ...propertyOptions,
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

/** Returns the properties of the given options. */
function readSituationProperties({ text, flag }: CommandArguments): ScenarioSituation {
  const properties = Object.entries(propertyOptions).map(([name, { value, read }]) => {
    const given = value === undefined ? flag(name) && '' : text(name);
    return typeof given === 'string' ? read(given) : {};
  });
  return Object.assign({}, ...properties) as ScenarioSituation;
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
    getItemName: (office) => findScenarioOfficeName(document, office.id),
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

/** Prints the reason on standard error and returns 2. */
function printUsageError(reason: string, { err }: Io): ExitCode {
  err(`${reason}\n`);
  return 2;
}
