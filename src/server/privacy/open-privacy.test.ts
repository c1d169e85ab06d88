import { expect, it, onTestFinished } from 'vitest';
import { serverSettings } from '../config/settings.ts';
import { createLog } from '../log/log.ts';
import { createAudit } from '../people/audit.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { arrival, newEntry } from '../store/testing/new-entry.ts';
import { temporaryFolder } from '../store/testing/temporary-folder.ts';
import { openPrivacy } from './open-privacy.ts';

it('sweeps all that is due at once, however many photos others name', async () => {
  const dataFolder = temporaryFolder();
  const store = openSqliteStore({ dataFolder, settings: serverSettings });
  onTestFinished(() => store.close());
  const late = arrival + 8_640_000_000;
  const now = () => late;
  const gone: string[] = [];
  const photo = { name: 'keel.jpg', type: 'image/jpeg', maxBytes: 9, issuedAt: arrival };
  for (const path of ['photos/shared.jpg', 'photos/own.jpg']) await store.issuePhoto({ ...photo, path });
  for (let count = 0; count < 30; count += 1) await store.accept(newEntry({ photos: ['photos/shared.jpg'] }));
  await store.accept(newEntry({ photos: ['photos/own.jpg'] }));
  await store.accept(newEntry({ photos: ['photos/shared.jpg'], receivedAt: late }));
  const audit = createAudit({ store, now });
  await store.setRetention({
    ...{ rules: [{ photos: 10 }], seen: [] },
    note: audit.entry({ who: 'server', action: 'retention-changed' }),
  });
  const photos = {
    bytesOf: async () => undefined,
    remove: async (paths: readonly string[]) => void gone.push(...paths),
  };
  const log = createLog({ write: () => {}, now });
  await openPrivacy({ dataFolder, secret: 's'.repeat(32), store, photos, audit, log, now }).sweep();
  expect(gone).toEqual(['photos/own.jpg']);
});
