import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { buildSchema, graphql } from 'graphql';
import type { Enquiry } from './forms.gen.ts';

const schema = buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'));
const answers = new Map<string, { success: boolean }>();

/** Answers the mutation of the form. `enquiry_type` tells which fields the enquiry has. */
function send(enquiry: Enquiry & { submission_url: string }, { key }: { key: string }) {
  const known = answers.get(key);
  if (known) return known;
  console.log(`enquiry of type ${enquiry.enquiry_type} from ${enquiry.submission_url}`);
  const answer = { success: true };
  answers.set(key, answer);
  return answer;
}

// The mutation is sendContactUs, or the "operation" in the settings of the form.
const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});

const rootValue = {
  // Forms without events have no such query.
  getFutureEventTitles: ({ domain }: { domain: string }) => [`Open day of ${domain}`],
  ...Object.fromEntries(mutations.map((name) => [name, send])),
};

async function answerTo(request: IncomingMessage) {
  const call = (await json(request)) as {
    query: string;
    variables?: Record<string, unknown>;
    operationName?: string;
  };
  const key = String(request.headers['idempotency-key'] ?? crypto.randomUUID());
  const answer = await graphql({
    ...{ schema, rootValue, source: call.query, operationName: call.operationName },
    ...{ variableValues: call.variables, contextValue: { key } },
  });
  return { status: answer.errors ? 400 : 200, answer };
}

const refusal = (status: number, message: string) => ({ status, answer: { errors: [{ message }] } });

const server = createServer(async (request, response) => {
  const isPost = request.method === 'POST';
  const isShort = Number(request.headers['content-length']) <= 1_000_000;
  // Anybody may send anything: what cannot be read is refused, and the server goes on.
  const { status, answer } = !isPost
    ? refusal(405, 'Send it by POST.')
    : !isShort
      ? refusal(413, 'Send at most 1 MB, and its Content-Length.')
      : await answerTo(request).catch(() => refusal(400, 'Send JSON: {operationName, query, variables}.'));
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(answer));
});
server.listen(Number(process.env.PORT ?? 4001), () => console.log('listening'));
