import { expect, it, onTestFinished } from 'vitest';
import type { SituationView, StudioEvent } from '../../src/api/studio.ts';
import { startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';

it('the studio tells the situations that differ before its proof has come to its end', async () => {
  const server = await startServer({ env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });
  onTestFinished(async () => void (await server.stop()));
  const session = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  const asked = session.get<readonly SituationView[]>('differing?type=service');
  const stream = await session.ask('GET', 'events');
  let text = '';
  const reading = (async () => {
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk;
  })().catch(() => undefined);
  expect((await asked).length).toBeGreaterThan(1);
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as StudioEvent);
  expect(events.filter((event) => event.kind === 'report' && event.report.isProven)).toEqual([]);
  await server.stop();
  await reading;
});
