import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { withoutRules } from '../support/forms.ts';
import { startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, inviteAndJoin, signInTo } from '../support/studio-session.ts';

it('mails a person as many links for a new password as the limit says, by whichever name they are wished for', async () => {
  const env = { SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_TRUST_PROXY: '1' };
  const server = await startServer({ documents: withoutRules, env });
  onTestFinished(async () => void (await server.stop()));
  const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  await inviteAndJoin(server.url, owner, { name: 'vivian', role: 'editor' });
  await inviteAndJoin(server.url, owner, { name: 'cid', role: 'editor' });
  const mailsTo = (name: string) => {
    const folder = join(server.data, 'outbox');
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    return texts.filter(
      (text) => text.includes(`To: ${name}@example.com`) && text.includes('/studio/reset#'),
    );
  };
  const wish = (name: string, address: number) =>
    createStudioSession(server.url, { 'x-forwarded-for': `192.0.2.${address}` }).ask(
      'POST',
      'reset-request',
      {
        name,
      },
    );
  const names = [
    'vivian',
    'ｖivian',
    'Vivian',
    '𝐯ivian',
    'vivian@example.com',
    'VIVIAN@example.com',
    'ⅴivian',
  ];
  for (const [index, name] of names.entries()) await wish(name, index);
  const { name: most } = serverSettings.limits.wishes;
  await expect.poll(() => mailsTo('vivian').length).toBe(most);
  // Mails are written in the order of their requests.
  await wish('cid', 100);
  await expect.poll(() => mailsTo('cid').length).toBe(1);
  expect(mailsTo('vivian')).toHaveLength(most);
});
