import type { MessageBox, MessageCase } from '#engine/editing/index.ts';
import { type FormatMessage, isStudioMessageKey } from '../ui/messages.ts';

/** Returns the label of a sentence: `few (2, 3, 4…)`; with several values `count: one (1) · who: us`. */
export function formatCases(
  { cases }: Pick<MessageBox, 'cases'>,
  { say, locale }: { readonly say: FormatMessage; readonly locale: string },
): string {
  const [only, ...more] = cases;
  if (only !== undefined && more.length === 0) return formatCase(only, { say, locale });
  return cases
    .map((each) =>
      say('message.case.of', { argument: each.argument, case: formatCase(each, { say, locale }) }),
    )
    .join(' · ');
}

/** Returns the name of a case with example numbers. */
function formatCase(
  { name, kind, examples }: MessageCase,
  { say, locale }: { readonly say: FormatMessage; readonly locale: string },
): string {
  const format = new Intl.NumberFormat(locale);
  if (kind !== 'select' && name.startsWith('='))
    return say('message.case.exact', { number: format.format(Number(name.slice(1))) });
  const word = getCaseName(name, say);
  if (kind === 'select') return word;
  if (examples.length === 0) return say('message.case.no-number', { case: word });
  const numbers = examples.map((number) => format.format(number)).join(locale.startsWith('ar') ? '، ' : ', ');
  return say('message.case.numbers', { case: word, numbers: examples.length < 3 ? numbers : `${numbers}…` });
}

/** Returns the name of a case in the language of the studio; the case itself if it is a value of the text. */
export function getCaseName(name: string, say: FormatMessage): string {
  const key = `message.case.${name}`;
  return isStudioMessageKey(key) ? say(key) : name;
}
