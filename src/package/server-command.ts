#!/usr/bin/env node
/**
 * The program `slipway-server`: without a command it starts the server with the arguments of `npm start --`; with
 * one it works on stored data, as `slipway` does in the repository.
 */
import { describeOldNode, oldestServerNode } from './oldest-node.ts';

const [first] = process.argv.slice(2);
const isStart = first === undefined || (first.startsWith('-') && !['-h', '--help'].includes(first));
const refusal = describeOldNode('slipway-server', oldestServerNode);

if (refusal !== undefined) {
  console.error(refusal);
  process.exitCode = 3;
} else if (isStart) await import('../server/main.ts');
else {
  const { runCommandLine } = await import('../cli/run-commands.ts');
  await runCommandLine(async () => (await import('./server-commands.ts')).serverCommands);
}
