import type { ScenarioSituation } from '../../check/scenarios/index.ts';
import type { RuleConflict } from '../../compile/conflicts.ts';
import type { Plan } from '../../model/types.ts';
import { officeField } from '../../yard/names.ts';
import { describeCondition, type SentenceContext } from './conditions.ts';
import { capitalise } from './language-tools.ts';
import type { Sentence } from './sentence.ts';

/**
 * Describes how a scenario's situation differs from the usual one, or that it does not. Mentions only what
 * `listSituationConditions` returns: a situation that differs only in offices, lists or the locale is
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
 * situation; offices and lists are described by the choices that it offers. The list of types is left out.
 */
export function describeSituationDifference(
  on: ScenarioSituation,
  plan: Plan,
  context: SentenceContext,
): Sentence {
  const { types: _types, ...page } = on;
  const asked = [...listSituationConditions(page), ...listOfficeAndOptionConditions(on, plan)];
  return asked.length === 0
    ? []
    : capitalise(describeCondition({ and: asked }, context), context.language.locale);
}

/**
 * Returns conditions about the offered offices and the fields without options, if the situation sets offices
 * or lists. Empty otherwise.
 */
function listOfficeAndOptionConditions(
  { offices, yachtModels, eventTitles, lists }: ScenarioSituation,
  { fields, eligibleOffices, offeredOffices }: Plan,
): readonly unknown[] {
  /** Returns the condition that a fact is false or empty. */
  const createNegation = (fact: string) => ({ '!': { var: fact } });
  const isAny =
    offeredOffices.length > 0 ? { var: 'offices.anyOffered' } : createNegation('offices.anyOffered');
  const ofOffices = eligibleOffices.length === 0 ? createNegation('offices.anyEligible') : isAny;
  const empty = fields.filter(({ name, options }) => name !== officeField && options?.length === 0);
  return [
    ...(offices === undefined ? [] : [ofOffices]),
    ...((yachtModels ?? eventTitles ?? lists)
      ? empty.map(({ name }) => createNegation(`options.${name}`))
      : []),
  ];
}

/**
 * Returns conditions for the site, placement (not inline), type, preselections, date and entered values, if
 * given. Without a chosen type, the first of `types` counts, if it is a key.
 */
function listSituationConditions(on: ScenarioSituation): readonly unknown[] {
  const {
    site,
    international,
    placement,
    types = [],
    type,
    selectedOffice,
    eventTitle,
    today,
    entered = {},
  } = on;
  /** Returns the condition that a fact has a value. */
  const createEquality = (fact: string, value: unknown) => ({ '==': [{ var: fact }, value] });
  const [first] = types;
  const opened = type ?? (typeof first === 'string' ? first : undefined);
  return [
    ...(site === undefined ? [] : [createEquality('site.id', site)]),
    ...(international === undefined ? [] : [createEquality('site.isInternational', international)]),
    ...(placement === 'modal' ? [{ var: 'page.inModal' }] : []),
    ...(placement === 'landing' ? [{ var: 'page.isForLanding' }] : []),
    ...(opened === undefined ? [] : [createEquality('type', opened)]),
    ...(selectedOffice ? [{ var: 'page.selectedOffice' }] : []),
    ...(eventTitle ? [createEquality('page.eventTitle', eventTitle)] : []),
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
