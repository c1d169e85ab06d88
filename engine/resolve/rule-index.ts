import { type FactValues, holds } from '../conditions/condition.ts';
import type { Because, Effects, Form, Rule } from '../types.ts';

/** The rules of a form by what they decide, made once a form. */
export interface RuleIndex {
  readonly excludeTypes: readonly Rule[];
  readonly preferTypes: readonly Rule[];
  readonly eligible: readonly Rule[];
  readonly offer: readonly Rule[];
  readonly hideSection: readonly Rule[];
  /** Rules that hide, conceal or require a field, or give it options, a preset, limits or bounds. */
  readonly ofField: (name: string) => FieldRules;
}

/** The rules that decide one field. */
export interface FieldRules {
  readonly hide: readonly Rule[];
  readonly conceal: readonly Rule[];
  readonly require: readonly Rule[];
  readonly options: readonly Rule[];
  readonly filter: readonly Rule[];
  readonly preset: readonly Rule[];
  readonly limit: readonly Rule[];
  readonly bound: readonly Rule[];
}

/** The rules of a form by what they decide. */
export function indexRules(form: Form): RuleIndex {
  let index = indexes.get(form);
  if (index === undefined) {
    index = makeIndex(form.rules);
    indexes.set(form, index);
  }
  return index;
}

/** Of some rules those that hold for the facts. */
export function matchingRules(rules: readonly Rule[], facts: FactValues): readonly Rule[] {
  return rules.filter((rule) => holds(rule.when, facts));
}

/** The ids of rules, for an explanation. */
export function because(rules: readonly Rule[]): Because {
  return rules.length === 0 ? none : rules.map((rule) => rule.id);
}

const none: Because = [];
const indexes = new WeakMap<Form, RuleIndex>();

function makeIndex(rules: readonly Rule[]): RuleIndex {
  const withEffect = (effect: keyof Effects) => rules.filter((rule) => rule.then[effect] !== undefined);
  const fields = new Map<string, FieldRules>();
  return {
    excludeTypes: withEffect('excludeTypes'),
    preferTypes: withEffect('preferTypes'),
    eligible: withEffect('eligible'),
    offer: withEffect('offer'),
    hideSection: withEffect('hideSection'),
    ofField(name) {
      let found = fields.get(name);
      if (found === undefined) {
        found = fieldRules(rules, name);
        fields.set(name, found);
      }
      return found;
    },
  };
}

function fieldRules(rules: readonly Rule[], name: string): FieldRules {
  const listing = (effect: 'hide' | 'conceal' | 'require') =>
    rules.filter((rule) => rule.then[effect]?.includes(name));
  const keyed = (effect: 'options' | 'filter' | 'preset' | 'limit' | 'bound') =>
    rules.filter((rule) => rule.then[effect] !== undefined && Object.hasOwn(rule.then[effect], name));
  return {
    hide: listing('hide'),
    conceal: listing('conceal'),
    require: listing('require'),
    options: keyed('options'),
    filter: keyed('filter'),
    preset: keyed('preset'),
    limit: keyed('limit'),
    bound: keyed('bound'),
  };
}
