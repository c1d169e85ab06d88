// Takes enquiries from Slipway (docs/webhooks.md): WEBHOOK_SECRET=whsec_… node server.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace(/^whsec_/, ''), 'base64');
if (key.length < 24) throw new Error('Set WEBHOOK_SECRET to the secret that the server signs with: whsec_…');
const taken = new Set(); // A database, where it matters: a delivery may come twice.

function isSigned(
  { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' },
  body,
) {
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest();
  const isLate = !(Math.abs(Date.now() / 1000 - Number(time)) < 300);
  const given = signatures.split(' ').map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'));
  return !isLate && given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}

const server = createServer(async (request, response) => {
  const chunks = await request.toArray();
  const body = Buffer.concat(chunks).toString();
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  const id = request.headers['webhook-id'];
  if (!taken.has(id)) console.log(JSON.stringify(JSON.parse(body).data));
  taken.add(id);
  response.writeHead(204).end();
});
server.listen(process.env.PORT ?? 4300, '127.0.0.1', () =>
  console.error(`http://localhost:${server.address().port}`),
);
