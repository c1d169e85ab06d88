import type { GraphQLSchema } from 'graphql';
import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import type { Form } from '#engine';
import type { Log } from '../log/log.ts';
import { requestLimits } from './limits.ts';
import type { RequestContext } from './request-context.ts';
import { type Operations, schemaOf } from './schema.ts';
import { shapedErrors } from './shape-errors.ts';
import { smallCache } from './small-cache.ts';

/** The GraphQL server: hand it a request with its context. */
export type GraphqlServer = YogaServerInstance<RequestContext, object>;

/**
 * A GraphQL server whose schema is that of the form which the request was drawn with, else of the current one: what a page
 * of an older version sends is still understood.
 */
export function createGraphql({
  operations,
  log,
  maxBytes,
}: {
  readonly operations: Operations;
  readonly log: Log;
  /** Longest body. */
  readonly maxBytes: number;
}): GraphqlServer {
  const schemas = new WeakMap<Form, GraphQLSchema>();
  const schemaFor = (form: Form) => {
    const schema = schemas.get(form) ?? schemaOf(form, operations);
    schemas.set(form, schema);
    return schema;
  };
  return createYoga<RequestContext>({
    schema: ({ ready }) => schemaFor(ready.form),
    plugins: [requestLimits(), shapedErrors(log)],
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
