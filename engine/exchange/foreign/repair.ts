import { parsePointer } from '../../json-schema/pointers.ts';
import { getOwnMember, isObject } from '../../json-schema/values.ts';
import type { ConvertedForm, ConvertedRule } from './converted-form.ts';
import { extendPointer, type ImportLines } from './report.ts';

/** A reason why documents are refused, with its position in them. */
export interface ImportProblem {
  readonly file: string;
  readonly pointer: string;
  readonly code: string;
  readonly reason: string;
}

/**
 * Returns the form without what a problem is about, which is reported as left out with the problem's reason.
 * Undefined if nothing can be left out.
 * @param problem Its pointer starts at the root of the schema, the UI schema, the rule or the texts.
 */
export function leaveOutProblem(
  form: ConvertedForm,
  problem: ImportProblem & { readonly in: 'schema' | 'ui' | 'text' },
  lines: ImportLines,
): ConvertedForm | undefined {
  const path = parsePointer(problem.pointer).map(String);
  if (problem.in === 'text') return leaveOutText(form, path[0] ?? '', problem, lines);
  if (problem.in === 'ui') return leaveOutUi(form, path, problem, lines);
  return leaveOutOfSchema(form, path, problem, lines);
}

/** Returns the form without a rule, which is reported. */
export function leaveOutRule(
  form: ConvertedForm,
  rule: ConvertedRule,
  problem: ImportProblem,
  lines: ImportLines,
): ConvertedForm {
  for (const origin of rule.origins)
    reportFormLoss(form, lines, origin, `the rule "${rule.id}" is refused: ${problem.reason}`);
  return { ...form, rules: form.rules.filter((each) => each !== rule) };
}

function reportLoss(lines: ImportLines, pointer: string, reason: string): void {
  lines.change(pointer, { outcome: 'left-out', reason: reason.replace(/\.$/, '') });
}

/** Reports a loss of a form. One whose source is not known is on the line of the form, which is taken all the same. */
function reportFormLoss(
  { pointer: whole }: ConvertedForm,
  lines: ImportLines,
  pointer: string,
  reason: string,
): void {
  if (pointer !== whole) reportLoss(lines, pointer, reason);
  else
    lines.change(pointer, {
      outcome: 'changed',
      became: `a form without a part of it: ${reason.replace(/\.$/, '')}`,
    });
}

/**
 * Reports that a keyword was left out: on the line of its property, else on that of the element, which is taken
 * without it.
 */
function reportKeywordLoss(lines: ImportLines, pointer: string, keyword: string, reason: string): void {
  if (lines.find(pointer)?.property !== undefined) reportLoss(lines, pointer, reason);
  else
    lines.change(pointer, {
      outcome: 'changed',
      became: `a field without "${keyword}": ${reason.replace(/\.$/, '')}`,
    });
}

/** Returns the pointer into the source for a position in a document: its own, or the nearest above it. */
function findOrigin({ origins, pointer }: ConvertedForm, document: string, path: readonly string[]): string {
  for (let length = path.length; length > 0; length -= 1) {
    const origin = origins.get(`${document}#/${path.slice(0, length).join('/')}`);
    if (origin !== undefined) return origin;
  }
  return pointer;
}

/** Keywords without which a value can still be asked for. */
const optionalKeywords: ReadonlySet<string> = new Set([
  '$defs',
  'additionalItems',
  'allOf',
  'anyOf',
  'const',
  'contains',
  'default',
  'deprecated',
  'definitions',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'else',
  'enumNames',
  'examples',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'formatMaximum',
  'formatMinimum',
  'formatExclusiveMaximum',
  'formatExclusiveMinimum',
  'if',
  'items',
  'prefixItems',
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'not',
  'oneOf',
  'pattern',
  'patternProperties',
  'propertyNames',
  'readOnly',
  'then',
  'title',
  'description',
  'unevaluatedItems',
  'unevaluatedProperties',
  'uniqueItems',
  'writeOnly',
  'additionalProperties',
  '$id',
  'id',
  '$schema',
  '$comment',
]);

/** The keywords of a value that a finding about the whole value may be about. */
const keywordsByCode: Readonly<Record<string, readonly string[]>> = {
  'slow-pattern': ['pattern', 'patternProperties'],
  'default-refused': ['default'],
  'limit-unmeetable': [
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
  ],
};

/** Problems that end when a field need not be answered. */
const requirementCodes = /^(?:required-|step-waits)/;

function leaveOutOfSchema(
  form: ConvertedForm,
  path: readonly string[],
  problem: ImportProblem,
  lines: ImportLines,
): ConvertedForm | undefined {
  const { schema } = form;
  const requiredAt = path.lastIndexOf('required');
  if (requiredAt !== -1 && path.length <= requiredAt + 2 && path[requiredAt - 1] !== 'properties')
    return leaveOutRequirement(form, path.slice(0, requiredAt), path[requiredAt + 1], problem, lines);
  const [first, name] = path;
  if (requirementCodes.test(problem.code) && first === 'properties' && name !== undefined) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    if (required.includes(name))
      return leaveOutRequirement(form, [], String(required.indexOf(name)), problem, lines);
  }
  const suspects = getOwnMember(keywordsByCode, problem.code);
  const named = suspects && getAt(schema, path);
  const suspect =
    isObject(named) && path.at(-2) === 'properties' ? suspects?.filter((keyword) => keyword in named) : [];
  if (suspect && suspect.length > 0) {
    for (const keyword of suspect)
      reportKeywordLoss(lines, findOrigin(form, 'schema', [...path, keyword]), keyword, problem.reason);
    const rest = suspect.reduce<unknown>((inner, keyword) => removeAt(inner, [...path, keyword]), schema);
    return { ...form, schema: rest as typeof schema };
  }
  for (let at = path.length - 1; at >= 0; at -= 1) {
    const key = path[at] ?? '';
    if (dependencyKeywords.has(path[at - 1] ?? '') && path[at - 2] !== 'properties') {
      const rest = removeAt(schema, path.slice(0, at + 1));
      if (rest === undefined) continue;
      reportDependencyLoss(form, path.slice(0, at), key, problem.reason, lines);
      return { ...form, schema: rest as typeof schema };
    }
    const isProperty = ['properties', '$defs', 'definitions'].includes(path[at - 1] ?? '');
    const isKeyword = !isProperty && !/^\d+$/.test(key);
    if (
      isKeyword &&
      (optionalKeywords.has(key) || problem.code === 'unknown-keyword' || problem.code === 'idle-keyword')
    ) {
      const rest = removeAt(schema, path.slice(0, at + 1));
      if (rest === undefined) continue;
      reportKeywordLoss(lines, findOrigin(form, 'schema', path.slice(0, at + 1)), key, problem.reason);
      return { ...form, schema: rest as typeof schema };
    }
    if (isProperty && path[at - 1] !== 'properties') {
      const rest = removeAt(schema, path.slice(0, at + 1));
      if (rest === undefined) continue;
      reportFormLoss(form, lines, findOrigin(form, 'schema', path.slice(0, at + 1)), problem.reason);
      return { ...form, schema: rest as typeof schema };
    }
    if (isProperty) {
      const without = leaveOutProperty(form, path.slice(0, at + 1));
      if (without === undefined) continue;
      reportFormLoss(form, lines, findOrigin(form, 'schema', path.slice(0, at + 1)), problem.reason);
      return without;
    }
  }
  return undefined;
}

/** Keywords whose members are one demand each. */
const dependencyKeywords: ReadonlySet<string> = new Set([
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
]);

/** Reports that one of several dependencies was left out, on a line of its own. */
function reportDependencyLoss(
  form: ConvertedForm,
  path: readonly string[],
  name: string,
  reason: string,
  lines: ImportLines,
): void {
  const pointer = findOrigin(form, 'schema', path);
  const line = lines.find(pointer);
  lines.set({
    pointer: extendPointer(pointer, name),
    element: line?.element ?? 'the form',
    property: `${path.at(-1)}.${name}`,
    outcome: 'left-out',
    reason: reason.replace(/\.$/, ''),
  });
}

function leaveOutRequirement(
  form: ConvertedForm,
  parent: readonly string[],
  index: string | undefined,
  problem: ImportProblem,
  lines: ImportLines,
): ConvertedForm | undefined {
  const rest = removeAt(form.schema, [...parent, 'required', ...(index === undefined ? [] : [index])]);
  if (rest === undefined) return undefined;
  const holder = getAt(form.schema, parent);
  const list = isObject(holder) && Array.isArray(holder.required) ? holder.required : [];
  const name = index === undefined ? undefined : String(list[Number(index)]);
  const property = [...parent, 'properties', name ?? ''];
  const isKnown = form.origins.has(`schema#/${property.join('/')}`);
  const origin = findOrigin(form, 'schema', isKnown ? property : [...parent, 'required']);
  const own = ['isRequired', 'required']
    .map((each) => `${origin}/${each}`)
    .find((each) => lines.get(each) !== undefined);
  reportFormLoss(form, lines, own ?? origin, problem.reason);
  return { ...form, schema: rest as typeof form.schema };
}

/** Returns the form without a property at any depth, in the schema, the UI schema, the steps and the effects. */
function leaveOutProperty(form: ConvertedForm, path: readonly string[]): ConvertedForm | undefined {
  const name = path.at(-1) ?? '';
  const parent = path.slice(0, -2);
  const without = removeAt(form.schema, path);
  if (without === undefined) return undefined;
  const holder = getAt(without, parent);
  const required = isObject(holder) && Array.isArray(holder.required) ? holder.required : undefined;
  const index = required?.indexOf(name) ?? -1;
  const schema = index === -1 ? without : removeAt(without, [...parent, 'required', String(index)]);
  if (parent.length > 0) return { ...form, schema: schema as typeof form.schema };
  return { ...removeName(form, name), schema: schema as typeof form.schema };
}

/** Returns the form without a name in its UI schema, its texts and the lists of its rules. */
function removeName(form: ConvertedForm, name: string): ConvertedForm {
  const { [name]: _node, ...ui } = form.ui as Record<string, unknown>;
  const order = ui['ui:order'];
  const steps = ui['ui:steps'];
  const blocks = ui['ui:blocks'];
  const remaining = Array.isArray(steps)
    ? steps
        .map((step) => ({
          ...step,
          fields: (step.fields as readonly string[]).filter((each) => each !== name),
        }))
        .filter(({ fields }) => fields.length > 0)
    : undefined;
  const { 'ui:steps': _steps, ...rest } = ui;
  return {
    ...form,
    ui: {
      ...rest,
      ...(Array.isArray(order) && { 'ui:order': order.filter((each) => each !== name) }),
      ...(isObject(blocks) && {
        'ui:blocks': Object.fromEntries(Object.entries(blocks).filter(([key]) => key !== name)),
      }),
      ...(remaining && remaining.length > 1 && { 'ui:steps': remaining }),
    },
    texts: Object.fromEntries(
      Object.entries(form.texts).map(([locale, texts]) => [
        locale,
        Object.fromEntries(
          Object.entries(texts).filter(
            ([key]) => !/^(?:fields|options|blocks)\./.test(key) || key.split('.')[1] !== name,
          ),
        ),
      ]),
    ),
    rules: form.rules.flatMap((rule): readonly ConvertedRule[] => {
      const then = Object.fromEntries(
        Object.entries(rule.then).flatMap(([effect, value]) => {
          if (Array.isArray(value)) {
            const names = value.filter((each) => each !== name);
            return names.length === 0 ? [] : [[effect, names]];
          }
          if (!isObject(value)) return [[effect, value]];
          const { [name]: _own, ...others } = value;
          return Object.keys(others).length === 0 ? [] : [[effect, others]];
        }),
      );
      return Object.keys(then).length === 0 ? [] : [{ ...rule, then }];
    }),
  };
}

function leaveOutUi(
  form: ConvertedForm,
  path: readonly string[],
  problem: ImportProblem,
  lines: ImportLines,
): ConvertedForm | undefined {
  const [first, second] = path;
  if (first === undefined) return undefined;
  const report = () => reportFormLoss(form, lines, findOrigin(form, 'ui', path), problem.reason);
  if (first === 'ui:blocks' && second !== undefined) {
    report();
    return removeName(form, second);
  }
  if (first === 'ui:steps') {
    report();
    const { 'ui:steps': _steps, ...ui } = form.ui as Record<string, unknown>;
    return { ...form, ui };
  }
  // A key inside a list, such as an unknown name in "ui:order", is removed alone; any other with its option.
  const end = path.findIndex(
    (key, index) => index > 0 && key.startsWith('ui:') && path[index - 1] !== 'ui:options',
  );
  const deepest =
    first.startsWith('ui:') || end === -1 ? path : path.slice(0, end + (path[end] === 'ui:options' ? 2 : 1));
  const ui = removeAt(form.ui, deepest);
  if (ui === undefined) return undefined;
  report();
  return { ...form, ui: ui as typeof form.ui };
}

function leaveOutText(
  form: ConvertedForm,
  key: string,
  problem: ImportProblem & { readonly file: string },
  lines: ImportLines,
): ConvertedForm | undefined {
  const locale = /^texts\/(.+)\.json$/.exec(problem.file)?.[1] ?? form.locale;
  const own = key.replace(/^forms\.[^.]+\./, '');
  const origin = form.origins.get(`text#${own}`) ?? form.pointer;
  const texts = form.texts[locale];
  const text = texts?.[own];
  const part = own.split('.');
  if (text === undefined || texts === undefined) {
    // A block or a step without its text.
    if (part[0] === 'blocks' && part[1] !== undefined) {
      reportFormLoss(form, lines, origin, problem.reason);
      return removeName(form, part[1]);
    }
    return part[0] === 'steps' ? leaveOutUi(form, ['ui:steps'], problem, lines) : undefined;
  }
  const plain = text.replaceAll(/\{[^{}']*\}/g, '…');
  const isShortened = problem.code !== 'bad-text' && plain !== text;
  if (isShortened)
    lines.change(origin, {
      outcome: 'changed',
      became: `a text without the answers that it inserts: ${problem.reason}`,
    });
  else reportFormLoss(form, lines, origin, problem.reason);
  const { [own]: _text, ...others } = texts;
  return { ...form, texts: { ...form.texts, [locale]: isShortened ? { ...others, [own]: plain } : others } };
}

function getAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  );
}

/** Returns a copy without the member or item at a path. Undefined if there is none. */
function removeAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
    return undefined;
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.toSpliced(Number(key), 1);
    const inner = removeAt(value[Number(key)], rest);
    return inner === undefined ? undefined : value.with(Number(key), inner);
  }
  const { [key]: own, ...others } = value as Record<string, unknown>;
  if (rest.length === 0) return others;
  const inner = removeAt(own, rest);
  return inner === undefined
    ? undefined
    : Object.fromEntries(Object.entries(value).map(([each, old]) => [each, each === key ? inner : old]));
}
