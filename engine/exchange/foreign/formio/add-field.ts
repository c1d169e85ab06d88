import { isObject, toText } from '../../../json-schema/values.ts';
import type { JsonSchema } from '../../../model/types.ts';
import {
  type CalculationBranch,
  isPresetValue,
  toCalculationBranches,
  writeCalculation,
} from '../expressions/branches.ts';
import { type KnownField, type Translated, translated, untranslated } from '../expressions/expression.ts';
import { parseScript } from '../expressions/parse-expression.ts';
import { negate } from '../expressions/to-condition.ts';
import { type ImportedChoice, type LateEffects, type SourceText, toKnownField } from '../form-parts.ts';
import { type ElementReader, quoteValue } from '../report.ts';
import { toMaskPattern } from '../texts.ts';
import { readConditions, readJsonLogic } from './conditions.ts';
import {
  createDataLookup,
  type FormioContext,
  type FormioPlace,
  isBlank,
  readComponentText,
} from './context.ts';
import { type ComponentLogic, readLogic } from './logic.ts';
import { readValidation } from './validation.ts';

/** The field that a component becomes, without what all components have in common. */
export interface ComponentField {
  readonly schema: JsonSchema;
  readonly ui?: Readonly<Record<string, unknown>>;
  readonly choices?: readonly ImportedChoice[];
  /** The kind of field that the component became, if it is another kind of field. */
  readonly became?: string;
  /** Properties of the component that this conversion has reported as taken. */
  readonly taken?: readonly string[];
  readonly isHidden?: boolean;
  /** True if the component demands an answer in another way than by `validate`. */
  readonly isRequired?: boolean;
}

/** Adds the field of a component with its texts, limits, rules and default. Returns its name. */
export function addComponentField(
  reader: ElementReader,
  field: ComponentField,
  context: FormioContext,
  place: FormioPlace,
): string {
  const { source } = reader;
  const isSeveral = source.multiple === true && field.schema.type !== 'array';
  const label = readLabel(reader, context);
  const limits = readValidation(reader, field.schema, label, context);
  const hint = readHint(reader, context);
  const placeholder = readComponentText(reader, 'placeholder', context);
  reader.take('type', 'disabled', 'hidden', ...(field.taken ?? []));
  if (isSeveral) reader.change('multiple', 'a list');
  else reader.take('multiple');
  const logic = readLogic(reader, context, place);
  const masked = readMask(reader, field.schema);
  const isDisabled = source.disabled === true || place.isDisabled === true;
  const isHidden =
    field.isHidden === true ||
    place.isHidden === true ||
    (source.hidden === true &&
      !logic.isShown &&
      isBlank(source.conditional) &&
      isBlank(source.customConditional));
  const single = {
    ...field.schema,
    ...masked,
    ...limits.schema,
    ...readDefault(reader, field.schema, isSeveral),
  };
  const { default: preset, ...item } = single;
  const schema = isSeveral
    ? { type: 'array', items: item, ...(preset !== undefined && { default: preset }) }
    : single;
  if (field.became !== undefined) reader.takeElement(field.became);
  const name = context.builder.addField(place.scope, {
    reader,
    name: reader.element,
    schema,
    ui: {
      ...(isSeveral ? { items: field.ui ?? {} } : field.ui),
      ...(isHidden && { 'ui:widget': 'hidden' }),
      ...(isDisabled && !logic.isEnabled && { 'ui:disabled': true }),
    },
    isRequired:
      (limits.isRequired || field.isRequired === true) &&
      !logic.isRequiredByRule &&
      !isHidden &&
      (!isDisabled || logic.isEnabled),
    label,
    hint,
    placeholder: isSeveral ? undefined : placeholder,
    ...(field.choices && { choices: field.choices }),
    problems: limits.problems,
  });
  if (name === reader.element) reader.take('key');
  else reader.change('key', `"${name}"`);
  register(name, reader.element, place.scope.properties[name] ?? {}, context, place);
  addShowRule([name], reader, context, place);
  addLogicRules(name, logic, reader, context, place);
  addScriptRules(name, reader, context, place);
  return name;
}

/** Returns the label of a component, with what is drawn before or after its field: `Weight (kg)`. */
function readLabel(reader: ElementReader, context: FormioContext): SourceText {
  const { locale } = context;
  const label = readComponentText(reader, 'label', context) ?? {
    texts: { [locale]: reader.element },
    pointer: reader.at('key'),
  };
  const added = ['prefix', 'suffix'].flatMap((property) => {
    const text = readComponentText(reader, property, context)?.texts[locale];
    if (text !== undefined) reader.change(property, 'a part of the label');
    return text ?? [];
  });
  return added.length === 0
    ? label
    : { ...label, texts: { [locale]: `${label.texts[locale] ?? ''} (${added.join(' ')})` } };
}

/** Returns the description of a component with its tooltip, because a field has one hint. */
function readHint(reader: ElementReader, context: FormioContext): SourceText | undefined {
  const description = readComponentText(reader, 'description', context);
  const tooltip = readComponentText(reader, 'tooltip', context);
  if (description === undefined || tooltip === undefined) return description ?? tooltip;
  reader.change('tooltip', 'a part of the hint');
  const { locale } = context;
  const parts = [description.texts[locale] ?? '', tooltip.texts[locale] ?? ''].map((text) =>
    /[.!?…:]$/.test(text) ? text : `${text}.`,
  );
  return { ...description, texts: { [locale]: parts.join(' ') } };
}

/** Adds the rules that the logic of a component became. */
function addLogicRules(
  name: string,
  { rules, values }: ComponentLogic,
  reader: ElementReader,
  context: FormioContext,
  place: FormioPlace,
): void {
  const isInside = place.scope.path.length > 0;
  const findField = (fact: string) => [...(place.items?.values() ?? [])].find((field) => field.fact === fact);
  for (const { effect, part, pointer } of rules)
    if (!isInside) context.builder.addRule({ effect, names: [name], parts: [part] });
    else if (effect === 'show' || effect === 'require')
      context.builder.addInnerRule({ scope: place.scope, name, effect, parts: [part], findField });
    else if (effect === 'hide')
      context.builder.addInnerRule({
        scope: place.scope,
        name,
        effect: 'show',
        parts: [{ ...part, translate: () => negate(part.translate()) }],
        findField,
      });
    else
      context.lines.set({
        pointer,
        element: reader.element,
        property: 'logic',
        outcome: 'left-out',
        reason: `no rule applies inside another field: ${quoteValue(part.source)}`,
      });
  for (const { value, part } of values)
    context.builder.addLateRule({
      id: `preset-${name.toLowerCase().replaceAll('_', '-')}`,
      description: `Presets "${reader.element}" under a condition.`,
      origins: [part.pointer],
      write() {
        if (isInside) return untranslated('no rule applies inside another field');
        const when = part.translate();
        return when.ok ? translated({ when: when.value, then: { preset: { [name]: value } } }) : when;
      },
    });
}

/** Makes a field known to conditions. Of several with one key, the first is. */
export function register(
  name: string,
  key: string,
  schema: JsonSchema,
  context: FormioContext,
  place: FormioPlace,
): void {
  addFirst(place.items, key, toKnownField(name, schema));
  if (place.scope.isInList) return;
  const field = toKnownField(`values.${[...place.scope.path, name].join('.')}`, schema);
  addFirst(context.fields, `${place.prefix}${key}`, field);
}

/** Adds a field unless the key already means another one. */
function addFirst(fields: Map<string, KnownField> | undefined, key: string, field: KnownField): void {
  const known = fields?.get(key);
  if (known === undefined || known.fact === field.fact) fields?.set(key, field);
}

/** Adds a rule that shows fields under the conditions of a component and the layouts around it. */
function addShowRule(
  names: readonly string[],
  reader: ElementReader,
  context: FormioContext,
  place: FormioPlace,
): void {
  const parts = [...place.conditions, ...readConditions(reader, context, place)];
  if (parts.length === 0) return;
  if (place.scope.path.length === 0) {
    context.builder.addRule({ effect: 'show', names, parts });
    return;
  }
  const findField = (fact: string) => [...(place.items?.values() ?? [])].find((field) => field.fact === fact);
  for (const name of names)
    context.builder.addInnerRule({ scope: place.scope, name, effect: 'show', parts, findField });
}

function readDefault(reader: ElementReader, { type, format }: JsonSchema, isSeveral: boolean): JsonSchema {
  const { defaultValue } = reader.source;
  const value =
    format === 'date' && typeof defaultValue === 'string' ? toIsoDate(defaultValue) : defaultValue;
  const isEmptyValue = isBlank(value) || (isObject(value) && Object.values(value).every(isBlank));
  if (isEmptyValue) {
    reader.ignore('defaultValue', 'it is empty');
    return {};
  }
  const single = Array.isArray(value) && !isSeveral && type !== 'array' ? value[0] : value;
  const kind = Array.isArray(single) ? 'array' : typeof single;
  const wanted = isSeveral ? 'array' : type;
  const number =
    wanted === 'number' && kind === 'string' && toText(single).trim() !== '' ? Number(single) : Number.NaN;
  if (kind === wanted || (kind === 'number' && wanted === 'integer')) {
    reader.take('defaultValue');
    return { default: single };
  }
  if (Number.isFinite(number) || (wanted === 'boolean' && single === 'true')) {
    reader.change('defaultValue', toText(single));
    return { default: wanted === 'boolean' ? true : number };
  }
  if (wanted === 'array' && isObject(single)) {
    reader.change('defaultValue', 'the ticked choices');
    return { default: Object.keys(single).filter((key) => single[key] === true) };
  }
  reader.leaveOut('defaultValue', `${quoteValue(value)} is no answer to a question of this kind`);
  return {};
}

/** Adds the rules of `calculateValue`, `customDefaultValue` and `validate.custom`, which are scripts. */
function addScriptRules(
  name: string,
  reader: ElementReader,
  context: FormioContext,
  place: FormioPlace,
): void {
  const validate = isObject(reader.source.validate) ? reader.source.validate : {};
  const scripts = [
    { script: reader.source.calculateValue, property: 'calculateValue', effect: 'calculate' },
    { script: reader.source.customDefaultValue, property: 'customDefaultValue', effect: 'preset' },
    { script: validate.custom, property: 'validate', effect: 'bound' },
  ] as const;
  for (const { script, property, effect } of scripts) {
    const isLogic = isObject(script) && property === 'calculateValue';
    if (!isLogic && (typeof script !== 'string' || script.trim() === '')) {
      if (property === 'validate') continue;
      if (isBlank(script)) reader.ignore(property, 'it is empty');
      else reader.leaveOut(property, `no rule is made of ${quoteValue(script)}`, 'write a rule');
      continue;
    }
    if (property !== 'validate')
      reader.change(property, effect === 'calculate' ? 'a calculated field' : 'a preset');
    context.builder.addLateRule({
      id: `${effect}-${name.toLowerCase().replaceAll('_', '-')}`,
      description: `Says of "${reader.element}" what its script said.`,
      origins: [property === 'validate' ? `${reader.at('validate')}/custom` : reader.at(property)],
      write() {
        if (place.scope.path.length > 0)
          return untranslated('no rule applies inside another field, and scripts are never run');
        const effects =
          effect === 'bound'
            ? toBound(toText(script), name, context, place)
            : toValue(script, effect, name, context, place);
        if (effects.ok) return effects;
        return untranslated(
          isLogic
            ? `no rule is made of ${quoteValue(script)}: ${effects.reason}`
            : `the script ${quoteValue(script)} is never run: ${effects.reason}`,
        );
      },
    });
  }
}

/** Translates a script, or a calculation in JsonLogic. */
function toValue(
  script: unknown,
  effect: 'calculate' | 'preset',
  name: string,
  context: FormioContext,
  place: FormioPlace,
): Translated<readonly LateEffects[]> {
  const expression = typeof script === 'string' ? parseScript(script, 'value') : readJsonLogic(script);
  if (!expression.ok) return expression;
  const branches = toCalculationBranches(expression.value, createDataLookup(context, place));
  if (!branches.ok) return branches;
  const isPreset = ({ when, calculation: { written } }: CalculationBranch) =>
    effect === 'preset' || (typeof written !== 'object' && when === undefined);
  if (branches.value.some((branch) => isPreset(branch) && !isPresetValue(branch.calculation.written)))
    return untranslated('a preset is a constant, another answer or a day');
  return translated(
    branches.value.map((branch): LateEffects => {
      return {
        ...(branch.when && { when: branch.when }),
        then: isPreset(branch)
          ? { preset: { [name]: branch.calculation.written } }
          : { calculate: { [name]: writeCalculation(branch.calculation) } },
      };
    }),
  );
}

/** Translates `valid = input === data.password ? true : 'Message'`. */
function toBound(
  script: string,
  name: string,
  context: FormioContext,
  place: FormioPlace,
): Translated<LateEffects> {
  const parsed = parseScript(script, 'valid');
  if (!parsed.ok) return parsed;
  const test =
    parsed.value.kind === 'operation' && parsed.value.operator === 'if'
      ? parsed.value.operands[0]
      : parsed.value;
  const refusal = untranslated('it is no comparison of the answer with one other answer');
  if (test?.kind !== 'operation') return refusal;
  const [left, right] = test.operands;
  const end = ({ '==': 'equals', '>=': 'minimum', '<=': 'maximum' } as Readonly<Record<string, string>>)[
    test.operator
  ];
  if (end === undefined || left?.kind !== 'name' || left.name !== 'input' || right?.kind !== 'name')
    return refusal;
  const other = createDataLookup(context, place)(right.name);
  return other !== undefined && 'fact' in other
    ? translated({ then: { bound: { [name]: { [end]: { var: other.fact } } } } })
    : refusal;
}

/** Returns a day as JSON Schema writes it; an empty text for a day that is not filled in. */
function toIsoDate(text: string): string {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  if (year === undefined) return text;
  return year === '0000' ? '' : `${year}-${month}-${day}`;
}

/** Returns the pattern of an input mask; an empty schema if there is none, or if the format says more. */
function readMask(reader: ElementReader, { type, format }: JsonSchema): JsonSchema {
  const { inputMask } = reader.source;
  if (typeof inputMask !== 'string' || inputMask === '' || type !== 'string' || format !== undefined) {
    reader.ignore('inputMask', 'it is empty');
    return {};
  }
  reader.change('inputMask', 'a pattern');
  return { pattern: toMaskPattern(inputMask) };
}
