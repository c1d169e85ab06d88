import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import { describe, expect, it } from 'vitest';
import { compileTestForm } from '../../../../test/support/forms.ts';
import { compileFormSchemas } from '../../forms/documents/compiled-form.ts';
import { createLimits } from '../../limits/limits.ts';
import { createMemoryWindows } from '../../limits/windows.ts';
import { InterruptedUpload } from '../../photos/receive-photo.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { createLog } from '../../platform/log/log.ts';
import { createPhotoReceiver } from './photo-receiver.ts';

describe('createPhotoReceiver', () => {
  it('gives up a photo whose connection breaks', async () => {
    const lines: string[] = [];
    const take = createPhotoReceiver({
      photos: {
        receivePosted: async ({ body }) => {
          await finished(body.resume()).catch(() => Promise.reject(new InterruptedUpload()));
          return { isStored: true, path: 'photos/a.jpg', bytes: 1 };
        },
      },
      limits: createLimits({
        settings: serverSettings.limits,
        isOn: false,
        windows: createMemoryWindows(serverSettings.limits),
      }),
      ready: compileFormSchemas(compileTestForm()),
      locale: 'en',
      address: '192.0.2.1',
      mostPhotos: 10,
      log: createLog({ write: (line) => lines.push(line), now: () => 0 }),
      now: () => 0,
    });
    const file = new PassThrough();
    const taken = take({ file, filename: 'stern.jpg', mimetype: 'image/jpeg' } as unknown as MultipartFile);
    file.write('half of a photo');
    file.destroy();
    expect(await taken).toMatchObject({ isTaken: false });
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});
