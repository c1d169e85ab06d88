/** Builds what is stale, and starts the server as it is built: `npm start`. Where it cannot be built the sources run. */
import { keepCompiledCode } from '../server/files/compiled-code.ts';
import { buildStale } from './build-stale.ts';

keepCompiledCode();
const bundle = new URL('../../dist/server/serve.js', import.meta.url);
await (buildStale() ? import(bundle.href) : import('../server/serve.ts'));
