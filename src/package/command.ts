#!/usr/bin/env node
/** `slipway` in the package: `node_modules/.bin/slipway`. An older Node would end with the name of whatever it lacks first. */
import { oldestNode, oldestNodeName } from './oldest-node.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > oldestNode.major || (major === oldestNode.major && minor >= oldestNode.minor))
  await import('../cli/run.ts');
else {
  console.error(
    `Cannot run slipway: it takes Node ${oldestNodeName} or later, and this is ${process.versions.node}`,
  );
  process.exitCode = 3;
}
