import { scenarioDocumentOf } from '#engine/check/index.ts';
import { resolvePiped } from '#engine/piping.ts';
import { type ScenarioDocument, type ScenarioSituation, situationOfWords } from '#engine/scenarios/index.ts';
import { explanationOf, explanationText, type SaidRule, toText, wordsOf } from '#engine/words/index.ts';
import { checksOf } from '#widgets/validators/form-checks.ts';
import type { Command, ExitCode, Given } from '../args/command.ts';
import { situationOptions, situationWords } from '../explain/words.ts';
import { type Io, json } from '../io.ts';
import { type LoadedForm, tellFindings, withForm } from '../workspace/form.ts';

export const explain: Command = {
  name: 'explain',
  summary: 'shows what a visitor would see in a situation, and which rules decided it',
  description: [
    'Resolves the form for a situation and prints the plan: types and offices that are offered, every field with its choices, limits and values, and behind each, in brackets, the rules that decided it, which are then said in words. What is not said is as usual (scenarios.json, "usual").',
  ],
  options: situationOptions,
  examples: [
    ['slipway explain --site 119', 'Why site 119 offers neither careers nor valuation.'],
    [
      'slipway explain --type service --placement modal --selected-office poole',
      'Where an enquiry from a modal goes.',
    ],
    ['slipway explain --scenario "landing page" --json', 'The plan of a scenario, for a program.'],
  ],
  failure: 'the documents have errors',
  run: (given, io) => withForm(given, io, async (loaded) => explained(loaded, given, io)),
};

function explained({ form, documents, workspace }: LoadedForm, given: Given, io: Io): ExitCode {
  const checks = checksOf(form);
  if (!checks.ok) return tellFindings(checks.findings, workspace, given, io);
  const { document, findings } = scenarioDocumentOf(form, documents);
  if (findings.length > 0) return tellFindings(findings, workspace, given, io);
  const asked = situationWords(given, document);
  if (!asked.ok) return refused(asked.reason, io);
  const situation = situationIn(form, document, asked.words);
  if (typeof situation === 'string') return refused(situation, io);
  const plan = resolvePiped(form, situation);
  const words = wordsOf({ form, documents, locale: 'en' });
  const { rules } = documents['rules.json'] as { readonly rules: readonly SaidRule[] };
  const explanation = explanationOf({
    ...{ form, plan, problems: checks.judge(plan) },
    askedType: asked.words.type,
    nameOf: (office) => nameIn(document, office.id),
    sayRule: (id) => toText(words.rule(rules.find((rule) => rule.id === id) ?? { id, then: {} })),
  });
  io.out(
    given.flag('json') ? json({ ok: true, on: asked.words, ...explanation }) : explanationText(explanation),
  );
  return 0;
}

/** Returns the situation, or one sentence about the option that names nothing. */
function situationIn(form: LoadedForm['form'], document: ScenarioDocument, words: ScenarioSituation) {
  try {
    return situationOfWords(form, document, words);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reason.replace('Cannot read a scenario', 'Cannot explain this');
  }
}

function nameIn({ offices }: ScenarioDocument, id: string | number): string {
  return Object.keys(offices).find((name) => offices[name]?.id === id) ?? String(id);
}

function refused(reason: string, { err }: Io): ExitCode {
  err(`${reason}\n`);
  return 2;
}
