import { getPropertySchema } from '../../json-schema/walk.ts';
import { typeField } from '../../model/names.ts';
import type { Form } from '../../model/types.ts';
import { type Operation, type OperationArgument, operationText } from '../../model/wire/operations.ts';
import { futureEventTitlesOperation } from './future-event-titles.ts';
import { sendContactUsOperation } from './send-contact-us.ts';

/**
 * Returns the GraphQL schema that a back end needs for a form, as text in the schema definition language
 * (docs/contract.md, "GraphQL").
 */
export function sdlOf(form: Form): string {
  /** Returns the arguments of an operation, each on a line below its description. */
  const formatArguments = (operation: Operation) =>
    operation.args.map((arg) => `${formatArgumentDoc(arg, form)}    ${arg.name}: ${arg.type}\n`).join('');
  return `"""An object or a list that a form holds, as it is."""
scalar JSON

type Query {
  """
  Titles of the future events of a site, the soonest first, in the language of the header Accept-Language.
  """
  getFutureEventTitles(
${formatArguments(futureEventTitlesOperation)}  ): [String!]!
}

type Mutation {
  """
  Sends an enquiry. A field that is empty or not shown is null. The header Idempotency-Key makes a repeat answer like the first.
  An HTTP status other than 2xx, or a success that is not true, is a failure.
  """
  sendContactUs(
${formatArguments(sendContactUsOperation(form))}  ): SendContactUsResult!
}

type SendContactUsResult {
  success: Boolean!
}
`;
}

/**
 * Returns the GraphQL texts of the query for event titles and of the mutation `sendContactUs`. Sends nothing.
 */
export function operationsOf(form: Form): string {
  return [futureEventTitlesOperation, sendContactUsOperation(form)].map(operationText).join('\n');
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
