import type { ScenarioSituation } from '../../check/scenarios/index.ts';
import type { RuleConflict } from '../../compile/conflicts.ts';
import type { Plan } from '../../model/types.ts';
import { itemField } from '../../preset/model.ts';
import { listNarrowedListConditions, listPresetConditions, setsLists } from '../../preset/rules.ts';
import { describeCondition, type SentenceContext } from './conditions.ts';
import { capitalise } from './language-tools.ts';
import type { Sentence } from './sentence.ts';

/**
 * Describes how a scenario's situation differs from the usual one, or that it does not. Mentions only what
 * `listSituationConditions` returns: a situation that differs only in lists or the locale is
 * described as the usual one. Never throws.
 */
export function describeScenarioSituation(on: ScenarioSituation, context: SentenceContext): Sentence {
  const { language } = context;
  const asked = listSituationConditions(on);
  const sentence =
    asked.length === 0 ? language.format('situation.usual') : describeCondition({ and: asked }, context);
  return capitalise(language.format('situation', { situation: sentence }), language.locale);
}

/**
 * Describes how a situation differs from the usual one. Empty if it does not. `plan` is the form in this
 * situation; lists are described by the choices that it offers. The list of types is left out.
 */
export function describeSituationDifference(
  on: ScenarioSituation,
  plan: Plan,
  context: SentenceContext,
): Sentence {
  const { types: _types, ...page } = on;
  const asked = [...listSituationConditions(page), ...listChoiceConditions(on, plan)];
  return asked.length === 0
    ? []
    : capitalise(describeCondition({ and: asked }, context), context.language.locale);
}

/**
 * Returns conditions about the narrowed list and the fields without options, if the situation sets that list
 * or others. Empty otherwise.
 */
function listChoiceConditions(on: ScenarioSituation, plan: Plan): readonly unknown[] {
  const empty = plan.fields.filter(({ name, options }) => name !== itemField && options?.length === 0);
  return [
    ...listNarrowedListConditions(on, plan),
    ...(setsLists(on) || on.lists ? empty.map(({ name }) => ({ '!': { var: `options.${name}` } })) : []),
  ];
}

/**
 * Returns conditions for the preset's part, type, date and entered values, if given. Without a chosen type, the
 * first of `types` counts, if it is a key.
 */
function listSituationConditions(on: ScenarioSituation): readonly unknown[] {
  const { types = [], type, today, entered = {} } = on;
  /** Returns the condition that a fact has a value. */
  const createEquality = (fact: string, value: unknown) => ({ '==': [{ var: fact }, value] });
  const [first] = types;
  const opened = type ?? (typeof first === 'string' ? first : undefined);
  const preset = listPresetConditions(on);
  return [
    ...preset.ofPage,
    ...(opened === undefined ? [] : [createEquality('type', opened)]),
    ...preset.preselections,
    ...(today === undefined ? [] : [createEquality('today', today)]),
    ...Object.entries(entered).map(([field, value]) => createAnswerCondition(`values.${field}`, value)),
  ];

  /**
   * Returns the condition that an answer has a value. For true, a list or an object: that it is given. For
   * false and an empty value: that it is not.
   */
  function createAnswerCondition(fact: string, value: unknown): unknown {
    if (value === null || value === undefined || value === '') return { '!': { var: fact } };
    if (value === false) return { '!': { var: fact } };
    return typeof value === 'object' || value === true ? { var: fact } : createEquality(fact, value);
  }
}

/** Describes the rule that conflicts with another one, and a situation in which both conditions are true. */
export function describeConflict({ ruleId, facts }: RuleConflict, context: SentenceContext): Sentence {
  const { language, names } = context;
  const asked = Object.entries(facts).map(([name, value]) =>
    value === null || value === undefined || value === ''
      ? { '!': { var: name } }
      : typeof value === 'object'
        ? { var: name }
        : { '==': [{ var: name }, value] },
  );
  const rule = names.rule(ruleId);
  return asked.length === 0
    ? language.format('conflict.always', { rule })
    : language.format('conflict', { rule, situation: describeCondition({ and: asked }, context) });
}
