import { type Documents, type Form, formatOfficeLabel, type Plan, type Problem } from '#engine';
import {
  completeDocuments,
  type FormDocument,
  isFormDocument,
  splitFormDocument,
} from '#engine/documents/index.ts';
import { buildExplanation } from '#engine/rules/sentences/explanation.ts';
import { formatExplanation } from '#engine/rules/sentences/explanation-text.ts';
import { type DescribedRule, describeRule } from '#engine/rules/sentences/rules.ts';
import { sentenceToText } from '#engine/rules/sentences/sentence.ts';
import { createSentenceContext } from '#engine/rules/sentences/sentence-context.ts';

export interface Explained {
  readonly form: Form;
  /** The source from which the form was compiled. It contains the descriptions of the rules. */
  readonly documents: Documents | FormDocument;
  readonly plan: Plan;
  /**
   * The problems of the entered values, as `judgeSubmitted` returns them; they are listed last. Absent: none.
   */
  readonly problems?: readonly Problem[];
  /**
   * The language of the rules' sentences as a BCP 47 tag. The nearest of `en`, `de`, `fr` and `ar` is used.
   * Absent: `en`.
   */
  readonly locale?: string;
}

/**
 * Explains a plan as `slipway explain` does: one line for each part of the form, followed by the ids of the
 * rules that decided it, then these rules as sentences, and at the end the problems; without problems it says
 * that the form could be sent.
 * @returns Plain text of several lines, which ends with a line break.
 */
export function explain({ form, documents: source, plan, problems = [], locale = 'en' }: Explained): string {
  const written = isFormDocument(source) ? splitFormDocument(source).documents : source;
  const documents = completeDocuments(written);
  const sentenceContext = createSentenceContext({ form, documents, locale });
  const { rules } = documents['rules.json'] as {
    readonly rules: readonly DescribedRule[];
  };
  return formatExplanation(
    buildExplanation({
      form,
      plan,
      problems,
      askedType: undefined,
      getItemName: formatOfficeLabel,
      /** Returns the sentence of a rule; an unknown rule has no condition and no effects. */
      describeRule: (id) =>
        sentenceToText(
          describeRule(rules.find((rule) => rule.id === id) ?? { id, then: {} }, sentenceContext),
        ),
    }),
  );
}
