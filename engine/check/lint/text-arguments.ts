import { pipedMailTexts } from '../../compile/piping.ts';
import { listArguments } from '../../compile/texts.ts';
import { adviseOnName } from '../../model/nearest.ts';
import type { Form } from '../../model/types.ts';
import { mailFacts } from '../../preset/model.ts';
import type { DocumentLocator } from '../document-locator.ts';
import { createFinding, type Finding } from '../finding.ts';

/**
 * Returns a finding for each argument of a text that nothing fills in: formatting such a text would throw.
 * Texts whose arguments are not known here are skipped.
 */
export function lintTextArguments(form: Pick<Form, 'texts'>, locator: DocumentLocator): readonly Finding[] {
  return Object.entries(form.texts).flatMap(([locale, texts]) =>
    Object.entries(texts).flatMap(([key, message]) => {
      const given = getTextArguments(key);
      const wrong = given === undefined ? [] : listArguments(message).filter((name) => !given.includes(name));
      return wrong.map((name) => {
        const { advice, ...nearest } = adviseOnName(name, given ?? [], 'remove it');
        const reason = `nothing fills in "{${name}}" of the text "${key}"; ${advice}`;
        return createFinding({ ...locator.text(locale, key), code: 'unfilled-argument', reason, ...nearest });
      });
    }),
  );
}

/** Codes of problems whose values depend on the part of the program that creates the problem. */
const codesWithUnknownValues = ['unknown-domain', 'not-issued', 'full', 'no-photos', 'too-many-requests'];

/** The values of problems by code (see `judgePlan`), besides `label`, which every problem has. */
const valuesByCode: Readonly<Record<string, readonly string[]>> = {
  'too-short': ['limit'],
  'too-long': ['limit'],
  'too-small': ['limit', 'minimum', 'maximum'],
  'too-large': ['limit', 'minimum', 'maximum'],
  'too-early': ['limit', 'minimum', 'maximum'],
  'too-late': ['limit', 'minimum', 'maximum'],
  'too-few': ['limit'],
  'too-many': ['limit'],
  'not-above': ['limit'],
  'not-below': ['limit'],
  'wrong-step': ['limit'],
  'too-few-fitting': ['limit'],
  'wrong-count': ['limit', 'minimum', 'maximum'],
  'too-few-fields': ['limit', 'branches'],
  'too-many-fields': ['limit', 'branches'],
  'missing-choice': ['limit', 'branches'],
  'time-too-early': ['limit', 'minimum', 'maximum'],
  'time-too-late': ['limit', 'minimum', 'maximum'],
  'date-time-too-early': ['limit', 'minimum', 'maximum'],
  'date-time-too-late': ['limit', 'minimum', 'maximum'],
  'wrong-day': ['limit'],
  'wrong-month': ['limit'],
  'no-branch': ['branches'],
  'several-branches': ['branches'],
};

/**
 * Returns the names of the arguments that a text gets, by its key: an empty list if it gets none, undefined
 * if they are not known here.
 */
function getTextArguments(key: string): readonly string[] | undefined {
  const own = key.replace(/^forms\.[^.]+\./, '');
  const code = /(?:^|\.)problems\.([^.]+)$/.exec(own)?.[1];
  if (code !== undefined && !/^(?:photos|files)\./.test(own))
    return codesWithUnknownValues.includes(code) ? undefined : ['label', ...(valuesByCode[code] ?? [])];
  if (pipedMailTexts.includes(own)) return ['type', 'reference', ...mailFacts, 'domain', 'name'];
  if (own.startsWith('mail.replies.')) return ['name', 'reference', ...mailFacts, 'person', 'type', 'domain'];
  return /^(?:fields|options|blocks|steps)\./.test(own) ? [] : undefined;
}
