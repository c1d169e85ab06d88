import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Receivers {
  readonly smtpUrl: string;
  readonly webhookUrl: string;
  /** The secret of webhook signatures: `whsec_…`. */
  readonly secret: string;
  /** The number of received mails, by the enquiry's reference. */
  readonly mails: ReadonlyMap<string, number>;
  /** The received webhooks, by the enquiry's reference. */
  readonly webhooks: ReadonlyMap<string, readonly ReceivedWebhook[]>;
  readonly stop: () => Promise<void>;
}

export interface ReceivedWebhook {
  /** True if the signature is valid by Standard Webhooks with our secret, and recent. */
  readonly isSigned: boolean;
  readonly photos: readonly string[];
}

export async function startReceivers(): Promise<Receivers> {
  const key = randomBytes(32);
  const mails = new Map<string, number>();
  const webhooks = new Map<string, ReceivedWebhook[]>();
  const mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, _session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        parseMailReference(Buffer.concat(parts)).then((reference) => {
          mails.set(reference, (mails.get(reference) ?? 0) + 1);
          callback();
        }, callback);
      });
    },
  });
  // A server that is killed during a mail closes the connection.
  mailServer.on('error', () => {});
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const webhookServer = createServer(async (request, response) => {
    const body = await readText(request);
    // A server that is killed during a webhook has sent a part of it.
    if (body === undefined) return response.destroy();
    const { reference, photos } = JSON.parse(body).data as {
      readonly reference: string;
      readonly photos: readonly { readonly url: string }[];
    };
    const webhook = {
      isSigned: isSigned(request.headers, { body, key }),
      photos: photos.map(({ url }) => url),
    };
    webhooks.set(reference, [...(webhooks.get(reference) ?? []), webhook]);
    response.writeHead(204).end();
  });
  webhookServer.listen(0, '127.0.0.1');
  await once(webhookServer, 'listening');
  return {
    smtpUrl: `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`,
    webhookUrl: `http://localhost:${(webhookServer.address() as AddressInfo).port}/`,
    secret: `whsec_${key.toString('base64')}`,
    mails,
    webhooks,
    async stop() {
      webhookServer.closeAllConnections();
      webhookServer.close();
      await new Promise<void>((resolve) => mailServer.close(() => resolve()));
    },
  };
}

/** Undefined if the sender aborts. */
async function readText(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  } catch {
    return undefined;
  }
}

/** Returns the reference in the subject: `K7Q-M2X-HP4`. */
async function parseMailReference(raw: Buffer): Promise<string> {
  const { subject = '' } = await PostalMime.parse(raw);
  return /[A-Z0-9]{3}-[A-Z0-9]{3}-[A-Z0-9]{3}/.exec(subject)?.[0] ?? `a mail without one: ${subject}`;
}

/** An independent implementation of Standard Webhooks 1.0.0, "Verifying webhook authenticity". */
function isSigned(
  headers: IncomingHttpHeaders,
  { body, key }: { readonly body: string; readonly key: Buffer },
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const isLate = Math.abs(Date.now() / 1000 - Number(time)) > 300;
  return !isLate && String(signatures).split(' ').includes(`v1,${expected}`);
}
