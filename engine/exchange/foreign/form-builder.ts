import type { Condition, JsonSchema } from '../../model/types.ts';
import { type ConvertedRule, splitRequirements } from './converted-form.ts';
import { joinConditions } from './expressions/to-condition.ts';
import { toSchemaCondition } from './expressions/to-schema.ts';
import {
  type BlockInput,
  type FieldInput,
  type FieldScope,
  type FormBuilder,
  type InnerRuleInput,
  type LateRule,
  type RuleInput,
  type SourceText,
  writeLiterally,
} from './form-parts.ts';
import { createFreeNames, toFieldName, toKey } from './names.ts';
import { type ImportLines, quoteValue } from './report.ts';

interface BuilderOptions {
  /** The language that has every text. */
  readonly locale: string;
  /** Names that the fields of the form cannot have. */
  readonly takenNames: ReadonlySet<string>;
  /** Writes a text as an ICU message. */
  readonly writeMessage?: typeof writeLiterally;
}

/** Creates a builder for a form that lists elements one after the other. */
export function createFormBuilder(
  lines: ImportLines,
  { locale, takenNames, writeMessage = writeLiterally }: BuilderOptions,
): FormBuilder {
  const origins = new Map<string, string>();
  const texts = new Map<string, SourceText>();
  const order: string[] = [];
  const blocks: Record<string, unknown> = {};
  const steps: { name: string; title: SourceText; text: SourceText | undefined; fields: string[] }[] = [];
  const rules: RuleInput[] = [];
  const innerRules: InnerRuleInput[] = [];
  const lateRules: LateRule[] = [];
  const formUi: Record<string, unknown> = {};
  const findFreeBlockName = createFreeNames('-', ['review', 'check']);
  const root = createScope({ path: [], pointer: '/properties', isInList: false, takenNames });

  const setText = (key: string, { texts: given, pointer }: SourceText) => {
    const filled = Object.entries(given).filter(([, each]) => each.trim() !== '');
    if (filled.length === 0) return;
    texts.set(key, { texts: Object.fromEntries(filled), pointer });
    origins.set(`text#${key}`, pointer);
  };

  /** Returns the messages by language. The language that has every text gets missing ones from another. */
  function writeMessages(): Readonly<Record<string, Readonly<Record<string, string>>>> {
    const grouped: Record<string, Record<string, string>> = { [locale]: {} };
    for (const [key, { texts: given, pointer }] of texts) {
      const whole =
        given[locale] === undefined ? { ...given, [locale]: Object.values(given)[0] ?? '' } : given;
      for (const [language, text] of Object.entries(whole)) {
        const { message, became } = writeMessage(text);
        grouped[language] ??= {};
        Object.assign(grouped[language], { [key]: message });
        if (became !== undefined) lines.change(pointer, { outcome: 'changed', became });
      }
    }
    return grouped;
  }

  function addField(scope: FieldScope, field: FieldInput): string {
    const { reader, schema, ui = {}, label, hint, placeholder, choices = [], problems = {} } = field;
    const name = scope.findFreeName(toFieldName(field.name, 'field'));
    scope.properties[name] = schema;
    if (field.isRequired) scope.required.push(name);
    if (Object.keys(ui).length > 0) scope.ui[name] = { ...ui };
    const at = `${scope.pointer}/${name}`;
    origins.set(`schema#${at}`, reader.pointer);
    origins.set(`ui#${at.replaceAll('/properties/', '/')}`, reader.pointer);
    for (const keyword of Object.keys(schema)) {
      const property = sourceProperties.find(
        ([keywords, each]) => keywords.includes(keyword) && reader.source[each] !== undefined,
      )?.[1];
      if (property !== undefined) origins.set(`schema#${at}/${keyword}`, reader.at(property));
    }
    const path = [...scope.path, name].join('.');
    if (scope.path.length === 0) {
      order.push(name);
      steps.at(-1)?.fields.push(name);
    }
    if (label) setText(`fields.${path}.label`, label);
    if (hint) setText(`fields.${path}.hint`, hint);
    if (placeholder) setText(`fields.${path}.placeholder`, placeholder);
    for (const choice of choices) setText(`options.${path}.${choice.value}`, choice.label);
    for (const [code, message] of Object.entries(problems))
      setText(`fields.${path}.problems.${code}`, message);
    return name;
  }

  function removeField(scope: FieldScope, name: string): void {
    delete scope.properties[name];
    delete scope.ui[name];
    removeItem(scope.required, name);
    if (scope.path.length > 0) return;
    removeItem(order, name);
    for (const { fields } of steps) removeItem(fields, name);
    for (const key of texts.keys())
      if (key.split('.')[1] === name && !key.startsWith('blocks.')) texts.delete(key);
  }

  function addBlock({ reader, name, kind, options = {}, texts: parts }: BlockInput): string {
    const unique = findFreeBlockName(toKey(name, kind));
    blocks[unique] = { kind, ...options };
    order.push(unique);
    origins.set(`ui#/ui:blocks/${unique}`, reader.pointer);
    for (const [part, text] of Object.entries(parts)) setText(`blocks.${unique}.${part}`, text);
    return unique;
  }

  /** Returns the rules of the parts that could be translated, and reports the others. */
  function translateRules(): readonly ConvertedRule[] {
    const findFreeId = createFreeNames('-');
    const groups = new Map<
      string,
      { rule: RuleInput; when: Condition; names: string[]; origins: string[] }
    >();
    for (const rule of rules) {
      const parts = rule.parts.map((part) => ({ ...part, translation: part.translate() }));
      const refused = parts.filter(({ translation }) => !translation.ok);
      for (const { pointer, source, translation } of refused) {
        if (translation.ok) continue;
        lines.change(pointer, {
          outcome: 'left-out',
          reason: `the expression ${quoteValue(source)} cannot become a condition: ${translation.reason}`,
          remedy: 'write a rule',
        });
      }
      const usable = parts.filter(({ translation }) => translation.ok);
      // Showing a field more often loses nothing, requiring or disabling it more often could.
      if (usable.length === 0 || (refused.length > 0 && rule.effect !== 'show')) continue;
      const when = joinConditions(
        'and',
        usable.map(({ translation }) => translation),
      );
      if (!when.ok) continue;
      const id = `${rule.effect} ${JSON.stringify(when.value)}`;
      const group = groups.get(id) ?? { rule, when: when.value, names: [], origins: [] };
      group.names.push(...rule.names.filter((name) => !group.names.includes(name)));
      group.origins.push(...usable.map(({ pointer }) => pointer));
      groups.set(id, group);
    }
    const written = [...groups.values()].map(
      ({ rule, when, names, origins: from }): ConvertedRule => ({
        id: findFreeId(`${rule.effect}-${toKey(names[0] ?? '', 'field')}`),
        description:
          `${effectTexts[rule.effect]} if ${rule.parts.map(({ source }) => source.replaceAll(/\s+/g, ' ')).join(' and ')}.`.slice(
            0,
            300,
          ),
        when,
        then: { [rule.effect]: names },
        origins: [...new Set(from)],
      }),
    );
    const late = lateRules.flatMap((rule): readonly ConvertedRule[] => {
      const effects = rule.write();
      if (effects.ok)
        return [effects.value].flat().map((each) => ({
          id: findFreeId(rule.id),
          description: rule.description,
          ...each,
          origins: rule.origins,
        }));
      for (const pointer of rule.origins)
        lines.change(pointer, {
          outcome: 'left-out',
          reason: effects.reason,
          remedy: 'write a rule',
        });
      return [];
    });
    return [...written, ...joinBounds(late)];
  }

  return {
    root,
    addField,
    removeField,
    addBlock,
    setText,
    setUi: (key, value) => {
      formUi[key] = value;
    },
    createInnerScope(scope, name, kind) {
      const isInList = scope.isInList || kind === 'list';
      const inner = createScope({
        path: [...scope.path, name],
        pointer: `${scope.pointer}/${name}${kind === 'list' ? '/items' : ''}/properties`,
        isInList,
      });
      const { schema } = inner;
      const own = scope.properties[name] ?? {};
      // The object itself, because branches are added to it later.
      scope.properties[name] =
        kind === 'list'
          ? { ...own, type: 'array', items: schema }
          : Object.assign(schema, { ...own, ...schema });
      const ui = { ...(scope.ui[name] as object | undefined) };
      scope.ui[name] = kind === 'list' ? { ...ui, items: inner.ui } : Object.assign(inner.ui, ui);
      return inner;
    },
    startStep(name, title, text) {
      steps.push({ name: findFreeBlockName(toKey(name, 'page')), title, text, fields: [] });
    },
    addRule: (rule) => void rules.push(rule),
    addInnerRule: (rule) => void innerRules.push(rule),
    addLateRule: (rule) => void lateRules.push(rule),
    finish({ key, names, pointer }) {
      for (const rule of innerRules) addInnerCondition(rule, lines);
      for (const { scope } of innerRules) allowConditionalNames(scope);
      const ownRules = translateRules();
      const requirements = splitRequirements(root.required, ownRules, pointer);
      root.required.splice(0, root.required.length, ...requirements.required);
      const shown = steps.filter(({ fields }) => fields.length > 0);
      const isInSteps = shown.length > 1;
      // A step must not have the name of a field.
      const stepNames = shown.map(({ name }) =>
        Object.hasOwn(root.properties, name) ? findFreeBlockName(`${name}-step`) : name,
      );
      for (const [index, { title, text }] of isInSteps ? shown.entries() : []) {
        setText(`steps.${stepNames[index]}.title`, title);
        if (text) setText(`steps.${stepNames[index]}.text`, text);
        origins.set(`ui#/ui:steps/${index}`, title.pointer);
      }
      const ui = {
        ...(order.length > 0 && { 'ui:order': order }),
        ...(Object.keys(blocks).length > 0 && { 'ui:blocks': blocks }),
        ...(isInSteps && {
          'ui:steps': shown.map(({ fields }, index) => ({ name: stepNames[index], fields })),
        }),
        ...formUi,
        ...root.ui,
      };
      const schema = {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: names[locale] ?? key,
        type: 'object',
        additionalProperties: false,
        required: root.required,
        properties: root.properties,
      };
      return {
        key,
        pointer,
        names,
        locale,
        schema: removeEmptyParts(schema) as JsonSchema,
        ui: removeEmptyParts(ui) as Record<string, unknown>,
        rules: [...ownRules, ...requirements.rules],
        texts: writeMessages(),
        origins,
      };
    },
  };
}

/** Returns the rules with one rule for both bounds of a field, where both always apply. */
function joinBounds(rules: readonly ConvertedRule[]): readonly ConvertedRule[] {
  const joined = new Map<string, ConvertedRule>();
  for (const rule of rules) {
    const [field, ends] = readOnlyBound(rule) ?? [];
    const before = field === undefined ? undefined : joined.get(`bound ${field}`);
    const known = before && readOnlyBound(before)?.[1];
    const isFree = known !== undefined && Object.keys(ends ?? {}).every((end) => !Object.hasOwn(known, end));
    if (field === undefined || (before !== undefined && !isFree)) joined.set(`rule ${rule.id}`, rule);
    else
      joined.set(
        `bound ${field}`,
        before === undefined
          ? rule
          : {
              ...before,
              description: `${before.description} ${rule.description}`.slice(0, 300),
              then: { bound: { [field]: { ...known, ...ends } } },
              origins: [...before.origins, ...rule.origins],
            },
      );
  }
  return [...joined.values()];
}

/** Returns the field and the bounds of a rule that always applies and does nothing else. */
function readOnlyBound({ when, then }: ConvertedRule): readonly [string, object] | undefined {
  const bounds = Object.entries((then.bound as Readonly<Record<string, object>> | undefined) ?? {});
  return when === undefined && Object.keys(then).length === 1 && bounds.length === 1 ? bounds[0] : undefined;
}

const limitNames = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'format',
];

/** The properties of elements from which keywords of a schema come. */
const sourceProperties: readonly (readonly [keywords: readonly string[], property: string])[] = [
  [['default'], 'defaultValue'],
  [limitNames, 'validators'],
  [limitNames, 'validate'],
  [['multipleOf', 'minimum', 'formatMinimum'], 'min'],
  [['multipleOf', 'maximum', 'formatMaximum'], 'max'],
  [['enum'], 'choices'],
  [['enum'], 'values'],
  [['enum'], 'data'],
];

const effectTexts: Readonly<Record<RuleInput['effect'], string>> = {
  show: 'Shown',
  hide: 'Hidden',
  enable: 'Can be answered',
  disable: 'Cannot be answered',
  require: 'Required',
  readonly: 'Read-only',
};

function removeItem(list: string[], item: string): void {
  const index = list.indexOf(item);
  if (index !== -1) list.splice(index, 1);
}

interface ScopeOptions {
  readonly path: readonly string[];
  readonly pointer: string;
  readonly isInList: boolean;
  readonly takenNames?: ReadonlySet<string>;
}

function createScope({ path, pointer, isInList, takenNames }: ScopeOptions): FieldScope {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  return {
    path,
    isInList,
    properties,
    required,
    ui: {},
    pointer,
    findFreeName: createFreeNames('_', takenNames),
    schema: { type: 'object', additionalProperties: false, properties, required },
  };
}

/**
 * Moves a property into a branch of the schema that a condition on its siblings decides, or requires it there.
 * Reports a condition that no schema can express.
 */
function addInnerCondition(
  { scope, name, effect, parts, findField }: InnerRuleInput,
  lines: ImportLines,
): void {
  const property = scope.properties[name];
  const condition = joinConditions(
    'and',
    parts.map(({ translate }) => translate()),
  );
  const schema = condition.ok ? toSchemaCondition(condition.value, findField) : condition;
  if (!schema.ok || property === undefined) {
    const reason = schema.ok ? 'its question is left out' : schema.reason;
    for (const { pointer, source } of parts)
      lines.change(pointer, {
        outcome: 'left-out',
        reason: `inside another question the schema decides, and it cannot express ${quoteValue(source)}: ${reason}`,
        remedy: 'ask it outside, and write a rule',
      });
    return;
  }
  const index = scope.required.indexOf(name);
  const isRequired = effect === 'require' || index !== -1;
  if (effect === 'show') {
    delete scope.properties[name];
    if (index !== -1) scope.required.splice(index, 1);
  }
  const branch = {
    if: schema.value,
    then: {
      ...(effect === 'show' && { properties: { [name]: property } }),
      ...(isRequired && { required: [name] }),
    },
  };
  const known = Array.isArray(scope.schema.allOf) ? scope.schema.allOf : [];
  scope.schema.allOf = [...known, branch];
  // `additionalProperties` would refuse the properties that only a branch has.
  delete scope.schema.additionalProperties;
  scope.schema.unevaluatedProperties = false;
  for (const { pointer } of parts)
    lines.change(pointer, { outcome: 'changed', became: 'a condition of the schema ("if")' });
}

/**
 * Lets an object have other properties if a condition is about one that only a branch has: validators disagree on
 * whether such a property is evaluated.
 */
function allowConditionalNames({ schema, properties }: FieldScope): void {
  const branches = Array.isArray(schema.allOf) ? schema.allOf : [];
  const names = branches.flatMap((branch) => listConditionNames((branch as JsonSchema).if));
  if (names.some((name) => !Object.hasOwn(properties, name))) delete schema.unevaluatedProperties;
}

/** Returns the names of the properties in a condition of a schema, at any depth. */
function listConditionNames(condition: unknown): readonly string[] {
  if (Array.isArray(condition)) return condition.flatMap(listConditionNames);
  if (typeof condition !== 'object' || condition === null) return [];
  return Object.entries(condition).flatMap(([keyword, value]) =>
    keyword === 'properties' ? Object.keys(value as object) : listConditionNames(value),
  );
}

/** Returns a copy without empty `required`, `allOf` and UI schemas of fields. */
function removeEmptyParts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeEmptyParts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const inner = key === 'enum' || key === 'default' ? each : removeEmptyParts(each);
      const isEmpty = typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0;
      return isEmpty && key !== 'properties' && key !== 'default' ? [] : [[key, inner]];
    }),
  );
}
