#!/usr/bin/env node
/** `slipway` in the package: `node_modules/.bin/slipway`. An older Node would end with the name of whatever it lacks first. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

// The same as `engines` in `package-manifest.ts`.
if (major > 22 || (major === 22 && minor >= 15)) await import('../cli/run.ts');
else {
  console.error(`Cannot run slipway: it takes Node 22.15 or later, and this is ${process.versions.node}`);
  process.exitCode = 3;
}
