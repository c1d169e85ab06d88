#!/usr/bin/env node
/**
 * The program `slipway` of the package: `node_modules/.bin/slipway`. It checks the version of Node first,
 * because an older one would fail with an unrelated error.
 */
import { oldestNode, oldestNodeName } from './oldest-node.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor))
  await import('../cli/run.ts');
else {
  console.error(
    `Cannot run slipway: it needs Node ${oldestNodeName} or later, and this is ${process.versions.node}`,
  );
  process.exitCode = 3;
}
