import { memoizeByObject } from '../model/memoize.ts';
import type { FieldDefinition, FieldPlan, Values } from '../model/types.ts';
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
 * Returns the plans of a type's fields, in the order of their definitions. A rule that reads `values.x` gets
 * the effective value of x, which is resolved on first access; `compile` has made sure that there are no
 * cycles. A field of the earlier plan is reused if its entered value and everything that its rules read are
 * unchanged.
 * @param former The fields of the earlier plan. Absent: all fields are resolved.
 */
export function decideFields(context: FieldDecisionInputs, former?: PreviousFields): readonly FieldPlan[] {
  const { form, type, situation } = context;
  const { fields: definitions } = type;
  const rules = indexRules(form);
  const indexes = getFieldIndexes(definitions);
  const decided: FieldPlan[] = new Array(definitions.length);
  const offers: FieldOptions[] = new Array(definitions.length);
  const values: Record<string, unknown> = {};
  const options: Record<string, unknown> = {};
  const facts = { ...context.facts, values, options };
  const deciding = { ...context, facts, getTexts: createFieldTextLookup(form, type.key, context.textLocale) };

  /** Returns the plan of a field: decided already, reused, or resolved now. It is stored in `decided`. */
  const getField = (index: number): FieldPlan => {
    const field = decided[index] ?? findReusableField(index) ?? resolveFreshField(index);
    decided[index] = field;
    return field;
  };
  /**
   * Returns the field of the earlier plan if it is unchanged, else undefined. Entered values are compared by
   * identity.
   */
  const findReusableField = (index: number): FieldPlan | undefined => {
    const field = former?.fields[index];
    const isSame =
      field !== undefined &&
      situation.entered[field.name] === former?.entered[field.name] &&
      areReadFieldsUnchanged(rules.getFieldsRead(field.name));
    return isSame ? field : undefined;
  };
  /** Resolves a field without the earlier plan, except that its options may be reused. */
  const resolveFreshField = (index: number): FieldPlan =>
    resolveField(getDefinition(index), getFieldOptions(index), deciding);
  /** Returns the options of a field: decided already, reused, or decided now. They are stored in `offers`. */
  const getFieldOptions = (index: number): FieldOptions => {
    const offer =
      offers[index] ?? findReusableOptions(index) ?? decideOptions(getDefinition(index), deciding);
    offers[index] = offer;
    return offer;
  };
  /**
   * Returns the options of a field in the earlier plan if nothing that their rules read has changed, else
   * undefined.
   */
  const findReusableOptions = (index: number): FieldOptions | undefined => {
    const field = former?.fields[index];
    if (field === undefined || !areReadFieldsUnchanged(rules.getFieldsReadForOptions(field.name)))
      return undefined;
    const { options: offered, optionsState: state, because } = field;
    return { offer: offered && { options: offered, state }, because: because.options };
  };
  /**
   * Returns true if the fields that are read have the values of the earlier plan and, like there, have
   * options or none. Also true if no field is read (undefined). May resolve the fields that are read.
   */
  const areReadFieldsUnchanged = (read: FieldsRead | undefined): boolean =>
    read === undefined ||
    (read.values.every((name) => {
      const index = indexes.get(name);
      return index === undefined || getField(index).value === former?.fields[index]?.value;
    }) &&
      read.options.every((name) => {
        const index = indexes.get(name);
        return index === undefined || offersOptions(index) === hasOptions(former?.fields[index]?.options);
      }));
  /** Returns true if a field offers at least one option. */
  const offersOptions = (index: number) => hasOptions(getFieldOptions(index).offer?.options);
  const getDefinition = (index: number) => definitions[index] as FieldDefinition;

  for (const name of new Set([...rules.read.values, ...rules.read.options])) {
    const index = indexes.get(name);
    if (index === undefined) continue;
    Object.defineProperty(values, name, { enumerable: true, get: () => getField(index).value });
    Object.defineProperty(options, name, { enumerable: true, get: () => offersOptions(index) });
  }
  return definitions.map((_, index) => getField(index));
}

/** Returns true for a list with at least one option; false for an empty or absent one. */
function hasOptions(options: readonly unknown[] = []): boolean {
  return options.length > 0;
}

/** Returns the position of each field in a type, by its name. The result is cached by the definitions. */
const getFieldIndexes = memoizeByObject(
  (definitions: readonly FieldDefinition[]): ReadonlyMap<string, number> =>
    new Map(definitions.map(({ name }, index) => [name, index])),
);
