import { simplifyForType } from '../../check/situations/known-type.ts';
import { isOperation, parseOperation } from '../../conditions/condition.ts';
import { asList, asObject } from '../../json-schema/values.ts';
import type { Form, Id } from '../../model/types.ts';
import { describeCondition, type SentenceContext } from './conditions.ts';
import { describeEffects, formatClause } from './effects.ts';
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
  const sentence = describeApplication({
    condition: only ? only.when : when,
    isShort: !only && isShortEffect(then),
    isHidingForm: 'hideSection' in asObject(then),
    context,
    describe: (own) => (only ? [describeSiteRestriction(only, own)] : describeEffects(then, own)),
  });
  const whole =
    insteadOf === undefined
      ? sentence
      : language.format('rule.instead', { sentence, rule: names.rule(insteadOf) });
  return capitalise(whole, language.locale);
}

interface Application {
  readonly condition: unknown;
  /** True if the sentence may begin with the effect: "“Office” is hidden in a modal". */
  readonly isShort: boolean;
  /** True if the effect is that there is no form. */
  readonly isHidingForm: boolean;
  readonly context: SentenceContext;
  /** Returns the clauses about the effects. */
  readonly describe: (context: SentenceContext) => readonly Sentence[];
}

/** Describes effects together with the places and the condition under which a rule applies. */
function describeApplication({ condition, isShort, isHidingForm, context, describe }: Application): Sentence {
  const { format } = context.language;
  const { places, rest } = splitPlaces(condition, context);
  const when = rest === undefined ? undefined : describeCondition(rest, context);
  const where =
    places.length === 0 ? undefined : places.reduce((one, other) => format('rule.places', { one, other }));
  const clauses = describe(context);
  // "The form is not shown except on landing pages" would mean the opposite with a condition behind it.
  const isMisread = isHidingForm && where !== undefined && when !== undefined;
  const isPlain = where === undefined && when === undefined;
  if (isPlain || (isShort && clauses.length === 1 && !isMisread)) {
    const [first] = describe({ ...context, opening: { where: where ? [' ', ...where] : [] } });
    const effects = joinEffects(first ? [first, ...clauses.slice(1)] : [], {
      ...context,
      opening: { where: [] },
    });
    if (where === undefined)
      return when === undefined
        ? format('rule.always', { effects })
        : format('rule.when-last', { condition: when, effects });
    return when === undefined
      ? format('rule.place-last', { where, effects })
      : format('rule.where-when-last', { where, condition: when, effects });
  }
  const effects = joinEffects(clauses, context);
  if (where === undefined) return format('rule.when', { condition: when ?? [], effects });
  return when === undefined
    ? format('rule.where', { where, effects })
    : format('rule.where-when', { where, condition: when, effects });
}

/** Effects whose clause stays clear if a place or a condition follows it. */
const shortEffects = [
  'excludeTypes',
  'hideSection',
  'hide',
  'require',
  'disable',
  'readonly',
  'recipient',
  'label',
  'hint',
  'options',
  'preset',
  'limit',
  'bound',
];

/** Returns true if a rule has only one effect, and its clause stays clear if a place or a condition follows. */
function isShortEffect(then: unknown): boolean {
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
export function joinEffects(clauses: readonly Sentence[], context: SentenceContext): Sentence {
  if (clauses.length === 0) return formatClause('rule.nothing', {}, context);
  return clauses.reduce((one, other) => context.language.format('rule.joint', { one, other }));
}

/** Describes that fields are hidden on all sites except some. The rest of the condition is left out. */
function describeSiteRestriction(
  { names: hidden, sites }: SiteRestriction,
  context: SentenceContext,
): Sentence {
  const { language, names } = context;
  const values = {
    count: hidden.length,
    fields: language.list(
      hidden.map((name) => [names.formElement(name, context.types)]),
      'conjunction',
    ),
    sites: language.list(
      sites.map((id) => [names.site(id)]),
      'conjunction',
    ),
  };
  return formatClause('hide-elsewhere', values, context);
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
