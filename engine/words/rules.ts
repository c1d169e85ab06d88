import { whereType } from '../check/situations/known-type.ts';
import { isOperation, operationOf } from '../conditions/condition.ts';
import { asList, asObject } from '../json-schema/values.ts';
import type { Form, Id } from '../types.ts';
import { sayCondition, type Telling } from './conditions.ts';
import { sayEffects } from './effects.ts';
import type { Sentence } from './sentence.ts';
import { capitalised } from './speaker.ts';

/** A rule as documents write it, or as it is compiled. */
export interface SaidRule {
  readonly id: string;
  readonly when?: unknown;
  readonly then: unknown;
  readonly insteadOf?: string;
}

/** Describes a rule in one sentence, or in two if it replaces another rule. Never throws. */
export function sayRule({ when, then, insteadOf }: SaidRule, asked: Telling): Sentence {
  const { speaker, names } = asked;
  const telling = { ...asked, types: typesOf(when, names.form) };
  const only = shownOnlyOn({ when, then });
  const said = only ? [sayShownOn(only, telling)] : sayEffects(then, telling);
  const condition = only ? only.when : when;
  const effects = joinedEffects(said, telling);
  const sentence =
    condition === undefined
      ? speaker.say('rule.always', { effects })
      : speaker.say('rule.when', { condition: sayCondition(condition, telling), effects });
  const whole =
    insteadOf === undefined
      ? sentence
      : speaker.say('rule.instead', { sentence, rule: names.rule(insteadOf) });
  return capitalised(whole, speaker.locale);
}

/** Returns the keys of the types for which a condition can be true; all keys if there is none. */
function typesOf(when: unknown, { types }: Form): readonly string[] {
  const keys = types.map(({ key }) => key);
  const admitted = keys.filter((key) => canHold(when, key));
  return admitted.length === 0 ? keys : admitted;
}

function canHold(when: unknown, key: string): boolean {
  return when === undefined || !isOperation(when) || whereType(when, { key, hasField: () => true }) !== false;
}

/**
 * Joins the clauses that describe effects. Without clauses, the sentence says that the rule has no effect.
 */
export function joinedEffects(clauses: readonly Sentence[], { speaker }: Telling): Sentence {
  if (clauses.length === 0) return speaker.say('rule.nothing');
  return clauses.reduce((one, other) => speaker.say('rule.joint', { one, other }));
}

function sayShownOn({ names: hidden, sites }: ShownOnly, telling: Telling): Sentence {
  const { speaker, names } = telling;
  return speaker.say('hide-elsewhere', {
    fields: speaker.list(
      hidden.map((name) => [names.shown(name, telling.types)]),
      'conjunction',
    ),
    sites: speaker.list(
      sites.map((id) => [names.site(id)]),
      'conjunction',
    ),
  });
}

/** A reading of a rule that hides fields on every site but some: the fields are shown only on these sites. */
export interface ShownOnly {
  readonly sites: readonly Id[];
  readonly names: readonly string[];
  /** The rest of the condition; absent if there is none. */
  readonly when?: unknown;
}

/**
 * Returns this reading of a rule whose only effect is to hide on all sites but some; undefined for any other
 * rule.
 */
export function shownOnlyOn({ when, then }: Pick<SaidRule, 'when' | 'then'>): ShownOnly | undefined {
  const effects = asObject(then);
  const names = asList(effects.hide).filter((name) => typeof name === 'string');
  if (names.length === 0 || Object.keys(effects).length > 1) return undefined;
  const own = elsewhere(when);
  if (own !== undefined) return { sites: own, names };
  const { operator, operands } = isOperation(when) ? operationOf(when) : { operator: '', operands: [] };
  if (operator !== 'and' || operands.length < 2) return undefined;
  const at = operands.findIndex((operand) => elsewhere(operand) !== undefined);
  const sites = elsewhere(operands[at]);
  if (sites === undefined) return undefined;
  const others = operands.filter((_, index) => index !== at);
  return { sites, names, when: others.length === 1 ? others[0] : { and: others } };
}

/** Returns the sites that a condition excludes; undefined if it is not "any site but these". */
function elsewhere(condition: unknown): readonly Id[] | undefined {
  if (!isOperation(condition)) return undefined;
  const { operator, operands } = operationOf(condition);
  if (operator === '!=') return sitesAsked({ '==': operands });
  return operator === '!' ? sitesAsked(operands[0]) : undefined;
}

function sitesAsked(condition: unknown): readonly Id[] | undefined {
  if (!isOperation(condition)) return undefined;
  const { operator, operands } = operationOf(condition);
  const [fact, value] = operands;
  if (operands.length < 2 || asObject(fact).var !== 'site.id') return undefined;
  if (operator === '==') return isId(value) ? [value] : undefined;
  return operator === 'in' && Array.isArray(value) && value.length > 0 && value.every(isId)
    ? value
    : undefined;
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}
