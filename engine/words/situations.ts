import type { RuleConflict } from '../compile/conflicts.ts';
import type { ScenarioSituation } from '../scenarios/index.ts';
import { sayCondition, type Telling } from './conditions.ts';
import type { Sentence } from './sentence.ts';
import { capitalised } from './speaker.ts';

/** A situation in the words of scenarios as a sentence that says what is unusual about it. Never throws. */
export function saySituation(on: ScenarioSituation, telling: Telling): Sentence {
  const { speaker } = telling;
  const asked = conditionsOf(on);
  const said = asked.length === 0 ? speaker.say('situation.usual') : sayCondition({ and: asked }, telling);
  return capitalised(speaker.say('situation', { situation: said }), speaker.locale);
}

function conditionsOf(on: ScenarioSituation): readonly unknown[] {
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
  const is = (fact: string, value: unknown) => ({ '==': [{ var: fact }, value] });
  const [first] = types;
  const opened = type ?? (typeof first === 'string' ? first : undefined);
  return [
    ...(site === undefined ? [] : [is('site.id', site)]),
    ...(international === undefined ? [] : [is('site.isInternational', international)]),
    ...(placement === 'modal' ? [{ var: 'page.inModal' }] : []),
    ...(placement === 'landing' ? [{ var: 'page.isForLanding' }] : []),
    ...(opened === undefined ? [] : [is('type', opened)]),
    ...(selectedOffice ? [{ var: 'page.selectedOffice' }] : []),
    ...(eventTitle ? [is('page.eventTitle', eventTitle)] : []),
    ...(today === undefined ? [] : [is('today', today)]),
    ...Object.entries(entered).map(([field, value]) => answered(`values.${field}`, value)),
  ];

  function answered(fact: string, value: unknown): unknown {
    if (value === null || value === undefined || value === '') return { '!': { var: fact } };
    if (value === false) return { '!': { var: fact } };
    return typeof value === 'object' || value === true ? { var: fact } : is(fact, value);
  }
}

/** What a rule cannot be decided beside, and a situation in which both hold. */
export function sayConflict({ ruleId, facts }: RuleConflict, telling: Telling): Sentence {
  const { speaker, names } = telling;
  const asked = Object.entries(facts).map(([name, value]) =>
    value === null || value === undefined || value === ''
      ? { '!': { var: name } }
      : typeof value === 'object'
        ? { var: name }
        : { '==': [{ var: name }, value] },
  );
  const rule = names.rule(ruleId);
  return asked.length === 0
    ? speaker.say('conflict.always', { rule })
    : speaker.say('conflict', { rule, situation: sayCondition({ and: asked }, telling) });
}
