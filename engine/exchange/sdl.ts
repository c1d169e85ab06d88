import { getPropertySchema } from '../json-schema/walk.ts';
import { typeField } from '../model/names.ts';
import type { Form } from '../model/types.ts';
import {
  type FormQuery,
  type Operation,
  type OperationArgument,
  operationText,
} from '../model/wire/operations.ts';
import { getSubmitName, submitOperation } from '../model/wire/submit-operation.ts';
import { presetQueries } from '../preset/wire.ts';

/** Returns the queries that pages of a form send, besides the mutation. */
export function listQueries(form: Form): readonly FormQuery[] {
  return presetQueries.filter(({ isUsedBy }) => isUsedBy(form));
}

/**
 * Returns the GraphQL schema that a back end needs for a form, as text in the schema definition language
 * (docs/contract.md, "GraphQL").
 */
export function sdlOf(form: Form): string {
  const submitName = getSubmitName(form);
  const resultType = `${submitName.charAt(0).toUpperCase()}${submitName.slice(1)}Result`;
  const queries = listQueries(form).map(
    ({ operation, description }) =>
      `  """\n  ${description}\n  """\n${formatOperation(operation, form)}: [String!]!\n`,
  );
  return `"""An object or a list that a form holds, as it is."""
scalar JSON

type Query {
${queries.join('\n') || noQueries}}

type Mutation {
  """
  Sends an enquiry. A field that is empty or not shown is null. The header Idempotency-Key makes a repeat answer like the first.
  An HTTP status other than 2xx, or a success that is not true, is a failure.
  """
${formatOperation(submitOperation(form), form)}: ${resultType}!
}

type ${resultType} {
  success: Boolean!
}
`;
}

/** The fields of `Query` for a form without queries: every schema has this type, with at least one field. */
const noQueries =
  '  """Always null: the form has no queries, and GraphQL requires one."""\n  _empty: Boolean\n';

/** Returns an operation without its result: its arguments, each on a line below its description. */
function formatOperation({ name, args }: Operation, form: Form): string {
  const lines = args.map((arg) => `${formatArgumentDoc(arg, form)}    ${arg.name}: ${arg.type}\n`);
  return `  ${name}(\n${lines.join('')}  )`;
}

/** Returns the GraphQL texts of the queries of a form and of the mutation that sends it. Sends nothing. */
export function operationsOf(form: Form): string {
  const queries = listQueries(form).map(({ operation }) => operation);
  return [...queries, submitOperation(form)].map(operationText).join('\n');
}

/** The descriptions of the arguments that are not fields. */
const argumentDescriptions: ReadonlyMap<string, string> = new Map([
  ['domain', 'The domain of the site.'],
  ['submission_url', 'The address of the page that the enquiry was sent from.'],
]);

/** Returns the description of an argument as a line with a GraphQL block string. */
function formatArgumentDoc({ name }: OperationArgument, form: Form): string {
  const text = argumentDescriptions.get(name) ?? describeField(name, form);
  return `    """${text.replaceAll('"""', '\\"""')}"""\n`;
}

/**
 * Returns sentences about a field that is sent: its titles and the types that have it; for the enquiry type,
 * the ids and keys of all types.
 */
function describeField(name: string, form: Form): string {
  if (name === typeField)
    return `The id of the enquiry type: ${form.types.map(({ id, key }) => `${id} ${key}`).join(', ')}.`;
  const owners = form.types.filter(({ fields }) => fields.some((field) => field.name === name));
  const titles = new Set(
    owners
      .map(({ schema }) => getPropertySchema(schema, name).title)
      .filter((title) => typeof title === 'string'),
  );
  const where =
    owners.length === 0 ? 'No form has it at the moment.' : `In ${owners.map(({ key }) => key).join(', ')}.`;
  return [...[...titles].map((title) => `${title}.`), where].join(' ');
}
