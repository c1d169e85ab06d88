import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { requireRelease } from '../forms/pages/release.ts';
import { readSiteBuild, type SiteBuild } from '../forms/pages/site-build.ts';
import { StartError } from '../platform/config/config.ts';
import { readStudioBuild, type StudioBuild } from '../studio/studio-build.ts';
import type { SaveListener } from './live-source.ts';
import type { StartOptions } from './server-context.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const builtSite = join(root, 'dist');

/** The pages of the site and of the studio, as builds or from the sources. */
export interface ServedSite extends Required<Pick<SaveListener, 'reload' | 'check'>> {
  readonly build: SiteBuild;
  readonly studio: StudioBuild;
  /** Serves the sources in development; absent for a built site. */
  readonly serve?: (app: FastifyInstance) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Returns the site: in development from its sources, otherwise the built one, whose `reload` and `check` do
 * nothing.
 * @throws StartError if there is no build of this release.
 */
export async function openSite({ isDev, schemasFolder, print }: StartOptions): Promise<ServedSite> {
  if (isDev) {
    const { createDevSite } = await import('./dev/dev-site.ts');
    return createDevSite({ root, schemasFolder, print });
  }
  const [build, studio] = await readBuilds().catch((cause: Error) => {
    throw new StartError([cause.message], { cause });
  });
  return { build, studio, reload: () => {}, check: () => {}, close: async () => {} };
}

/**
 * Returns the builds of the site and of the studio.
 * @throws Error if one is missing or of another release.
 */
async function readBuilds() {
  requireRelease(root);
  return Promise.all([readSiteBuild(builtSite), readStudioBuild(join(builtSite, 'studio'))]);
}
