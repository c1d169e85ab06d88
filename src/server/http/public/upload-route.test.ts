import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { compile } from '#engine/compile/index.ts';
import { readFrozenDocuments } from '../../../../test/support/forms.ts';
import { createLog } from '../../platform/log/log.ts';
import { StoreError } from '../../store/store-error.ts';
import { addUploadRoute, type UploadDependencies } from './upload-route.ts';

it('says of a full disk that it is full, and nothing else fails like that', async () => {
  const compiled = compile(readFrozenDocuments());
  if (!compiled.ok) throw new Error('The frozen documents make no form');
  let failure: Error = new StoreError('full', 'Cannot write to the database: disk is full');
  const lines: string[] = [];
  const dependencies = {
    limits: { consumeUploadTarget: async () => ({ isGranted: true }) },
    photos: { issue: () => Promise.reject(failure) },
    forms: { current: () => ({ form: compiled.form }) },
    content: () => ({ sites: [] }),
    config: {},
    log: createLog({ write: (line) => lines.push(line), now: () => 0 }),
    now: () => 0,
  } as unknown as UploadDependencies;
  const app = Fastify();
  onTestFinished(() => app.close());
  addUploadRoute(app, dependencies);
  const asked = { method: 'POST', url: '/api/contact-upload', payload: { filename: 'a.jpg' } } as const;
  const { statusCode, body } = await app.inject(asked);
  expect([statusCode, JSON.parse(body)]).toMatchObject([507, { error: 'store-full' }]);
  expect(lines.join()).toContain('photo-not-stored');
  failure = new Error('something else');
  expect((await app.inject(asked)).statusCode).toBe(500);
});
