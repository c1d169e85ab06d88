import { typeField, uploadField } from '../names.ts';
import type { Form, WireField } from '../types.ts';
import type { ValueKind } from '../widgets.ts';

/**
 * A GraphQL operation (docs/contract.md, "GraphQL"). The schema, the documents and the plain texts are
 * generated from it.
 */
export interface Operation {
  readonly kind: 'query' | 'mutation';
  readonly name: string;
  readonly args: readonly OperationArgument[];
  /** The selected fields of the result. Empty if the operation returns a list of strings. */
  readonly select: readonly string[];
}

/** A query that a form with certain fields sends. It returns a list of strings. */
export interface FormQuery {
  readonly operation: Operation;
  /** The description of the query in the schema. */
  readonly description: string;
  /** Returns true if a page of the form may send it. */
  readonly isUsedBy: (form: Form) => boolean;
}

/** An argument and its variable, with their GraphQL types (GraphQL, section 2.12, "Type References"). */
export interface OperationArgument {
  readonly name: string;
  /** The type in the back end's schema: `Int`. */
  readonly type: string;
  /** The type of the variable in the page's request, stricter if there is always a value: `Int!`. */
  readonly variableType: string;
}

/**
 * Formats an operation as GraphQL text, with a variable for each argument. There must be at least one
 * argument.
 */
export function operationText({ kind, name, args, select }: Operation): string {
  const variables = args.map((arg) => `  $${arg.name}: ${arg.variableType}\n`).join('');
  const passed = args.map((arg) => `    ${arg.name}: $${arg.name}\n`).join('');
  const selected = select.length === 0 ? '' : ` { ${select.join(' ')} }`;
  return `${kind} ${name}(\n${variables}) {\n  ${name}(\n${passed}  )${selected}\n}\n`;
}

/**
 * Returns the argument of a field. Photos are non-null; the enquiry type is non-null only as a variable. An
 * integer that may exceed 32 bits is a `Float`.
 */
export function toOperationArgument({ name, kind, isLong }: WireField): OperationArgument {
  if (name === uploadField) return { name, type: '[String!]!', variableType: '[String!]!' };
  // GraphQL's `Int` has 32 bits (section 3.5.1); a double is exact for integers up to 2^53.
  const type = isLong ? scalars.number : scalars[kind];
  return { name, type, variableType: name === typeField ? `${type}!` : type };
}

const scalars: Readonly<Record<ValueKind, string>> = {
  string: 'String',
  integer: 'Int',
  number: 'Float',
  boolean: 'Boolean',
  id: 'ID',
  json: 'JSON',
};
