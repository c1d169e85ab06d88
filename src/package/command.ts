#!/usr/bin/env node
/**
 * The program `slipway` of the package: `node_modules/.bin/slipway`. It checks the version of Node first,
 * because an older one would fail with an unrelated error.
 */
import { describeOldNode, oldestNode } from './oldest-node.ts';

const refusal = describeOldNode('slipway', oldestNode);

if (refusal === undefined) {
  const { runCommandLine } = await import('../cli/run-commands.ts');
  await runCommandLine(async () => (await import('./document-commands.ts')).packageCommands);
} else {
  console.error(refusal);
  process.exitCode = 3;
}
