import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What takes mails, and what takes webhooks, each for real. */
export interface Receivers {
  readonly smtpUrl: string;
  readonly webhookUrl: string;
  /** What webhooks are signed with: `whsec_…`. */
  readonly secret: string;
  /** How often a mail has come, by its enquiry's reference. */
  readonly mails: ReadonlyMap<string, number>;
  /** What webhooks have come, by their enquiry's reference. */
  readonly webhooks: ReadonlyMap<string, readonly ReceivedWebhook[]>;
  readonly stop: () => Promise<void>;
}

/** A webhook as it came. */
export interface ReceivedWebhook {
  /** As Standard Webhooks says, by our secret, and lately. */
  readonly isSigned: boolean;
  /** The addresses of the photos that it names. */
  readonly photos: readonly string[];
}

/** Starts both on this machine. */
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
        referenceOfMail(Buffer.concat(parts)).then((reference) => {
          mails.set(reference, (mails.get(reference) ?? 0) + 1);
          callback();
        }, callback);
      });
    },
  });
  // Whoever is killed amid a mail hangs up.
  mailServer.on('error', () => {});
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const webhookServer = createServer(async (request, response) => {
    const body = await textOf(request);
    // Who is killed amid a webhook has sent a part of it.
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

/** Undefined where its sender breaks off. */
async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  } catch {
    return undefined;
  }
}

/** `K7Q-M2X-HP4`, which stands in the subject. */
async function referenceOfMail(raw: Buffer): Promise<string> {
  const { subject = '' } = await PostalMime.parse(raw);
  return /[A-Z0-9]{3}-[A-Z0-9]{3}-[A-Z0-9]{3}/.exec(subject)?.[0] ?? `a mail without one: ${subject}`;
}

/** Standard Webhooks 1.0.0, "Verifying webhook authenticity", by hand. */
function isSigned(
  headers: IncomingHttpHeaders,
  { body, key }: { readonly body: string; readonly key: Buffer },
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  const isLate = Math.abs(Date.now() / 1000 - Number(time)) > 300;
  return !isLate && String(signatures).split(' ').includes(`v1,${expected}`);
}
