import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyType } from '../../engine/editing/index.ts';
import type { PublishAnswer } from '../../src/api/versions.ts';
import { createCorpusSite, getCorpusPath, readCorpus } from '../corpus/corpus.ts';
import { demonstrationFolder, startServer } from '../support/server.ts';
import { openStudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';

// The live version decides which content the form needs, whoever published it.

const key = 'all-of';
const { content: files, documents } = createCorpusSite(readCorpus().filter((form) => form.key === key));

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-content-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('is asked at a start too, which goes on; what was refused is taken up with the version that knows it', async () => {
  const content = temporary();
  cpSync(demonstrationFolder, content, { recursive: true });
  for (const [file, value] of Object.entries(files))
    writeFileSync(join(content, file), JSON.stringify(value));
  const env = {
    SLIPWAY_DATA: temporary(),
    SLIPWAY_CONTENT: content,
    SLIPWAY_STUDIO_PASSWORD: studioPassword,
  };
  const started = () => startServer({ env, documents: { ...documents, 'scenarios.json': undefined } });
  let server = await started();
  onTestFinished(async () => void (await server.stop()));
  const page = async () => (await fetch(new URL(getCorpusPath(key), server.url))).text();

  // The content is deployed before the version is published.
  const path = join(content, 'pages.json');
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`"title":"${key}"`, '"title":"With stores"'));
  const [first, ...offices] = files['offices.json'];
  const serving = { ...first, services: ['storage'] };
  writeFileSync(join(content, 'offices.json'), JSON.stringify([serving, ...offices]));
  await expect.poll(server.printed).toMatch(/^Refused, .*offices\.json .*no service "storage"/m);
  expect(await page()).not.toContain('With stores');
  const studio = await openStudioClient(server);
  await studio.change((now) => copyType(now, key, 'Storage').patches);
  const answer = await studio.publish();
  expect(answer.kind, JSON.stringify(answer)).toBe('published');
  await expect.poll(page).toContain('With stores');
  expect((await studio.draft()).content.refused).toEqual([]);
  await server.stop();
  server = await started();
  expect(await page()).toContain('With stores');
  expect(server.logged()).not.toContain('content-misfits');

  // A version without the field does not change the content, not even at the next start, which reports this.
  const owner = await openStudioClient(server);
  const restored = await owner.post<PublishAnswer>('restore', { number: 1, isWarned: true });
  expect(restored.kind, JSON.stringify(restored)).toBe('published');
  await server.stop();
  server = await started();
  expect(await page()).toContain('With stores');
  expect(server.logged()).toMatch(/"event":"content-misfits".*no service ..storage/);
});
