#!/usr/bin/env node
/**
 * The command `slipway`. Slipway runs on the Node 24 that npm brings along: an older Node of the shell, which knows no TypeScript,
 * hands the work on to it.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const run = new URL('./run.ts', import.meta.url);
const [major = 0] = process.versions.node.split('.').map(Number);

if (major >= 24) await import(run.href);
else {
  const binary = process.platform === 'win32' ? 'node/bin/node.exe' : 'node/bin/node';
  const node = createRequire(import.meta.url).resolve(binary);
  const child = spawn(node, [fileURLToPath(run), ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal interrupts both; the child decides how it ends.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
  });
}
