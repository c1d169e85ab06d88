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

/** The GraphQL server: hand it a call with its context. `isPlainJson`: whoever calls reads `application/json` alone. */
export type GraphqlServer = (
  call: GraphqlCall,
  context: RequestContext,
  isPlainJson?: boolean,
) => Promise<GraphqlAnswer>;

/**
 * A GraphQL server whose schema is that of the form which the request was drawn with, else of the current one: what a page
 * of an older version sends is still understood.
 */
export function createGraphql({
  isDev,
  log,
  ...operations
}: OperationDependencies & {
  readonly log: Log;
  /** For a developer's tools: tells what the schema is. */
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

/** A document that may be executed, or what is wrong with it. */
type Prepared = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] };

/** Longer documents hold an enquiry's values as literals: no two are the same, and they would only fill the memory. */
const maxKnownLength = 20_000;
const maxKnown = 200;

/**
 * A form's schema, and what came of reading documents by it, of which there are as many as clients of the form. What is kept cannot grow
 * beyond some megabytes, whatever is sent; what is there longest goes first.
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
