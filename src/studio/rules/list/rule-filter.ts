import { effectGroups, getEffectDefinition, isEffectName } from '#engine/model/effects.ts';
import { sentenceToText } from '#engine/rules/sentences/sentence.ts';
import type { FindingView } from '../../../api/findings.ts';
import type { RuleView } from '../../../api/studio.ts';

/** A filter of rules. It is part of the address, so that a list can be shared and reloaded. */
export interface RuleFilter {
  /** Words that all have to occur, or empty. */
  readonly search: string;
  /** The key of an enquiry type, or empty for all. */
  readonly form: string;
  /** The name of a field that the rule reads or decides, or empty for all. */
  readonly about: string;
  /** The id of a site on which the rule can apply, or empty for all. */
  readonly site: string;
  /** The group of the rule, or empty for all. */
  readonly kind: RuleGroup | '';
  /** The state of the rule, or empty for all. */
  readonly show: RuleState | '';
}

/** The groups of the list, in display order. */
export const ruleGroups = [...effectGroups, 'other'] as const;

export type RuleGroup = (typeof ruleGroups)[number];

/**
 * The states of a rule that a filter finds: it is new or changed, changes nothing, leaves visitors without a
 * way to send the form, or no expectation would fail without it.
 */
export const ruleStates = ['new', 'idle', 'stuck', 'unwatched'] as const;

export type RuleState = (typeof ruleStates)[number];

export const emptyRuleFilter: RuleFilter = { search: '', form: '', about: '', site: '', kind: '', show: '' };

/** Returns the filter in the search parameters of an address. Unknown kinds and states filter nothing. */
export function parseRuleFilter(query: URLSearchParams): RuleFilter {
  const getText = (name: string) => query.get(name) ?? '';
  return {
    search: getText('search'),
    form: getText('form'),
    about: getText('about'),
    site: getText('site'),
    kind: ruleGroups.find((group) => group === query.get('kind')) ?? '',
    show: ruleStates.find((state) => state === query.get('show')) ?? '',
  };
}

/** Returns search parameters with a filter. Parts that filter nothing are left out, all others stay. */
export function withRuleFilter(query: URLSearchParams, filter: RuleFilter): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(filter)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Returns true if some part of the filter limits the list. */
export function isFiltering(filter: RuleFilter): boolean {
  return Object.values(filter).some((value) => value.trim() !== '');
}

/** A rule with its states, as the list shows it. */
export interface ListedRule {
  readonly rule: RuleView;
  readonly states: readonly RuleState[];
}

/** Returns the rules that match the filter, in their order. */
export function filterRules(rules: readonly ListedRule[], filter: RuleFilter): readonly ListedRule[] {
  const words = foldText(filter.search)
    .split(/\s+/)
    .filter((word) => word !== '');
  return rules.filter(({ rule, states }) => {
    const { types, sites, reads, decides } = rule.links;
    return (
      (filter.form === '' || types.includes(filter.form)) &&
      (filter.site === '' || sites.includes(filter.site)) &&
      (filter.about === '' ||
        [...reads, ...decides].some(({ kind, id }) => kind === 'field' && id === filter.about)) &&
      (filter.kind === '' || getRuleGroup(rule) === filter.kind) &&
      (filter.show === '' || states.includes(filter.show)) &&
      (words.length === 0 || matchesWords(rule, words))
    );
  });
}

/** Returns true if every word occurs in the sentence of the rule, its purpose, or a name or key that it uses. */
function matchesWords({ id, description, sentence, links }: RuleView, words: readonly string[]): boolean {
  const names = [...links.reads, ...links.decides].flatMap((link) =>
    'label' in link ? [link.label, link.id] : [],
  );
  const references = sentence.flatMap((part) => (typeof part === 'string' ? [] : [part.label, part.id]));
  const text = foldText([sentenceToText(sentence), description, id, ...names, ...references].join('\n'));
  return words.every((word) => text.includes(word));
}

/** Returns a text in lower case and without accents, so that `buro` finds `Büro`. */
function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Returns the group of a rule’s first effect; `other` if it is unknown. */
export function getRuleGroup({ effects: [first = ''] }: RuleView): RuleGroup {
  return isEffectName(first) ? getEffectDefinition(first).group : 'other';
}

/** The codes of findings about rules or effects that change nothing. */
const idleCodes: ReadonlySet<string> = new Set([
  'rule-never-holds',
  'rule-repeats',
  'rule-never-matters',
  'effect-never-matters',
  'rule-overruled',
  'effect-overruled',
]);

/**
 * Returns the states of a rule.
 * @param findings The findings of the rule, of all severities.
 */
export function getRuleStates({
  findings,
  isLive,
}: {
  readonly findings: readonly FindingView[];
  /** True if the live version has the same rule. */
  readonly isLive: boolean;
}): readonly RuleState[] {
  return [
    ...(isLive ? [] : (['new'] as const)),
    ...(findings.some(({ code }) => idleCodes.has(code)) ? (['idle'] as const) : []),
    ...(findings.some(isStuck) ? (['stuck'] as const) : []),
    ...(findings.some(isUnwatched) ? (['unwatched'] as const) : []),
  ];
}

/** Returns true for an error in some situation, in which visitors cannot send the form. */
function isStuck({ severity, scenario }: FindingView): boolean {
  return severity === 'error' && scenario !== undefined;
}

/** Returns true for an effect that no expectation protects. */
export function isUnwatched({ code }: FindingView): boolean {
  return code === 'untested-effect';
}
