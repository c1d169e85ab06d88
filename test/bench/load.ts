import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { buildSendDocument } from '../support/send.ts';

/**
 * The load of the submissions benchmark: `load.ts URL,URL KIND COUNT` prints requests a second, which go to
 * the servers in rotation. Any answer but success ends it.
 */
const [urls = '', kind = 'slipway', count = '1000'] = process.argv.slice(2);
const connections = 64;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const targets = urls.split(',').map((url) => new URL(kind === 'slipway' ? '/graphql' : '/', url));

const variables = {
  domain: 'www.trevarrow.example',
  submission_url: 'https://www.trevarrow.example/contact',
  upload: [],
  enquiry_type: 5,
  name: 'Ada Marsh',
  email: 'ada@example.com',
  phone: '+44 1202 555010',
  message: 'Which of your yards is open to visitors?',
};

function createBody(): string {
  const query = buildSendDocument(variables);
  return JSON.stringify({ operationName: 'sendContactUs', query, variables });
}

function postBody(target: URL): Promise<void> {
  const text = createBody();
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      // The header that a browser on that site sends.
      'accept-language': 'en-GB',
      'idempotency-key': randomUUID(),
    };
    const sent = request(target, { method: 'POST', agent, headers }, (response) => {
      let answer = '';
      response.on('data', (chunk) => {
        answer += chunk;
      });
      response.on('end', () =>
        answer.includes('"success":true') ? resolve() : reject(new Error(answer.slice(0, 500))),
      );
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

let left = Number(count);
const start = performance.now();
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (left > 0) {
      left -= 1;
      await postBody(targets[left % targets.length] as URL);
    }
  }),
);
console.log((Number(count) / ((performance.now() - start) / 1000)).toFixed(1));
agent.destroy();
