import { isObject, toText } from '../../../json-schema/values.ts';
import type { Condition, JsonSchema } from '../../../model/types.ts';
import { translated } from '../expressions/expression.ts';
import { joinConditions } from '../expressions/to-condition.ts';
import type { ConditionPart, ImportedChoice } from '../form-parts.ts';
import { type ElementReader, quoteValue } from '../report.ts';
import { type SurveyContext, type SurveyPlace, toSourceText, translateCondition } from './context.ts';

/** The choices of a question, with the schema of one answer and the conditions of single choices. */
export interface SurveyChoices {
  readonly list: readonly ImportedChoice[];
  /** `{type, enum}` */
  readonly schema: JsonSchema;
  readonly conditions: readonly { readonly value: string | number | boolean; readonly part: ConditionPart }[];
}

/** Reads the choices in a property, and reports it. Undefined if there are none. */
export function readChoices(
  reader: ElementReader,
  property: string,
  context: SurveyContext,
  place: SurveyPlace,
  further: readonly ImportedChoice[] = [],
): SurveyChoices | undefined {
  const given = reader.source[property];
  if (!Array.isArray(given)) return undefined;
  const left: string[] = [];
  const conditions: { value: string | number | boolean; part: ConditionPart }[] = [];
  const seen = new Set<string>();
  const list: ImportedChoice[] = [];
  for (const [index, item] of given.entries()) {
    const value = readChoiceValue(isObject(item) ? (item.value ?? item.name) : item);
    const pointer = reader.at(property, index);
    if (value === undefined || seen.has(toText(value))) {
      left.push(value === undefined ? quoteValue(item) : `a second ${quoteValue(value)}`);
      continue;
    }
    seen.add(toText(value));
    const text = isObject(item) ? item.text : undefined;
    list.push({
      value,
      label: toSourceText(text ?? toText(value), pointer, context.locale) ?? { texts: {}, pointer },
    });
    // A choice that cannot be chosen is not offered: the same answers are accepted.
    for (const visible of isObject(item) ? [item.visibleIf, item.enableIf] : [])
      if (typeof visible === 'string' && visible !== '')
        conditions.push({
          value,
          part: {
            pointer: reader.at(property),
            source: visible,
            translate: () => translateCondition(visible, context, place),
          },
        });
  }
  const all = [...list, ...further.filter(({ value }) => !seen.has(toText(value)))];
  const lost = listLostMembers(given);
  if (left.length > 0) reader.change(property, `choices without ${left.join(', ')}, which cannot be answers`);
  else if (lost.length > 0)
    reader.change(property, `choices without their ${lost.map((name) => `"${name}"`).join(', ')}`);
  else reader.take(property);
  return all.length === 0 ? undefined : { list: toSameType(all), schema: toChoiceSchema(all), conditions };
}

/** Members of choices that are not taken, by name. */
function listLostMembers(items: readonly unknown[]): readonly string[] {
  const taken = new Set(['value', 'text', 'visibleIf', 'enableIf', 'name']);
  return [
    ...new Set(
      items
        .filter(isObject)
        .flatMap((item) =>
          Object.keys(item).filter(
            (name) => !taken.has(name) && !(name === 'imageLink' && isSitePath(item.imageLink)),
          ),
        ),
    ),
  ];
}

/** Returns true for a path on the site itself, the only address of which a page shows pictures. */
export function isSitePath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value);
}

function readChoiceValue(value: unknown): string | number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return toText(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** Returns the choices with values of one type: texts, unless all are numbers. */
export function toSameType(choices: readonly ImportedChoice[]): readonly ImportedChoice[] {
  return choices.every(({ value }) => typeof value === 'number')
    ? choices
    : choices.map((choice) => ({ ...choice, value: toText(choice.value) }));
}

/** Returns `{type, enum}` for choices. */
export function toChoiceSchema(choices: readonly ImportedChoice[]): JsonSchema {
  const values = toSameType(choices).map(({ value }) => value);
  const type = values.every((value) => Number.isInteger(value))
    ? 'integer'
    : values.every((value) => typeof value === 'number')
      ? 'number'
      : 'string';
  return { type, enum: values };
}

/**
 * Adds a rule that offers single choices, or all, only under their conditions. Rules filter fields of the form
 * itself only.
 */
export function addChoiceConditions(
  name: string,
  { conditions }: SurveyChoices,
  reader: ElementReader,
  context: SurveyContext,
  place: SurveyPlace,
): void {
  const shared = ['choicesVisibleIf', 'choicesEnableIf'].flatMap((property) => {
    const source = reader.source[property];
    return typeof source === 'string' && source.trim() !== '' ? [{ property, source }] : [];
  });
  if (conditions.length === 0 && shared.length === 0) return;
  if (place.scope.path.length > 0) {
    for (const { part } of conditions)
      context.lines.change(part.pointer, {
        outcome: 'changed',
        became: `choices that are always offered: no rule applies inside another question (${part.source})`,
      });
    return;
  }
  for (const { property } of shared) reader.change(property, 'a rule that filters the choices');
  const origins = [
    ...conditions.map(({ part }) => part.pointer),
    ...shared.map(({ property }) => reader.at(property)),
  ];
  context.builder.addLateRule({
    id: `choices-${name.toLowerCase().replaceAll('_', '-')}`,
    description: `Some choices of "${reader.element}" are offered only under a condition.`,
    origins: [...new Set(origins)],
    write() {
      const parts = conditions.map(({ value, part }) => {
        const condition = part.translate();
        const other: Condition = { '!=': [{ var: 'item.value' }, toText(value)] };
        return condition.ok ? joinConditions('or', [translated(other), condition]) : condition;
      });
      for (const { source } of shared) parts.push(translateItemCondition(source, context, place));
      const joined = joinConditions('and', parts);
      return joined.ok ? translated({ then: { filter: { [name]: joined.value } } }) : joined;
    },
  });
}

/** Translates a condition in which `{item}` is a choice. */
function translateItemCondition(source: string, context: SurveyContext, place: SurveyPlace) {
  const items = new Map(place.items);
  const fields = new Map(context.fields);
  fields.set('item', { fact: 'item.value', kind: 'text' });
  return translateCondition(source, { ...context, fields }, { items });
}
