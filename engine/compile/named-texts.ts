import type { Effects, FormType, Texts } from '../model/types.ts';
import { listTextKeys } from '../texts/texts.ts';
import { type DocumentPath, extendPath, type ProblemReport } from './report.ts';
import type { PlacedRule } from './rules.ts';

export interface FallbackTexts {
  readonly locale: string;
  readonly texts: Texts;
}

/**
 * Reports the texts that the fallback locale lacks and that a form names (submit button, links) or a
 * rule gives a field. A text of a rule is reported only if neither the shared text nor that of any type
 * exists.
 */
export function reportMissingTexts(
  fallback: FallbackTexts,
  { types, rules }: { readonly types: readonly FormType[]; readonly rules: readonly PlacedRule[] },
  report: ProblemReport,
): void {
  const known = Object.keys(fallback.texts);
  const textsAt: DocumentPath = { file: `texts/${fallback.locale}.json`, path: [] };
  for (const { key, submitLabel, links } of types) {
    for (const textKey of [submitLabel, ...links.map((link) => link.label)]) {
      if (Object.hasOwn(fallback.texts, textKey)) continue;
      const reason = `the form "${key}" names the text "${textKey}", which is missing`;
      report.add(extendPath(textsAt, textKey), 'missing-text', reason, { wrong: textKey, known });
    }
  }
  for (const { at, then } of rules) {
    for (const { effect, field, textKey } of listRuleTexts(then)) {
      // A text may exist for some types only.
      const keys = types.flatMap((type) => listTextKeys(type.key, textKey));
      if (keys.some((key) => Object.hasOwn(fallback.texts, key))) continue;
      const reason = `there is no text "${textKey}" in ${textsAt.file}; add it, or name another`;
      report.add(extendPath(at, 'then', effect, field), 'missing-text', reason, { wrong: textKey, known });
    }
  }
}

/**
 * Returns the texts that effects give fields as labels and hints, each with its effect, field and text key.
 */
export function listRuleTexts({ label, hint }: Effects) {
  return Object.entries({ label, hint }).flatMap(([effect, texts]) =>
    Object.entries(texts ?? {}).map(([field, textKey]) => ({ effect, field, textKey })),
  );
}
