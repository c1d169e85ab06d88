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
import type { Command, CommandArguments, ExitCode } from '../args/command.ts';
import { readSituationOptions, situationOptions } from '../explain/situation-options.ts';
import { formatJsonOutput, type Io } from '../io.ts';
import { type CompiledWorkspace, printFindings, runWithForm } from '../workspace/form.ts';

export const explainCommand: Command = {
  name: 'explain',
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
