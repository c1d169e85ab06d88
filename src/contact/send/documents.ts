import {
  type DocumentNode,
  Kind,
  type NameNode,
  OperationTypeNode,
  type SelectionNode,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import { type WireField, wireType } from '#engine';

/** The argument that names the site, of both operations. */
const domain = { name: 'domain', type: 'String!' };

/**
 * The mutation that sends an enquiry of any type of a form, as a parsed document: what the visitor's page needs of a GraphQL
 * parser. Arguments are named like their variables; nothing is asked for but `success` (docs/contract.md, "GraphQL").
 */
export function sendContactUsDocument(fields: readonly WireField[]): DocumentNode {
  const args = [
    domain,
    { name: 'submission_url', type: 'String!' },
    ...fields.map((field) => ({ name: field.name, type: wireType(field) })),
  ];
  return operation(OperationTypeNode.MUTATION, { name: 'sendContactUs', args, select: ['success'] });
}

/** The query that fetches the titles of a site's future events (docs/contract.md, "GraphQL"). */
export const futureEventTitlesDocument: DocumentNode = operation(OperationTypeNode.QUERY, {
  name: 'getFutureEventTitles',
  args: [domain],
  select: [],
});

interface Operation {
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly type: string }[];
  readonly select: readonly string[];
}

function operation(kind: OperationTypeNode, { name, args, select }: Operation): DocumentNode {
  const root: SelectionNode = {
    kind: Kind.FIELD,
    name: nameNode(name),
    arguments: args.map((arg) => ({
      kind: Kind.ARGUMENT,
      name: nameNode(arg.name),
      value: { kind: Kind.VARIABLE, name: nameNode(arg.name) },
    })),
    ...(select.length > 0 && { selectionSet: { kind: Kind.SELECTION_SET, selections: select.map(leaf) } }),
  };
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: kind,
        name: nameNode(name),
        variableDefinitions: args.map(variable),
        selectionSet: { kind: Kind.SELECTION_SET, selections: [root] },
      },
    ],
  };
}

function variable({ name, type }: Operation['args'][number]): VariableDefinitionNode {
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: nameNode(name) },
    type: typeNode(type),
  };
}

/** `typeNode('[String!]!')`, as GraphQL writes types (GraphQL, section 2.12, "Type References"). */
function typeNode(text: string): TypeNode {
  if (text.endsWith('!')) {
    const inner = typeNode(text.slice(0, -1));
    return inner.kind === Kind.NON_NULL_TYPE ? inner : { kind: Kind.NON_NULL_TYPE, type: inner };
  }
  return text.startsWith('[')
    ? { kind: Kind.LIST_TYPE, type: typeNode(text.slice(1, -1)) }
    : { kind: Kind.NAMED_TYPE, name: nameNode(text) };
}

function leaf(name: string): SelectionNode {
  return { kind: Kind.FIELD, name: nameNode(name) };
}

function nameNode(value: string): NameNode {
  return { kind: Kind.NAME, value };
}
