import type { Condition } from '../../../model/types.ts';
import type { ConvertedRule } from '../converted-form.ts';
import type { Translated } from '../expressions/expression.ts';
import { joinConditions } from '../expressions/to-condition.ts';
import { createFreeNames, toKey } from '../names.ts';
import { type ImportLines, quoteValue } from '../report.ts';

/** The rule of one element, which also applies to the elements inside it. */
export interface OwnRule {
  readonly effect: 'show' | 'hide' | 'enable' | 'disable';
  readonly pointer: string;
  readonly condition: Translated<Condition>;
  /** The condition in JSON Forms. */
  readonly written: unknown;
  readonly source: string;
}

/** A field or block with the rules that apply to it. */
export interface RuledName {
  readonly name: string;
  readonly rules: readonly OwnRule[];
}

/** Writes one rule for each condition and effect, with all fields and blocks that it applies to. */
export function writeRules(
  ruled: readonly RuledName[],
  blocks: readonly string[],
  lines: ImportLines,
): readonly ConvertedRule[] {
  const findFreeId = createFreeNames('-');
  const groups = new Map<
    string,
    { effect: OwnRule['effect']; when: Condition; names: string[]; origins: string[]; source: string }
  >();
  const refused = new Set<string>();
  // Blocks can only be shown and hidden; what disables their group concerns its fields.
  const isBlock = (name: string) => blocks.includes(name);
  const add = (effect: OwnRule['effect'], when: Condition, name: string, from: readonly OwnRule[]) => {
    const id = `${effect} ${JSON.stringify(when)}`;
    const group = groups.get(id) ?? {
      effect,
      when,
      names: [],
      origins: [],
      source: from.map(({ source }) => source).join(' and '),
    };
    if (!group.names.includes(name)) group.names.push(name);
    group.origins.push(...from.map(({ pointer }) => pointer));
    groups.set(id, group);
  };
  for (const { name, rules } of ruled) {
    for (const { pointer, condition, source } of rules) {
      if (condition.ok || refused.has(pointer)) continue;
      refused.add(pointer);
      lines.change(pointer, {
        outcome: 'left-out',
        reason: `the condition ${quoteValue(source)} cannot be translated: ${condition.reason}`,
        remedy: 'write a rule',
      });
    }
    // A field is shown if all that shows it says so; each that hides or disables it is enough.
    for (const effect of ['show', 'enable'] as const) {
      if (effect === 'enable' && isBlock(name)) continue;
      const own = rules.filter((rule) => rule.effect === effect && rule.condition.ok);
      const when = joinConditions(
        'and',
        own.map(({ condition }) => condition),
      );
      if (when.ok) add(effect, when.value, name, own);
    }
    for (const rule of rules)
      if (
        (rule.effect === 'hide' || rule.effect === 'disable') &&
        rule.condition.ok &&
        !(rule.effect === 'disable' && isBlock(name))
      )
        add(rule.effect, rule.condition.value, name, [rule]);
  }
  return [...groups.values()].map(({ effect, when, names, origins, source }) => ({
    id: findFreeId(`${effect}-${toKey(names[0] ?? '', 'field')}`),
    description: `${effect[0]?.toUpperCase()}${effect.slice(1)}: ${source.slice(0, 250)}.`,
    when,
    then: { [effect]: names },
    origins: [...new Set(origins)],
  }));
}
