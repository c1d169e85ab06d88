import { isObject } from '../../../json-schema/values.ts';
import type { Expression, FindName, KnownField } from '../expressions/expression.ts';
import {
  type ConditionPart,
  createMessageWriter,
  type FieldScope,
  type FormBuilder,
  reportPlainText,
  type SourceText,
  type WriteMessage,
} from '../form-parts.ts';
import type { ElementReader, ImportLines } from '../report.ts';
import { toPlainText } from '../texts.ts';

/** Everything that the conversion of one form shares. */
export interface FormioContext {
  readonly builder: FormBuilder;
  readonly lines: ImportLines;
  readonly locale: string;
  /** The fields that rules can read, by their path in `data`. */
  readonly fields: Map<string, KnownField>;
}

/** The position of a component. */
export interface FormioPlace {
  readonly scope: FieldScope;
  /** The conditions of the layouts around it. */
  readonly conditions: readonly ConditionPart[];
  /** The path of its siblings in `data`: `boat.`. */
  readonly prefix: string;
  /** The fields beside it in a container or an item of a list, by key. Absent at the top of the form. */
  readonly items?: Map<string, KnownField>;
  readonly level: 1 | 2;
  /** True if a layout around it is hidden whatever is answered. */
  readonly isHidden?: boolean;
  /** True if a layout around it is disabled. */
  readonly isDisabled?: boolean;
}

/** Converts one component at a place, and reports it. */
export type ConvertComponent = (reader: ElementReader, context: FormioContext, place: FormioPlace) => void;

/** Returns the text in a property, and reports it. Undefined if it is empty. */
export function readComponentText(
  reader: ElementReader,
  property: string,
  { locale }: FormioContext,
): SourceText | undefined {
  const value = reader.source[property];
  const plain = typeof value === 'string' ? toPlainText(value) : undefined;
  if (plain === undefined || plain.text === '') {
    if (plain?.hadScript) reader.leaveOut(property, 'it is a script, which is never run');
    else reader.ignore(property, 'it is empty');
    return undefined;
  }
  reportPlainText(reader, property, plain);
  return { texts: { [locale]: plain.text }, pointer: reader.at(property) };
}

/**
 * Returns a function that finds fields by their path in `data`, or by their key beside the component. The tick of a
 * choice, `data.days.monday`, stands for the condition that it is among the answers.
 */
export function createDataLookup({ fields }: FormioContext, { items, prefix, scope }: FormioPlace): FindName {
  const find = (name: string) =>
    (scope.isInList ? items?.get(name) : undefined) ??
    (name.startsWith(prefix) ? items?.get(name.slice(prefix.length)) : undefined) ??
    fields.get(name) ??
    items?.get(name) ??
    fields.get(`${prefix}${name}`);
  return (name) => {
    const found = find(name);
    const [, list = '', choice = ''] = /^(.+)\.([^.]+)$/.exec(name) ?? [];
    if (found !== undefined || !find(list)?.choices?.some((each) => String(each) === choice)) return found;
    const operands: readonly Expression[] = [
      { kind: 'name', name: list },
      { kind: 'constant', value: choice },
    ];
    return { expression: { kind: 'operation', operator: 'contains', operands } };
  };
}

/** Returns a function that writes a text of Form.io as a message: `{{ data.name }}` inserts an answer. */
export function createTemplateWriter(fields: ReadonlyMap<string, KnownField>): WriteMessage {
  return createMessageWriter({
    split: /(\{\{[^{}]*\}\})/,
    read: (part) => /^\{\{([^{}]*)\}\}$/.exec(part)?.[1],
    find: (name) => fields.get(name.replace(/^(?:data|row)\./, '')),
  });
}

/** Returns true for a value that says nothing: absent, null, empty, or an object of such values. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.every(isBlank);
  return isObject(value) && Object.values(value).every(isBlank);
}
