import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readFrozenDocuments } from '../support/forms.ts';
import { postEnquiry } from '../support/send.ts';
import { startServer } from '../support/server.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const general = {
  domain: 'www.trevarrow.example',
  submission_url: 'https://www.trevarrow.example/contact',
  upload: [],
  enquiry_type: 3,
  office_location: '1',
  name: 'Zoë “Z” Winter',
  email: 'zoe@example.org',
  message: 'When does the yard open?',
};

/** The rules with one that delivers every enquiry to this destination. */
function sendingTo(destination: string): unknown {
  const { rules } = readFrozenDocuments()['rules.json'] as { rules: readonly object[] };
  const rule = { id: 'elsewhere', description: 'To other systems.', then: { destinations: [destination] } };
  return { rules: [...rules, rule] };
}

describe('whoever takes webhooks', () => {
  /** Starts a program that listens on any free port, which the first line of its standard error contains. */
  async function listening(args: readonly string[], env: Readonly<Record<string, string>>) {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill());
    let out = '';
    child.stdout.on('data', (text) => {
      out += String(text);
    });
    const url = await new Promise<string>((resolve) => {
      let err = '';
      child.stderr.on('data', (text) => {
        err += String(text);
        const [found] = /http:\/\/localhost:\d+/.exec(err) ?? [];
        if (found) resolve(found);
      });
    });
    return { url, printed: () => out };
  }

  it.each([
    [
      'examples/webhook-receiver',
      ['examples/webhook-receiver/server.mjs'],
      { PORT: '0', WEBHOOK_SECRET: secret },
    ],
    [
      'slipway webhook-listen',
      ['src/cli/run.ts', 'webhook-listen', '--port', '0', '--json', '--secret', 'env:CRM'],
      { CRM: secret },
    ],
  ])(
    'believes a real delivery, and nothing that is forged, late or unsigned: %s',
    async (_who, args, env) => {
      const receiver = await listening(args, env);
      const crm = { id: 'crm', kind: 'webhook', url: receiver.url, mayBePrivate: true, secrets: ['env:CRM'] };
      const server = await startServer({
        documents: { 'rules.json': sendingTo('crm') },
        content: { 'destinations.json': [crm] },
        env: { CRM: secret, SLIPWAY_RATE_LIMIT: 'off' },
      });
      onTestFinished(async () => void (await server.stop()));
      const answer = await postEnquiry(server.url, general);
      const reference = answer.body.extensions?.reference ?? 'none';
      await expect.poll(receiver.printed).toContain(reference);
      expect(receiver.printed()).not.toContain('"isVerified":false');

      const body = '{"type":"enquiry.created","data":{"reference":"FORGED"}}';
      const post = async (byte: number, time: number, headers?: Readonly<Record<string, string>>) => {
        const signature = createHmac('sha256', Buffer.alloc(32, byte))
          .update(`x.${time}.${body}`)
          .digest('base64');
        const signed = {
          'webhook-id': 'x',
          'webhook-timestamp': `${time}`,
          'webhook-signature': `v1,${signature}`,
        };
        return (await fetch(receiver.url, { method: 'POST', body, headers: headers ?? signed })).status;
      };
      const now = Math.floor(Date.now() / 1000);
      expect(await post(9, now)).toBe(401);
      expect(await post(7, now - 3600)).toBe(401);
      expect(await post(7, now, {})).toBe(401);
      expect(await post(7, now)).toBe(204);
    },
  );
});
