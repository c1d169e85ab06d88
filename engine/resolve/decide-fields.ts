import type { FieldDefinition, FieldPlan, Values } from '../types.ts';
import { fieldTexts } from './field-texts.ts';
import { type FieldOptions, type FieldsContext, optionsOf, resolveField } from './fields.ts';
import { type FieldsRead, indexRules } from './rule-index.ts';

/**
 * The fields of a type in an earlier plan, resolved with the same form and the same facts of the earlier
 * strata.
 */
export interface FormerFields {
  readonly fields: readonly FieldPlan[];
  readonly entered: Values;
}

/**
 * Resolves the fields of a type. A rule that reads `values.x` gets the effective value of x, which is
 * resolved on first access; `compile` has made sure that there are no cycles. A field of the earlier plan is
 * reused if its entered value and everything that its rules read are unchanged.
 */
export function decideFields(context: FieldsContext, former?: FormerFields): readonly FieldPlan[] {
  const { form, type, situation } = context;
  const { fields: definitions } = type;
  const rules = indexRules(form);
  const places = placesOf(definitions);
  const decided: FieldPlan[] = new Array(definitions.length);
  const offers: FieldOptions[] = new Array(definitions.length);
  const values: Record<string, unknown> = {};
  const options: Record<string, unknown> = {};
  const facts = { ...context.facts, values, options };
  const deciding = { ...context, facts, textsOf: fieldTexts(form, type.key, context.textLocale) };

  const decide = (place: number): FieldPlan => {
    const field = decided[place] ?? formerField(place) ?? freshField(place);
    decided[place] = field;
    return field;
  };
  const formerField = (place: number): FieldPlan | undefined => {
    const field = former?.fields[place];
    const isSame =
      field !== undefined &&
      situation.entered[field.name] === former?.entered[field.name] &&
      saysTheSame(rules.readFor(field.name));
    return isSame ? field : undefined;
  };
  const freshField = (place: number): FieldPlan =>
    resolveField(definitionAt(place), offerOf(place), deciding);
  const offerOf = (place: number): FieldOptions => {
    const offer = offers[place] ?? formerOffer(place) ?? optionsOf(definitionAt(place), deciding);
    offers[place] = offer;
    return offer;
  };
  const formerOffer = (place: number): FieldOptions | undefined => {
    const field = former?.fields[place];
    if (field === undefined || !saysTheSame(rules.readForOptions(field.name))) return undefined;
    const { options: offered, optionsState: state, because } = field;
    return { offer: offered && { options: offered, state }, because: because.options };
  };
  /** Returns true if the values and options of other fields that were read are unchanged. */
  const saysTheSame = (read: FieldsRead | undefined): boolean =>
    read === undefined ||
    (read.values.every((name) => {
      const place = places.get(name);
      return place === undefined || decide(place).value === former?.fields[place]?.value;
    }) &&
      read.options.every((name) => {
        const place = places.get(name);
        return place === undefined || isOffering(place) === hasOptions(former?.fields[place]?.options);
      }));
  const isOffering = (place: number) => hasOptions(offerOf(place).offer?.options);
  const definitionAt = (place: number) => definitions[place] as FieldDefinition;

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

const places = new WeakMap<readonly FieldDefinition[], ReadonlyMap<string, number>>();

function placesOf(definitions: readonly FieldDefinition[]): ReadonlyMap<string, number> {
  let found = places.get(definitions);
  if (found === undefined) {
    found = new Map(definitions.map(({ name }, place) => [name, place]));
    places.set(definitions, found);
  }
  return found;
}
