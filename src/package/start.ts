/**
 * Builds the stale parts and starts the built server: `npm start`. If nothing can be built, it runs the
 * sources.
 */
import { enableCodeCache } from '../server/platform/files/compiled-code.ts';
import { buildStale } from './build-stale.ts';

enableCodeCache();
const bundle = new URL('../../dist/server/serve.js', import.meta.url);
await (buildStale() ? import(bundle.href) : import('../server/app/serve.ts'));
