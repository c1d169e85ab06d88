import { type DocumentNode, type ExecutionResult, execute, type GraphQLError, validate } from 'graphql';
import type { Form } from '#engine';
import { memoizeByObject } from '#engine/model/memoize.ts';
import type { Log } from '../../platform/log/log.ts';
import type { GraphqlCall } from './graphql-call.ts';
import { parseWithinLimits, withErrorCode } from './request-limits.ts';
import { createFormSchema, createResolvers, type OperationDependencies } from './schema.ts';
import {
  createAnswer,
  type GraphqlAnswer,
  type RequestContext,
  refuseUndeclaredVariables,
} from './shape-answers.ts';

/**
 * Executes a call in the context of its request and returns the answer. Errors are in the answer; it does not
 * reject for them.
 * @param isPlainJson True (the default) if the client accepts `application/json` alone: some errors then have
 * the status 200.
 */
export type GraphqlServer = (
  call: GraphqlCall,
  context: RequestContext,
  isPlainJson?: boolean,
) => Promise<GraphqlAnswer>;

/**
 * Creates a GraphQL server. Its schema is that of the form in the request's context: the form which the page
 * was rendered with, else the current one, so that pages of an older version still work.
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
  const rootValue = createResolvers(operations);
  const getDocumentCache = memoizeByObject((form: Form) => createDocumentCache(form, isDev));

  /**
   * Parses, validates and executes a call. Returns errors without a result if the document is invalid or does
   * not declare a given variable.
   */
  async function executeCall(call: GraphqlCall, context: RequestContext): Promise<ExecutionResult> {
    const cache = getDocumentCache(context.ready.form);
    const prepared = cache.prepare(call.query);
    if ('errors' in prepared) return prepared;
    const { document } = prepared;
    const { variables: variableValues, operationName } = call;
    const undeclared = refuseUndeclaredVariables(document, call, context);
    if (undeclared) return { errors: [undeclared] };
    return execute({
      schema: cache.schema,
      document,
      rootValue,
      contextValue: context,
      variableValues,
      operationName,
    });
  }

  return async (call, context, isPlainJson = true) =>
    createAnswer(await executeCall(call, context), { context, log, isPlainJson });
}

/** A valid document, or the errors of an invalid one. */
type PreparedDocument = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] };

/**
 * Longer documents are not cached: they contain an enquiry's values as literals, so that no two are equal.
 */
const maxKnownLength = 20_000;
/** The most cached documents of a form. */
const maxKnown = 200;

/**
 * Returns the schema of a form, and `prepare`, which parses and validates a document. Documents and errors
 * are cached, at most `maxKnown` of them; the one that was added first is removed first.
 */
function createDocumentCache(form: Form, isIntrospectable: boolean) {
  const schema = createFormSchema(form);
  const known = new Map<string, PreparedDocument>();

  /**
   * Parses a document within the limits and validates it against the schema. Returns its errors, with code
   * and status, if it is invalid.
   */
  function parseAndValidate(query: string): PreparedDocument {
    const document = parseWithinLimits(query, { form, isIntrospectable });
    if ('errors' in document) return document;
    const errors = validate(schema, document);
    if (errors.length === 0) return { document };
    return { errors: errors.map((error) => withErrorCode(error, 'GRAPHQL_VALIDATION_FAILED')) };
  }

  return {
    schema,
    /** Returns the result of `parseAndValidate`, cached unless the document is long. */
    prepare(query: string): PreparedDocument {
      if (query.length > maxKnownLength) return parseAndValidate(query);
      const prepared = known.get(query) ?? parseAndValidate(query);
      if (!known.has(query) && known.size >= maxKnown) known.delete(known.keys().next().value ?? '');
      known.set(query, prepared);
      return prepared;
    },
  };
}
