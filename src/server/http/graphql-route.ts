import type { FastifyInstance } from 'fastify';
import type { HttpDependencies } from './dependencies.ts';
import { sendRefusal } from './refusals.ts';
import { contextOf } from './request-context.ts';

/** `POST /graphql` (docs/contract.md, "GraphQL"). Queries may also be asked by GET. */
export function graphqlRoute(app: FastifyInstance, dependencies: HttpDependencies): void {
  app.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    handler: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      if (request.method === 'POST' && !isGraphqlRequest(request.body))
        return sendRefusal(request, reply, { code: 'bad-request', status: 400 }, dependencies);
      return dependencies.graphql.handleNodeRequestAndResponse(
        request,
        reply,
        contextOf(request, dependencies),
      );
    },
  });
}

/** One request, not a list of them (GraphQL over HTTP, "Request Parameters"). */
function isGraphqlRequest(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { query, variables } = body as Readonly<Record<string, unknown>>;
  const hasVariables = variables === undefined || variables === null || typeof variables === 'object';
  return typeof query === 'string' && hasVariables && !Array.isArray(variables);
}
