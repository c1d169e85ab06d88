import { memoizeByObject } from '../model/memoize.ts';
import { typeField } from '../model/names.ts';
import type {
  FieldDefinition,
  FieldPlan,
  Form,
  FormType,
  Json,
  SchemaCheck,
  Situation,
  Values,
} from '../model/types.ts';
import { judgePlan } from './judge.ts';
import { normaliseValue } from './normalise-value.ts';
import { findOfferedValue } from './options.ts';
import { readNumber } from './read-number.ts';
import { resolve } from './resolve.ts';

/** The sources of the values with which a link fills a form. */
export interface PrefillSources {
  readonly form: Form;
  /** Returns the page before any answer: its entered values are ignored. Called if the query fills something. */
  readonly getSituation: () => Situation;
  /** The parameters in the query of a page's address, decoded, in their order. */
  readonly parameters: Iterable<readonly [name: string, text: string]>;
  /** Returns the check of a type's schema. */
  readonly findCheck: (type: FormType) => SchemaCheck | undefined;
}

/** The longest value that is read, in UTF-16 code units, and the most parameters. Both only bound the work. */
const longestValue = 5000;
const mostParameters = 200;
/** The most times that values are read again. Values that still contradict each other are ignored. */
const mostRounds = 6;

/**
 * Returns the values with which a link fills a form: `?boat_model=Kestrel` gives `{boat_model: 'Kestrel'}`. Only
 * fields that allow it (`ui:prefill`) and that the visitor could fill in on this page are filled, with values that
 * the visitor could send. `enquiry_type` selects a type that is offered and has such a field. All other parameters
 * are ignored, and of several with one name all but the first.
 */
export function readPrefill(sources: PrefillSources): Values {
  const { form, parameters } = sources;
  const names = getPrefillNames(form);
  if (names.size === 0) return {};
  const given = new Map<string, string>();
  for (const [name, text] of [...parameters].slice(0, mostParameters))
    if (names.has(name) && !given.has(name) && text.trim() !== '' && text.length <= longestValue)
      given.set(name, text);
  return selectValid(sources, Object.fromEntries(given), mostRounds);
}

/** Returns true if a link can fill a field of the type. */
function hasPrefill({ fields }: Pick<FormType, 'fields'>): boolean {
  return fields.some(({ allowsPrefill }) => allowsPrefill);
}

/** Returns the names of the parameters that a form reads; none if no field allows it. */
const getPrefillNames = memoizeByObject((form: Form): ReadonlySet<string> => {
  const names = form.types.flatMap(({ fields }) =>
    fields.filter(({ allowsPrefill }) => allowsPrefill).map(({ name }) => name),
  );
  return new Set(names.length === 0 ? [] : [typeField, ...names]);
});

/**
 * Returns the values that are valid together. A value may decide about other fields, so the rest is read again
 * after each value that is left out.
 */
function selectValid(
  sources: PrefillSources,
  given: Readonly<Record<string, string>>,
  rounds: number,
): Values {
  if (rounds === 0 || Object.keys(given).length === 0) return {};
  const { form, getSituation, findCheck } = sources;
  const situation = getSituation();
  const plan = resolve(form, { ...situation, entered: given });
  const fields = new Map(plan.fields.map((field) => [field.name, field]));
  const values = Object.fromEntries(
    Object.entries(given).flatMap(([name, text]) => {
      const value = readValue(fields.get(name), plan.type, text);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const check = plan.type && findCheck(plan.type);
  const filled = resolve(form, { ...situation, entered: values });
  const wrong = new Set(
    check
      ? judgePlan({ plan: filled, check, submitted: filled.values }).map(({ field }) => field.split('/')[0])
      : [],
  );
  const remaining = Object.keys(values).filter((name) => !wrong.has(name));
  if (remaining.length === Object.keys(given).length) return values;
  const rest = Object.fromEntries(remaining.map((name) => [name, given[name] ?? '']));
  return selectValid(sources, rest, rounds - 1);
}

/** Returns the text as a value of a field; undefined if the visitor could not enter it here. */
function readValue(field: FieldPlan | undefined, type: FormType | undefined, text: string): Json | undefined {
  if (field === undefined || field.visibility !== 'shown' || field.fixed !== undefined) return undefined;
  const { definition, options, optionsState } = field;
  const isAllowed = field.name === typeField ? type && hasPrefill(type) : definition.allowsPrefill;
  if (!isAllowed || definition.isCalculated) return undefined;
  if (options && optionsState === 'ready' && definition.kind !== 'boolean')
    return findOfferedValue(options, text, definition);
  return readByKind(definition, text);
}

/** Returns the text as a value of the definition's kind, in the notation of JSON; undefined if it is none. */
function readByKind(definition: FieldDefinition, text: string): Json | undefined {
  switch (definition.kind) {
    case 'integer':
    case 'number':
      return readNumber(text.trim());
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'string':
    case 'id':
      return normaliseValue(definition, text);
    case 'json':
      return undefined;
  }
}
