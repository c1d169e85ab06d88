import type { Command } from '../args/command.ts';

/**
 * Loaders by the name of the command, in the order of the help. Each command loads only the modules that it
 * needs.
 */
const loading: Readonly<Record<string, () => Promise<Command>>> = {
  check: async () => (await import('./check.ts')).check,
  test: async () => (await import('./test.ts')).test,
  explain: async () => (await import('./explain.ts')).explain,
  diff: async () => (await import('./diff.ts')).diff,
  types: async () => (await import('./types.ts')).types,
  graphql: async () => (await import('./graphql.ts')).graphql,
  jsonschema: async () => (await import('./jsonschema.ts')).jsonschema,
  conform: async () => (await import('./conform.ts')).conformCommand,
  format: async () => (await import('./format.ts')).format,
  pull: async () => (await import('./pull.ts')).pull,
  push: async () => (await import('./push.ts')).push,
  publish: async () => (await import('./publish.ts')).publish,
  versions: async () => (await import('./versions.ts')).versions,
  export: async () => (await import('./export.ts')).exportCommand,
  import: async () => (await import('./import.ts')).importCommand,
  'webhook-listen': async () => (await import('./webhook-listen.ts')).webhookListen,
  'migrate-data': async () => (await import('./migrate-data.ts')).migrateData,
  reference: async () => (await import('./reference.ts')).referenceCommand(loadCommands),
};

export const commandNames: readonly string[] = Object.keys(loading);

/** Loads a command. Undefined if the name is unknown. */
export async function loadCommand(name: string): Promise<Command | undefined> {
  return Object.hasOwn(loading, name) ? loading[name]?.() : undefined;
}

export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(loading).map((load) => load()));
}
