import { type Documents, type Form, officeLabel, type Plan, type Problem } from '#engine';
import { explanationOf } from '#engine/words/explanation.ts';
import { explanationText } from '#engine/words/explanation-text.ts';
import { type SaidRule, sayRule } from '#engine/words/rules.ts';
import { toText } from '#engine/words/sentence.ts';
import { tellingOf } from '#engine/words/telling.ts';

/** What is explained. */
export interface Explained {
  readonly form: Form;
  /** What the form was compiled of: rules are described there. */
  readonly documents: Documents;
  readonly plan: Plan;
  readonly problems?: readonly Problem[];
  /** The language of rules in words: the nearest of `en`, `de`, `fr` and `ar`; absent: `en`. */
  readonly locale?: string;
}

/** Why a plan is as it is, as `slipway explain` prints it: a line for each thing, behind it the rules that decided it, then these in words. */
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
