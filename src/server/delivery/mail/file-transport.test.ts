import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { createFileTransport } from './file-transport.ts';
import type { ComposedMail } from './mail-transport.ts';

function mail(id: string, text = 'Subject: hello\r\n\r\nhello'): ComposedMail {
  return { id, from: 'a@example.com', to: 'b@example.com', raw: Buffer.from(text) };
}

describe('createFileTransport', () => {
  it('writes one file a mail, for this user alone, and leaves no draft behind', async () => {
    const folder = join(createTemporaryFolder(), 'outbox');
    const transport = createFileTransport({ folder });
    const ids = ['a', 'b', 'c', 'd'];
    const deliveries = await Promise.all(ids.map((id) => transport.deliver(mail(id))));
    expect(deliveries).toEqual(ids.map(() => ({ kind: 'accepted' })));
    expect(readdirSync(folder).toSorted()).toEqual(ids.map((id) => `${id}.eml`));
    expect(readFileSync(join(folder, 'a.eml'), 'utf8')).toBe('Subject: hello\r\n\r\nhello');
    expect(statSync(join(folder, 'a.eml')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('replaces a mail that is written again, and a draft that was left half written', async () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, '.a.part'), 'Subject: a much longer draft of which only ha');
    const transport = createFileTransport({ folder });
    await transport.deliver(mail('a', 'first'));
    await transport.deliver(mail('a', 'again'));
    expect(readdirSync(folder)).toEqual(['a.eml']);
    expect(readFileSync(join(folder, 'a.eml'), 'utf8')).toBe('again');
  });

  it('makes its folder again when somebody has removed it', async () => {
    const folder = join(createTemporaryFolder(), 'outbox');
    const transport = createFileTransport({ folder });
    await transport.deliver(mail('a'));
    rmSync(folder, { recursive: true });
    expect(await transport.deliver(mail('b'))).toEqual({ kind: 'accepted' });
    expect(readdirSync(folder)).toEqual(['b.eml']);
  });

  it('delays a mail that cannot be written', async () => {
    const file = join(createTemporaryFolder(), 'file');
    writeFileSync(file, '');
    const delivery = await createFileTransport({ folder: join(file, 'outbox') }).deliver(mail('a'));
    expect(delivery).toMatchObject({ kind: 'deferred', code: 'ENOTDIR' });
  });

  it('takes no id that would lead elsewhere', async () => {
    const folder = join(createTemporaryFolder(), 'outbox');
    const delivery = await createFileTransport({ folder }).deliver(mail('../../etc/passwd'));
    expect(delivery.kind).toBe('deferred');
  });
});
