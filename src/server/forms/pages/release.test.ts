import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { buildRelease, requireRelease } from './release.ts';

let root: string;
beforeEach(async () => {
  root = createTemporaryFolder();
  write('package.json', '{"version": "1.2.0"}');
  write('engine/resolve.ts', 'export const one = 1;\n');
  write('src/site/views.ts', 'export interface View {}\n');
  await buildRelease(root, async () => write('dist/client/.vite/manifest.json', '{}'));
});

function write(file: string, text: string): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function refusal(): string {
  try {
    requireRelease(root);
  } catch (error) {
    return (error as Error).message.replace(root, '');
  }
  return 'none';
}

const remedy = 'run "npm run build" here, or copy the folder from a build of this release';

describe('requireRelease', () => {
  it('takes what was built of the same sources, wherever and however their lines end', () => {
    expect(refusal()).toBe('none');
    write('engine/resolve.ts', 'export const one = 1;\r\n');
    expect(refusal()).toBe('none');
  });

  it('takes it whatever tests say, and what the build alone is made of', () => {
    write('engine/resolve.test.ts', 'it.todo("resolves");');
    write('widgets/theme/theme.css', 'p {}');
    expect(refusal()).toBe('none');
  });

  it.each(['engine/resolve.ts', 'engine/new.ts', 'src/site/views.ts', 'src/api/inbox.ts'])(
    'refuses what was built before %s was as it is',
    (file) => {
      write(file, 'export const one = 2;\n');
      expect(refusal()).toBe(
        `Cannot serve the build at "/dist": it was built from other sources of 1.2.0; ${remedy}`,
      );
    },
  );

  it('names both versions', () => {
    write('package.json', '{"version": "1.3.0"}');
    expect(refusal()).toBe(
      `Cannot serve the build at "/dist": it is of release 1.2.0, and this is 1.3.0; ${remedy}`,
    );
  });

  it('refuses a build that broke off', async () => {
    const build = buildRelease(root, () => Promise.reject(new Error('out of memory')));
    await expect(build).rejects.toThrow('out of memory');
    expect(refusal()).toBe(`Cannot serve the build at "/dist": it does not name its release; ${remedy}`);
  });

  it('says where nothing is built', () => {
    rmSync(join(root, 'dist'), { recursive: true });
    expect(refusal()).toBe(`Cannot find the build at "/dist"; ${remedy}`);
  });
});
