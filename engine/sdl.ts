import type { Form, WireField } from './types.ts';
import { wireFields, wireType } from './wire.ts';

/** The schema that a back end has to have behind the form, in GraphQL's own language (docs/contract.md, "GraphQL"). */
export function sdlOf(form: Form): string {
  const fields = wireFields(form).map((field) =>
    [...docOf(field, form), `    ${field.name}: ${wireType(field)}`].join('\n'),
  );
  return `"""An object or a list that a form holds, as it is."""
scalar JSON

type Query {
  """
  Titles of the future events of a site, the soonest first, in the language of the header Accept-Language.
  """
  getFutureEventTitles(
    """The site's domain."""
    domain: String!
  ): [String!]!
}

type Mutation {
  """
  Sends an enquiry. A field that is empty or not shown is null. The header Idempotency-Key makes a repeat answer like the first.
  An HTTP status other than 2xx, or a success that is not true, is a failure.
  """
  sendContactUs(
    """The domain of the site that the enquiry comes from."""
    domain: String!
    """The address of the page that the enquiry was sent from."""
    submission_url: String!
${fields.join('\n')}
  ): SendContactUsResult!
}

type SendContactUsResult {
  success: Boolean!
}
`;
}

/** The two operations as the form sends them. */
export function operationsOf(form: Form): string {
  const fields = wireFields(form);
  const variables = [
    { name: 'domain', type: 'String!' },
    { name: 'submission_url', type: 'String!' },
    ...fields.map((field) => ({ name: field.name, type: wireType(field) })),
  ];
  return `query getFutureEventTitles($domain: String!) {
  getFutureEventTitles(domain: $domain)
}

mutation sendContactUs(
${variables.map(({ name, type }) => `  $${name}: ${type}`).join('\n')}
) {
  sendContactUs(
${variables.map(({ name }) => `    ${name}: $${name}`).join('\n')}
  ) {
    success
  }
}
`;
}

function docOf({ name }: WireField, form: Form): readonly string[] {
  const having = form.types.filter(({ fields }) => fields.some((field) => field.name === name));
  const titles = new Set(
    having.map(({ schema }) => titleOf(schema, name)).filter((title) => title !== undefined),
  );
  if (name === 'enquiry_type')
    return block([
      `The id of the enquiry type: ${form.types.map(({ id, key }) => `${id} ${key}`).join(', ')}.`,
    ]);
  const where =
    having.length === 0 ? 'No form has it at the moment.' : `In ${having.map(({ key }) => key).join(', ')}.`;
  return block([...titles].map((title) => `${title}.`).concat(where));
}

function titleOf({ properties }: Form['types'][number]['schema'], name: string): string | undefined {
  const property = (properties as Readonly<Record<string, unknown>> | undefined)?.[name];
  const title = (property as { readonly title?: unknown } | undefined)?.title;
  return typeof title === 'string' ? title : undefined;
}

function block(sentences: readonly string[]): readonly string[] {
  return [`    """${sentences.join(' ').replaceAll('"""', '\\"""')}"""`];
}
