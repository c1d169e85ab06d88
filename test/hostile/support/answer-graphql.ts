import { fileURLToPath } from 'node:url';
import { schemasFolder } from '#schemas';
import { createGraphql } from '../../../src/server/enquiries/graphql/create-graphql.ts';
import { readGraphqlCall } from '../../../src/server/enquiries/graphql/graphql-call.ts';
import { loadContentFolder } from '../../../src/server/forms/content/read-content.ts';
import { shippedContentFolder } from '../../../src/server/forms/content/shipped-content.ts';
import { loadFormFolder } from '../../../src/server/forms/documents/load-form.ts';

/** The longest answer to a request that no client of the form sends, in bytes. */
export const longestAnswer = 10_000;

const form = await loadFormFolder(fileURLToPath(schemasFolder));
const shipped = await loadContentFolder(shippedContentFolder);
if (!form.ok || !shipped.ok) throw new Error('the documents or the content do not do');
const { ready } = form;
const { content } = shipped;

const server = createGraphql({
  acceptEnquiry: async () => ({ isAccepted: true, reference: 'K7Q-M2X-HP4' }),
  content: () => content,
  now: Date.now,
  log: { info() {}, warn() {}, error() {} },
  isDev: false,
});

const context = {
  ready,
  locale: 'en',
  origins: [],
  outsideOrigin: 'http://localhost',
  address: '192.0.2.1',
  answer: {},
};

/**
 * Answers a request in this process. Returns the processor time of the thread in milliseconds, and the length
 * of the answer.
 */
export async function answerGraphql(body: string): Promise<{ readonly ms: number; readonly bytes: number }> {
  const before = process.threadCpuUsage();
  const call = readGraphqlCall(JSON.parse(body));
  const { text } = call ? await server(call, { ...context, answer: {} }) : { text: '' };
  const bytes = Buffer.byteLength(text);
  const { user, system } = process.threadCpuUsage(before);
  return { ms: (user + system) / 1000, bytes };
}
