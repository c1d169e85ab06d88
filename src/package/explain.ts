import { type Documents, type Form, officeLabel, type Plan, type Problem } from '#engine';
import { explanationOf } from '#engine/words/explanation.ts';
import { explanationText } from '#engine/words/explanation-text.ts';
import { type SaidRule, sayRule } from '#engine/words/rules.ts';
import { toText } from '#engine/words/sentence.ts';
import { tellingOf } from '#engine/words/telling.ts';

/** The input of `explain`. */
export interface Explained {
  readonly form: Form;
  /** The documents from which the form was compiled. They contain the descriptions of the rules. */
  readonly documents: Documents;
  readonly plan: Plan;
  readonly problems?: readonly Problem[];
  /**
   * The language of the rules' sentences as a BCP 47 tag. The nearest of `en`, `de`, `fr` and `ar` is used.
   * Absent: `en`.
   */
  readonly locale?: string;
}

/**
 * Explains a plan as `slipway explain` does: one line for each part of the form, followed by the ids of the
 * rules that decided it, and at the end these rules as sentences.
 * @returns Plain text of several lines.
 */
export function explain({ form, documents, plan, problems = [], locale = 'en' }: Explained): string {
  const telling = tellingOf({ form, documents, locale });
  const { rules } = documents['rules.json'] as { readonly rules: readonly SaidRule[] };
  return explanationText(
    explanationOf({
      ...{ form, plan, problems, askedType: undefined },
      nameOf: officeLabel,
      sayRule: (id) => toText(sayRule(rules.find((rule) => rule.id === id) ?? { id, then: {} }, telling)),
    }),
  );
}
