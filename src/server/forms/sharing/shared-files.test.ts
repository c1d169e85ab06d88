import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import type { SharedFile } from '../../store/calls/shared-file-calls.ts';
import { type FileSource, openSharedFiles, type SharedFilesOptions } from './shared-files.ts';

const hour = 3_600_000;

/** Servers on one database, which is a map here; `fail` says whether it answers. */
function together() {
  const stored = new Map<string, Uint8Array>();
  const needed: (readonly string[])[] = [];
  let reads = 0;
  let fault: Error | undefined;
  const answer = <Result>(work: () => Result) => (fault ? Promise.reject(fault) : Promise.resolve(work()));
  const store = {
    reportNeededFiles: (addresses: readonly string[]) =>
      answer(() => {
        needed.push(addresses);
        return addresses.filter((address) => !stored.has(address));
      }),
    shareFile: ({ address, content }: SharedFile) => answer(() => void stored.set(address, content)),
    sharedFile: (address: string) =>
      answer(() => {
        reads += 1;
        return stored.get(address);
      }),
  };
  return {
    store,
    stored,
    needed,
    reads: () => reads,
    breaks(error: Error | undefined) {
      fault = error;
    },
    opened(settings: Partial<SharedFilesOptions['settings']> = {}, own: SharedFilesOptions['store'] = store) {
      const lines: string[] = [];
      const files = openSharedFiles({
        store: own,
        settings: {
          everyMs: hour,
          retryMs: hour,
          patienceMs: hour,
          unneededMs: hour,
          cacheBytes: 100,
          ...settings,
        },
        log: createLog({ write: (line) => lines.push(line), now: Date.now }),
      });
      onTestFinished(files.stop);
      return { ...files, lines };
    },
  };
}

const sourceOf =
  (files: Readonly<Record<string, string>>): FileSource =>
  () =>
    new Map(Object.entries(files).map(([address, text]) => [address, () => Buffer.from(text)]));

describe('openSharedFiles', () => {
  it('gives what another server has, as its name says what it is', async () => {
    const { opened } = together();
    await opened().begin([sourceOf({ '/assets/a.js': 'run()' }), sourceOf({ '/assets/b.woff2': 'wOF2' })]);
    const { find } = opened();
    expect(await find('/assets/a.js')).toEqual({ type: 'text/javascript; charset=utf-8', text: 'run()' });
    expect(await find('/assets/b.woff2')).toEqual({ type: 'font/woff2', bytes: Buffer.from('wOF2') });
    expect(await find('/assets/c.js')).toBeUndefined();
  });

  it('gives nothing that would be a page, or of which it does not know what it is', async () => {
    const { stored, opened } = together();
    const { find } = opened();
    for (const address of ['/assets/a.html', '/assets/a', '/assets/a.js.html?.js', '/assets/constructor']) {
      stored.set(address, Buffer.from('<script>'));
      expect(await find(address)).toBeUndefined();
    }
  });

  it('shares only what is not there, and says what it needs', async () => {
    const { stored, needed, opened } = together();
    stored.set('/assets/a.js', Buffer.from('as it was'));
    const files = opened();
    await files.begin([sourceOf({ '/assets/a.js': 'another', '/assets/b.js': 'b' })]);
    expect(needed).toEqual([['/assets/a.js', '/assets/b.js']]);
    expect([...stored].map(([address, content]) => [address, String(content)])).toEqual([
      ['/assets/a.js', 'as it was'],
      ['/assets/b.js', 'b'],
    ]);
  });

  it('shares what has come since, as soon as it is told', async () => {
    const { stored, opened } = together();
    const files = opened();
    const own: Record<string, string> = { '/forms/1/sales.js': '1' };
    await files.begin([() => sourceOf(own)()]);
    own['/forms/2/sales.js'] = '2';
    files.shareNew();
    await expect.poll(() => [...stored.keys()]).toEqual(['/forms/1/sales.js', '/forms/2/sales.js']);
  });

  it('begins although the database does not answer, and shares once it does', async () => {
    const { stored, breaks, opened } = together();
    breaks(new Error('away'));
    const files = opened({ retryMs: 5 });
    await files.begin([sourceOf({ '/assets/a.js': 'a' })]);
    expect(files.lines.join()).toContain('"event":"files-not-shared"');
    breaks(undefined);
    await expect.poll(() => [...stored.keys()]).toEqual(['/assets/a.js']);
  });

  it('does not hold up who shares where the database hangs or refuses', async () => {
    const { store, breaks, opened } = together();
    const file = { address: '/parts/a.js', content: Buffer.from('a') };
    const hanging = { ...store, shareFile: () => new Promise<void>(() => undefined) };
    await opened({ patienceMs: 1 }, hanging).share(file);
    breaks(new Error('away'));
    const refused = opened();
    await refused.share(file);
    expect(refused.lines.join()).toContain('"event":"files-not-shared"');
  });

  it('reads a file once, however many ask, and again once others took its room', async () => {
    const { stored, reads, opened } = together();
    for (const name of ['a', 'b', 'c']) stored.set(`/assets/${name}.js`, Buffer.from(name.repeat(40)));
    const { find } = opened();
    const [first, second] = await Promise.all([find('/assets/a.js'), find('/assets/a.js')]);
    expect(second).toBe(first);
    expect(await find('/assets/a.js')).toBe(first);
    expect(reads()).toBe(1);
    await find('/assets/b.js');
    await find('/assets/c.js');
    expect(reads()).toBe(3);
    expect(await find('/assets/c.js')).toBe(await find('/assets/c.js'));
    expect(reads()).toBe(3);
    expect(await find('/assets/a.js')).not.toBe(first);
    expect(reads()).toBe(4);
  });

  it('tells whoever asks that the database does not answer', async () => {
    const { breaks, opened } = together();
    breaks(new Error('away'));
    await expect(opened().find('/assets/a.js')).rejects.toThrow('away');
  });
});
