import { memoizeByObject } from '../memoize.ts';
import type { FieldDefinition, FieldPlan, Values } from '../types.ts';
import { createFieldTextLookup } from './field-texts.ts';
import { decideOptions, type FieldDecisionInputs, type FieldOptions, resolveField } from './fields.ts';
import { type FieldsRead, indexRules } from './rule-index.ts';

/**
 * The fields of a type in an earlier plan, resolved with the same form and the same facts of the earlier
 * strata.
 */
export interface PreviousFields {
  readonly fields: readonly FieldPlan[];
  readonly entered: Values;
}

/**
 * Resolves the fields of a type. A rule that reads `values.x` gets the effective value of x, which is
 * resolved on first access; `compile` has made sure that there are no cycles. A field of the earlier plan is
 * reused if its entered value and everything that its rules read are unchanged.
 */
export function decideFields(context: FieldDecisionInputs, former?: PreviousFields): readonly FieldPlan[] {
  const { form, type, situation } = context;
  const { fields: definitions } = type;
  const rules = indexRules(form);
  const places = getFieldIndexes(definitions);
  const decided: FieldPlan[] = new Array(definitions.length);
  const offers: FieldOptions[] = new Array(definitions.length);
  const values: Record<string, unknown> = {};
  const options: Record<string, unknown> = {};
  const facts = { ...context.facts, values, options };
  const deciding = { ...context, facts, getTexts: createFieldTextLookup(form, type.key, context.textLocale) };

  const decide = (place: number): FieldPlan => {
    const field = decided[place] ?? findReusableField(place) ?? resolveFreshField(place);
    decided[place] = field;
    return field;
  };
  const findReusableField = (place: number): FieldPlan | undefined => {
    const field = former?.fields[place];
    const isSame =
      field !== undefined &&
      situation.entered[field.name] === former?.entered[field.name] &&
      readsTheSame(rules.getFieldsRead(field.name));
    return isSame ? field : undefined;
  };
  const resolveFreshField = (place: number): FieldPlan =>
    resolveField(getDefinition(place), getOffer(place), deciding);
  const getOffer = (place: number): FieldOptions => {
    const offer = offers[place] ?? findReusableOffer(place) ?? decideOptions(getDefinition(place), deciding);
    offers[place] = offer;
    return offer;
  };
  const findReusableOffer = (place: number): FieldOptions | undefined => {
    const field = former?.fields[place];
    if (field === undefined || !readsTheSame(rules.getFieldsReadForOptions(field.name))) return undefined;
    const { options: offered, optionsState: state, because } = field;
    return { offer: offered && { options: offered, state }, because: because.options };
  };
  const readsTheSame = (read: FieldsRead | undefined): boolean =>
    read === undefined ||
    (read.values.every((name) => {
      const place = places.get(name);
      return place === undefined || decide(place).value === former?.fields[place]?.value;
    }) &&
      read.options.every((name) => {
        const place = places.get(name);
        return place === undefined || isOffering(place) === hasOptions(former?.fields[place]?.options);
      }));
  const isOffering = (place: number) => hasOptions(getOffer(place).offer?.options);
  const getDefinition = (place: number) => definitions[place] as FieldDefinition;

  for (const name of new Set([...rules.read.values, ...rules.read.options])) {
    const place = places.get(name);
    if (place === undefined) continue;
    Object.defineProperty(values, name, { enumerable: true, get: () => decide(place).value });
    Object.defineProperty(options, name, { enumerable: true, get: () => isOffering(place) });
  }
  return definitions.map((_, place) => decide(place));
}

function hasOptions(options: readonly unknown[] = []): boolean {
  return options.length > 0;
}

const getFieldIndexes = memoizeByObject(
  (definitions: readonly FieldDefinition[]): ReadonlyMap<string, number> =>
    new Map(definitions.map(({ name }, place) => [name, place])),
);
