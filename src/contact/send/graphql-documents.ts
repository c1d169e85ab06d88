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

/**
 * Converts an operation to a parsed GraphQL document, so that the page needs no GraphQL parser. The document
 * has one field, named as the operation, and a variable for each argument.
 */
export function toDocumentNode({ kind, name, args, select }: Operation): DocumentNode {
  const root: SelectionNode = {
    kind: Kind.FIELD,
    name: toNameNode(name),
    arguments: args.map((arg) => ({
      kind: Kind.ARGUMENT,
      name: toNameNode(arg.name),
      value: { kind: Kind.VARIABLE, name: toNameNode(arg.name) },
    })),
    ...(select.length > 0 && {
      selectionSet: { kind: Kind.SELECTION_SET, selections: select.map(toFieldNode) },
    }),
  };
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: kind === 'query' ? OperationTypeNode.QUERY : OperationTypeNode.MUTATION,
        name: toNameNode(name),
        variableDefinitions: args.map(toVariableDefinition),
        selectionSet: { kind: Kind.SELECTION_SET, selections: [root] },
      },
    ],
  };
}

/** Converts an argument to the definition of the variable with the same name. */
function toVariableDefinition({ name, variableType }: Operation['args'][number]): VariableDefinitionNode {
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: toNameNode(name) },
    type: parseTypeNode(variableType),
  };
}

/**
 * Parses a GraphQL type such as `[String!]!` (GraphQL, section 2.12, "Type References"). The text is not
 * validated.
 */
function parseTypeNode(text: string): TypeNode {
  if (text.endsWith('!')) {
    const inner = parseTypeNode(text.slice(0, -1));
    return inner.kind === Kind.NON_NULL_TYPE ? inner : { kind: Kind.NON_NULL_TYPE, type: inner };
  }
  return text.startsWith('[')
    ? { kind: Kind.LIST_TYPE, type: parseTypeNode(text.slice(1, -1)) }
    : { kind: Kind.NAMED_TYPE, name: toNameNode(text) };
}

/** Converts a name to a selected field without arguments. */
function toFieldNode(name: string): SelectionNode {
  return { kind: Kind.FIELD, name: toNameNode(name) };
}

function toNameNode(value: string): NameNode {
  return { kind: Kind.NAME, value };
}
