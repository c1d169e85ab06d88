import { simplifyForType } from '../../check/situations/known-type.ts';
import { isOperation, parseOperation } from '../../conditions/condition.ts';
import { asList, asObject } from '../../json-schema/values.ts';
import type { Form, Id } from '../../model/types.ts';
import { describeCondition, type SentenceContext } from './conditions.ts';
import { describeEffects } from './effects.ts';
import { capitalise } from './language-tools.ts';
import { splitPlaces } from './places.ts';
import type { Sentence } from './sentence.ts';

/** A rule as documents write it, or as it is compiled. */
export interface DescribedRule {
  readonly id: string;
  readonly when?: unknown;
  readonly then: unknown;
  /** The id of the rule that this rule replaces where its condition is true. */
  readonly insteadOf?: string;
}

/** Describes a rule in one sentence, or in two if it replaces another rule. Never throws. */
export function describeRule(
  { when, then, insteadOf }: DescribedRule,
  baseContext: SentenceContext,
): Sentence {
  const { language, names } = baseContext;
  const context = { ...baseContext, types: findAffectedTypes(when, names.form) };
  const only = findSiteRestriction({ when, then });
  const clauses = only ? [describeSiteRestriction(only, context)] : describeEffects(then, context);
  const sentence = describeApplication(clauses, {
    condition: only ? only.when : when,
    isPlaceLast: !only && canPlaceComeLast(then),
    context,
  });
  const whole =
    insteadOf === undefined
      ? sentence
      : language.format('rule.instead', { sentence, rule: names.rule(insteadOf) });
  return capitalise(whole, language.locale);
}

interface Application {
  readonly condition: unknown;
  /** True if the sentence may end with the place: "“Office” is hidden in a modal". */
  readonly isPlaceLast: boolean;
  readonly context: SentenceContext;
}

/** Describes effects together with the places and the condition under which a rule applies. */
function describeApplication(
  clauses: readonly Sentence[],
  { condition, isPlaceLast, context }: Application,
): Sentence {
  const { format } = context.language;
  const effects = joinEffects(clauses, context);
  const { places, rest } = splitPlaces(condition, context);
  const when = rest === undefined ? undefined : describeCondition(rest, context);
  if (places.length === 0)
    return when === undefined
      ? format('rule.always', { effects })
      : format('rule.when', { condition: when, effects });
  const where = places.reduce((one, other) => format('rule.places', { one, other }));
  if (when !== undefined) return format('rule.where-when', { where, condition: when, effects });
  return format(isPlaceLast && places.length === 1 ? 'rule.place-last' : 'rule.where', { where, effects });
}

/** Effects whose clause stays clear if a place follows it. */
const shortEffects = ['excludeTypes', 'hideSection', 'hide', 'require', 'disable', 'readonly'];

/** Returns true if a rule has only one effect, and its clause stays clear if a place follows it. */
function canPlaceComeLast(then: unknown): boolean {
  const effects = Object.keys(asObject(then));
  return effects.length === 1 && effects.every((effect) => shortEffects.includes(effect));
}

/** Returns the keys of the types for which a condition can be true. If there is no such type, returns all. */
function findAffectedTypes(when: unknown, { types }: Form): readonly string[] {
  const keys = types.map(({ key }) => key);
  const possible = keys.filter((key) => canBeTrueForType(when, key));
  return possible.length === 0 ? keys : possible;
}

/**
 * Returns false if a type alone makes a condition false. A condition that is absent or cannot be read can be
 * true. Every field counts as a field of the type.
 */
function canBeTrueForType(when: unknown, key: string): boolean {
  return (
    when === undefined || !isOperation(when) || simplifyForType(when, { key, hasField: () => true }) !== false
  );
}

/** Joins the clauses that describe effects. Without clauses, returns a clause that nothing happens. */
export function joinEffects(clauses: readonly Sentence[], { language }: SentenceContext): Sentence {
  if (clauses.length === 0) return language.format('rule.nothing');
  return clauses.reduce((one, other) => language.format('rule.joint', { one, other }));
}

/** Describes that fields are hidden on all sites except some. The rest of the condition is left out. */
function describeSiteRestriction(
  { names: hidden, sites }: SiteRestriction,
  context: SentenceContext,
): Sentence {
  const { language, names } = context;
  return language.format('hide-elsewhere', {
    count: hidden.length,
    fields: language.list(
      hidden.map((name) => [names.formElement(name, context.types)]),
      'conjunction',
    ),
    sites: language.list(
      sites.map((id) => [names.site(id)]),
      'conjunction',
    ),
  });
}

/** The content of a rule that hides fields on all sites except some: these sites and fields. */
export interface SiteRestriction {
  readonly sites: readonly Id[];
  readonly names: readonly string[];
  /** The rest of the condition; absent if there is none. */
  readonly when?: unknown;
}

/**
 * Returns the sites to which a rule restricts fields, with these fields and the rest of its condition, if its
 * only effect is to hide them on all other sites. Undefined for any other rule.
 */
export function findSiteRestriction({
  when,
  then,
}: Pick<DescribedRule, 'when' | 'then'>): SiteRestriction | undefined {
  const effects = asObject(then);
  const names = asList(effects.hide).filter((name) => typeof name === 'string');
  if (names.length === 0 || Object.keys(effects).length > 1) return undefined;
  const own = findExcludedSites(when);
  if (own !== undefined) return { sites: own, names };
  const { operator, operands } = isOperation(when) ? parseOperation(when) : { operator: '', operands: [] };
  if (operator !== 'and' || operands.length < 2) return undefined;
  const at = operands.findIndex((operand) => findExcludedSites(operand) !== undefined);
  const sites = findExcludedSites(operands[at]);
  if (sites === undefined) return undefined;
  const others = operands.filter((_, index) => index !== at);
  return { sites, names, when: others.length === 1 ? others[0] : { and: others } };
}

/**
 * Returns the sites that a condition excludes, if it does nothing else: `!=` a site, or not `==` or `in`
 * some. Undefined for any other condition.
 */
function findExcludedSites(condition: unknown): readonly Id[] | undefined {
  if (!isOperation(condition)) return undefined;
  const { operator, operands } = parseOperation(condition);
  if (operator === '!=') return findComparedSites({ '==': operands });
  return operator === '!' ? findComparedSites(operands[0]) : undefined;
}

/** Returns the sites of `site.id == …` or `site.id in […]`; undefined for any other condition. */
function findComparedSites(condition: unknown): readonly Id[] | undefined {
  if (!isOperation(condition)) return undefined;
  const { operator, operands } = parseOperation(condition);
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
