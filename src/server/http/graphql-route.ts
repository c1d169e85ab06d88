import type { FastifyInstance } from 'fastify';
import { allowSites } from './cors.ts';
import type { HttpParts } from './parts.ts';
import { sendRefusal } from './refusals.ts';
import { contextOf } from './request-context.ts';

/** `POST /graphql` and its preflight (docs/contract.md, "GraphQL"). Queries may also be asked by GET. */
export function graphqlRoute(app: FastifyInstance, parts: HttpParts): void {
  app.route({
    url: '/graphql',
    method: ['GET', 'POST', 'OPTIONS'],
    handler: async (request, reply) => {
      allowSites(request, reply, parts.content());
      if (request.method === 'OPTIONS') return reply.code(204).send();
      reply.header('Cache-Control', 'no-store');
      if (request.method === 'POST' && !isGraphqlRequest(request.body))
        return sendRefusal(request, reply, { code: 'bad-request', status: 400 }, parts);
      return parts.graphql.handleNodeRequestAndResponse(request, reply, contextOf(request, parts));
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
