import { type DocumentNode, type ExecutionResult, execute, type GraphQLError, validate } from 'graphql';
import type { Form } from '#engine';
import type { Log } from '../log/log.ts';
import type { GraphqlCall } from './graphql-call.ts';
import { foundByGraphql, parseWithinLimits } from './request-limits.ts';
import { type OperationDependencies, operationRoot, schemaOf } from './schema.ts';
import {
  type GraphqlAnswer,
  type RequestContext,
  shapedAnswer,
  undeclaredVariables,
} from './shape-answers.ts';

/**
 * Executes a call in the context of its request.
 * @param isPlainJson True if the client accepts `application/json` alone.
 */
export type GraphqlServer = (
  call: GraphqlCall,
  context: RequestContext,
  isPlainJson?: boolean,
) => Promise<GraphqlAnswer>;

/**
 * Creates a GraphQL server. Its schema is that of the form which the page was rendered with, else of the
 * current one, so that pages of an older version still work.
 */
export function createGraphql({
  isDev,
  log,
  ...operations
}: OperationDependencies & {
  readonly log: Log;
  /** If true, introspection is answered, for a developer's tools. */
  readonly isDev: boolean;
}): GraphqlServer {
  const rootValue = operationRoot(operations);
  const schemas = new WeakMap<Form, ReturnType<typeof knownDocuments>>();

  async function resultOf(call: GraphqlCall, context: RequestContext): Promise<ExecutionResult> {
    const { form } = context.ready;
    const known = schemas.get(form) ?? knownDocuments(form, isDev);
    schemas.set(form, known);
    const prepared = known.prepare(call.query);
    if ('errors' in prepared) return prepared;
    const { document } = prepared;
    const { variables: variableValues, operationName } = call;
    const undeclared = undeclaredVariables(document, call, context);
    if (undeclared) return { errors: [undeclared] };
    return execute({
      ...{ schema: known.schema, document, rootValue, contextValue: context },
      ...{ variableValues, operationName },
    });
  }

  return async (call, context, isPlainJson = true) =>
    shapedAnswer(await resultOf(call, context), { context, log, isPlainJson });
}

type Prepared = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] };

/**
 * Longer documents are not cached: they contain an enquiry's values as literals, so that no two are equal.
 */
const maxKnownLength = 20_000;
const maxKnown = 200;

/**
 * Creates the schema of a form with a cache of validated documents, one for each kind of client. Its size is
 * limited to some megabytes; the oldest entry is removed first.
 */
function knownDocuments(form: Form, isIntrospectable: boolean) {
  const schema = schemaOf(form);
  const known = new Map<string, Prepared>();

  function read(query: string): Prepared {
    const document = parseWithinLimits(query, { form, isIntrospectable });
    if ('errors' in document) return document;
    const errors = validate(schema, document);
    if (errors.length === 0) return { document };
    return { errors: errors.map((error) => foundByGraphql(error, 'GRAPHQL_VALIDATION_FAILED')) };
  }

  return {
    schema,
    prepare(query: string): Prepared {
      if (query.length > maxKnownLength) return read(query);
      const prepared = known.get(query) ?? read(query);
      if (!known.has(query) && known.size >= maxKnown) known.delete(known.keys().next().value ?? '');
      known.set(query, prepared);
      return prepared;
    },
  };
}
