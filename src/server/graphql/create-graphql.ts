import type { GraphQLSchema } from 'graphql';
import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import type { Form } from '#engine';
import type { Log } from '../log/log.ts';
import { requestLimits } from './request-limits.ts';
import { type OperationDependencies, schemaOf } from './schema.ts';
import { type RequestContext, shapedAnswers } from './shape-answers.ts';

/** The GraphQL server: hand it a request with its context. */
export type GraphqlServer = YogaServerInstance<RequestContext, object>;

/**
 * A GraphQL server whose schema is that of the form which the request was drawn with, else of the current one: what a page
 * of an older version sends is still understood.
 */
export function createGraphql({
  maxBytes,
  isDev,
  log,
  ...operations
}: OperationDependencies & {
  readonly log: Log;
  /** Longest body. */
  readonly maxBytes: number;
  /** For a developer's tools: tells what the schema is. */
  readonly isDev: boolean;
}): GraphqlServer {
  const schemas = new WeakMap<Form, GraphQLSchema>();
  const schemaFor = (form: Form) => {
    const schema = schemas.get(form) ?? schemaOf(form, operations);
    schemas.set(form, schema);
    return schema;
  };
  return createYoga<RequestContext>({
    schema: ({ ready }) => schemaFor(ready.form),
    plugins: [requestLimits({ isIntrospectable: isDev }), shapedAnswers(log)],
    maskedErrors: false,
    batching: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    cors: false,
    maxRequestBodySize: maxBytes,
    parserAndValidationCache: { documentCache: smallCache(), errorCache: smallCache() },
    logging: {
      debug() {},
      info() {},
      warn() {},
      error: (failure: unknown) => log.error('graphql-failed', failure),
    },
  });
}

/** Longer documents hold an enquiry's values as literals: no two are the same, and they would only fill the memory. */
const maxCachedLength = 20_000;
const maxCachedEntries = 200;

/** A cache of parsed documents that cannot grow beyond some megabytes, whatever is sent; the entries longest there go first. */
function smallCache<Value>() {
  const entries = new Map<string, Value>();
  return {
    get: (key: string) => (key.length > maxCachedLength ? undefined : entries.get(key)),
    set(key: string, value: Value) {
      if (key.length > maxCachedLength) return;
      if (entries.size >= maxCachedEntries) entries.delete(entries.keys().next().value ?? '');
      entries.set(key, value);
    },
  };
}
