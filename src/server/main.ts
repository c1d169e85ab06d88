/** Starts the server: `node src/server/main.ts`. */
import { keepCompiledCode } from './files/compiled-code.ts';

// This precedes the server's first module: modules that are imported above are not cached.
keepCompiledCode();
await import('./serve.ts');
