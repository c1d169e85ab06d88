/** Starts the server: `node src/server/main.ts`. */
import { enableCodeCache } from './platform/files/compiled-code.ts';

// This precedes the server's first module: modules that are imported above are not cached.
enableCodeCache();
await import('./app/serve.ts');
