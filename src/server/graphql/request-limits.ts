import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type Source,
  type ValidationContext,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Form, wireFields } from '#engine';
import type { CompiledForm } from '../documents/compiled-form.ts';

/** Fields within fields; GraphQL's own introspection query needs 13. */
const maxDepth = 15;

/** Fields at the top of an operation, aliases counted each. */
const maxRootFields = 5;

/**
 * Refuses requests that no client of the form makes: more tokens than its mutation and the introspection query have, deeper
 * fields, more operations in one request. An enquiry's values travel as variables or as literals, one token each.
 */
export function requestLimits(): Plugin<{ readonly ready: CompiledForm }> {
  return {
    onParse({ context, setParseFn }) {
      const maxTokens = maxTokensOf(context.ready.form);
      setParseFn((source: string | Source) => parse(source, { maxTokens }));
    },
    onValidate({ addValidationRule }) {
      addValidationRule(depthRule);
      addValidationRule(rootFieldsRule);
    },
  };
}

/** The most tokens of a document that sends a form: each argument declared, named, and given; introspection beside. */
function maxTokensOf(form: Form): number {
  return 1000 + 16 * wireFields(form).length;
}

function depthRule(context: ValidationContext): ASTVisitor {
  let depth = 0;
  return {
    Field: {
      enter(node) {
        depth += 1;
        if (depth === maxDepth + 1)
          context.reportError(
            new GraphQLError(`The query is deeper than ${maxDepth} fields`, { nodes: node }),
          );
      },
      leave() {
        depth -= 1;
      },
    },
  };
}

/** One request sends one enquiry: its key, its ticket and its limit are the request's. */
function rootFieldsRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(node) {
      const count = node.selectionSet.selections.length;
      const most = node.operation === 'mutation' ? 1 : maxRootFields;
      const isPlain =
        node.operation !== 'mutation' ||
        node.selectionSet.selections.every(({ kind }) => kind === Kind.FIELD);
      if (count > most || !isPlain)
        context.reportError(new GraphQLError(`One request may ask for ${most} at most`, { nodes: node }));
    },
  };
}

/** The operation that a request runs; undefined where it names none that is there. */
export function operationOf(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode | undefined {
  return document.definitions.find(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && (!name || definition.name?.value === name),
  ) as OperationDefinitionNode | undefined;
}
