import {
  type DocumentNode,
  Kind,
  type NameNode,
  OperationTypeNode,
  type SelectionNode,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { Operation } from '#engine';
import { futureEventTitlesOperation } from '#engine/future-event-titles.ts';

/** Converts an operation to a parsed GraphQL document, so that the page needs no GraphQL parser. */
export function documentOf({ kind, name, args, select }: Operation): DocumentNode {
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
        operation: kind === 'query' ? OperationTypeNode.QUERY : OperationTypeNode.MUTATION,
        name: nameNode(name),
        variableDefinitions: args.map(variable),
        selectionSet: { kind: Kind.SELECTION_SET, selections: [root] },
      },
    ],
  };
}

export const futureEventTitlesDocument: DocumentNode = documentOf(futureEventTitlesOperation);

function variable({ name, variableType }: Operation['args'][number]): VariableDefinitionNode {
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: nameNode(name) },
    type: typeNode(variableType),
  };
}

/** Parses a GraphQL type such as `[String!]!` (GraphQL, section 2.12, "Type References"). */
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
