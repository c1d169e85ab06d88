import { createReport } from '../compile/report.ts';
import { compileTexts, reportUnknownArguments } from '../compile/texts.ts';
import type { Texts } from '../model/types.ts';
import { insertAnswers, noAnswers } from '../resolve/piping.ts';
import { createDocumentLocator } from './document-locator.ts';
import { type Finding, sortFindings, toFindings } from './finding.ts';
import {
  reportEmptyTexts,
  reportFrenchSpacing,
  reportLostArguments,
  usesFrenchSpacing,
} from './lint/messages.ts';
import { lintTextArguments } from './lint/text-arguments.ts';

export interface SingleText {
  readonly locale: string;
  readonly key: string;
  readonly text: string;
  /** The text that it translates. Absent for the fallback language, and if that language lacks the text. */
  readonly original?: string | undefined;
}

/**
 * Checks one text without the rest of the form and returns the findings, sorted; empty if there are none.
 * Checks its syntax, markup, arguments and French spacing, and that it is not empty. For a text that does not
 * compile, or with an argument that `original` lacks, returns only the problems of `compile`.
 */
export function checkText({ locale, key, text, original }: SingleText): readonly Finding[] {
  const at = { file: `texts/${locale}.json`, path: [] };
  const report = createReport();
  const texts = compileTexts({ [key]: text }, at, report);
  if (report.problems.length > 0) return toFindings(report.problems);
  const reference = original === undefined ? {} : compileTexts({ [key]: original }, at, createReport());
  if (original !== undefined) reportUnknownArguments(texts, reference, at, report);
  if (report.problems.length > 0) return toFindings(report.problems);
  const locator = createDocumentLocator({});
  const message = texts[key] ?? '';
  const plain: Texts = { [key]: insertAnswers(message, noAnswers) };
  return sortFindings([
    ...lintTextArguments({ texts: { [locale]: plain } }, locator),
    ...reportEmptyTexts(locale, texts, locator),
    ...(usesFrenchSpacing(locale) ? reportFrenchSpacing(locale, texts, locator) : []),
    ...reportLostArguments({ locale, key }, message, reference[key], locator),
  ]);
}
