import { typeField } from '../../names.ts';
import { resolve } from '../../resolve/resolve.ts';
import type { FieldPlan, Form, Situation, Values } from '../../types.ts';

/** A page of one enquiry type before anything is entered. */
export interface EmptyPage {
  readonly form: Form;
  readonly situation: Situation;
  /** What the visitor enters, whatever the example says; null empties a field. */
  readonly fixed: Values;
}

/**
 * What a visitor who wants to send enters, one attempt for each example of the form: the example's values in what can be
 * seen, and the first offered choice where the example's is not offered or where one has to be made.
 */
export function* fillIn({ form, situation, fixed }: EmptyPage): Generator<Values> {
  const declared = form.types[0]?.schema.examples;
  const examples: readonly unknown[] = Array.isArray(declared) ? declared : [];
  for (const example of examples.length > 0 ? examples : [{}]) {
    const start = { ...situation.entered, ...(example as Values), ...withoutNulls(fixed) };
    const entered = Object.fromEntries(Object.entries(start).filter(([name]) => fixed[name] !== null));
    yield completed({ form, situation, fixed }, entered);
  }
}

/** A choice may bring another into sight: so twice. */
function completed(page: EmptyPage, entered: Values): Values {
  const once = withChoices(page, entered);
  return once === entered ? entered : withChoices(page, once);
}

function withChoices({ form, situation, fixed }: EmptyPage, entered: Values): Values {
  const plan = resolve(form, { ...situation, entered });
  const changes = plan.fields
    .filter(({ name }) => name !== typeField && !(name in fixed))
    .flatMap(choiceOf(entered));
  return changes.length === 0 ? entered : { ...entered, ...Object.fromEntries(changes) };
}

type Change = readonly [name: string, value: unknown];

function choiceOf(entered: Values): (field: FieldPlan) => readonly Change[] {
  return ({ name, visibility, options, value, isRequired }) => {
    // What cannot be seen cannot be entered.
    if (visibility === 'concealed' && entered[name] !== undefined) return [[name, undefined]];
    if (visibility !== 'shown' || options === undefined || value !== undefined) return [];
    if (entered[name] !== undefined) return [[name, options[0]?.value]];
    return isRequired && options.length > 0 ? [[name, options[0]?.value]] : [];
  };
}

function withoutNulls(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
