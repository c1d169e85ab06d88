import { newReport } from '../compile/report.ts';
import { compileTexts, reportUnknownArguments } from '../compile/texts.ts';
import { noAnswers, withAnswers } from '../piping.ts';
import type { Texts } from '../types.ts';
import { type Finding, findingsOfProblems, inOrder } from './finding.ts';
import { emptyTexts, frenchSpacing, isFrench, lostArguments } from './lint/messages.ts';
import { lintArguments } from './lint/text-arguments.ts';
import { placesOf } from './places.ts';

export interface WrittenText {
  readonly locale: string;
  readonly key: string;
  readonly text: string;
  /** The text that it translates. Absent for the fallback language, and if that language lacks the text. */
  readonly original?: string | undefined;
}

/**
 * Checks a single text without the rest of the form: broken messages, markup, arguments that nothing fills in
 * or that a translation leaves out, an empty text, French spacing.
 */
export function checkText({ locale, key, text, original }: WrittenText): readonly Finding[] {
  const at = { file: `texts/${locale}.json`, path: [] };
  const report = newReport();
  const texts = compileTexts({ [key]: text }, at, report);
  if (report.problems.length > 0) return findingsOfProblems(report.problems);
  const reference = original === undefined ? {} : compileTexts({ [key]: original }, at, newReport());
  if (original !== undefined) reportUnknownArguments(texts, reference, at, report);
  if (report.problems.length > 0) return findingsOfProblems(report.problems);
  const places = placesOf({});
  const message = texts[key] ?? '';
  const plain: Texts = { [key]: withAnswers(message, noAnswers) };
  return inOrder([
    ...lintArguments({ texts: { [locale]: plain } }, places),
    ...emptyTexts(locale, texts, places),
    ...(isFrench(locale) ? frenchSpacing(locale, texts, places) : []),
    ...lostArguments({ locale, key }, message, reference[key], places),
  ]);
}
