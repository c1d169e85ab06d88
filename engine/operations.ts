import { typeField, uploadField } from './names.ts';
import type { Form, ValueKind, WireField } from './types.ts';
import { wireFields } from './wire.ts';

/** An operation (docs/contract.md, "GraphQL"): from this one list come the schema, the documents and the plain texts. */
export interface Operation {
  readonly kind: 'query' | 'mutation';
  readonly name: string;
  readonly args: readonly OperationArgument[];
  /** The fields that are asked for; none where the operation gives a list of texts. */
  readonly select: readonly string[];
}

/** An argument, named like its variable, with its types in GraphQL's own words (GraphQL, section 2.12, "Type References"). */
export interface OperationArgument {
  readonly name: string;
  /** As a back end declares it: `Int`. */
  readonly type: string;
  /** As a page declares its variable, stricter where there always is a value: `Int!`. */
  readonly variableType: string;
}

/** The site on whose page an operation is asked for. */
export const domainArgument: OperationArgument = { name: 'domain', type: 'String!', variableType: 'String!' };

/** Sends an enquiry of any type of a form: nullable arguments, apart from what is always there. Nothing is asked for but `success`. */
export function sendContactUsOperation(form: Form): Operation {
  const submissionUrl = { name: 'submission_url', type: 'String!', variableType: 'String!' };
  return {
    kind: 'mutation',
    name: 'sendContactUs',
    args: [domainArgument, submissionUrl, ...wireFields(form).map(argumentOf)],
    select: ['success'],
  };
}

/** An operation as a client sends it. */
export function operationText({ kind, name, args, select }: Operation): string {
  const variables = args.map((arg) => `  $${arg.name}: ${arg.variableType}\n`).join('');
  const passed = args.map((arg) => `    ${arg.name}: $${arg.name}\n`).join('');
  const selected = select.length === 0 ? '' : ` { ${select.join(' ')} }`;
  return `${kind} ${name}(\n${variables}) {\n  ${name}(\n${passed}  )${selected}\n}\n`;
}

function argumentOf({ name, kind, isLong }: WireField): OperationArgument {
  if (name === uploadField) return { name, type: '[String!]!', variableType: '[String!]!' };
  // GraphQL, section 3.5.1 "Int": 32 bits; a double holds whole numbers up to 2^53.
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
