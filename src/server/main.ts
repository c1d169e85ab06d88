/** Starts the server: `node src/server/main.ts`. */
import { keepCompiledCode } from './files/compiled-code.ts';

// Before the first module of the server is loaded: what is imported above is not kept.
keepCompiledCode();
await import('./serve.ts');
